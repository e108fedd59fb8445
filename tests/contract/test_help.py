"""Lessons and the help at the table, for every game that brings them."""

from __future__ import annotations

import random

import pytest

from games.engine.contract import IllegalAction, Rules
from games.engine.options import complete_options
from games.engine.snapshot import snapshot
from games.engine.teaching import LessonRefused, advice_for, lesson_answer, lesson_position
from games.engine.viewer import Viewer
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch
from tests.contract.twins import face_groups, twin_of


@pytest.mark.needs("teaching.lesson")
def test_the_script_of_a_lesson_is_played_by_the_rules_to_a_result(rules: Rules) -> None:
    lesson = rules.teaching.lesson
    assert lesson is not None
    assert complete_options(rules.meta, len(lesson.names), dict(lesson.options)) == lesson.options
    assert rules.result(lesson_position(rules, lesson, lesson.last).state) is not None
    assert not lesson.steps[lesson.last].moves
    for number, step in enumerate(lesson.steps):
        if step.moves and step.moves[0][0] == lesson.seat:
            lesson_answer(rules, lesson, number, step.moves[0][1])
            assert step.hint, number


@pytest.mark.needs("teaching.lesson")
def test_what_a_lesson_offers_to_try_is_refused_by_the_rules(rules: Rules) -> None:
    lesson = rules.teaching.lesson
    assert lesson is not None
    tries = [(number, one) for number, step in enumerate(lesson.steps) for one in step.tries]
    assert len(tries) >= 3
    for number, one in tries:
        with pytest.raises(IllegalAction):
            lesson_answer(rules, lesson, number, one.action)


@pytest.mark.needs("teaching.lesson")
def test_what_the_rules_allow_and_a_lesson_does_not_ask_for_leads_nowhere(rules: Rules) -> None:
    lesson = rules.teaching.lesson
    assert lesson is not None
    refused = 0
    for number in range(lesson.last):
        state = lesson_position(rules, lesson, number).state
        for action in rules.legal_actions(state, lesson.seat)[:6]:
            try:
                lesson_answer(rules, lesson, number, action)
            except LessonRefused:
                refused += 1
    assert refused > 10


@pytest.mark.needs("teaching.offers")
def test_every_legal_action_is_told_and_none_twice(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches[:4]:
        for ply in played.sample(15):
            if (seat := rules.to_act(ply.state)) is not None:
                assert rules.teaching.offers is not None
                view = snapshot(rules, ply.state, 0, Viewer(seat))
                legal = rules.legal_actions(ply.state, seat)
                for action in legal:
                    assert len(rules.teaching.offers(view, [action])) == 1
                advice = advice_for(rules, ply.state, seat)
                assert 0 < len(advice.can) <= len(legal)
                assert len({str(phrase) for phrase in advice.can}) == len(advice.can)


def test_the_help_tells_nothing_that_its_reader_cannot_see(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """Deal anew all that a seat cannot see: what it is told it can and cannot do stays the same."""
    for played in matches[:4]:
        groups, dice = face_groups(played), random.Random(played.seed)
        for ply in played.sample(10):
            for viewer in viewers_of(played):
                if viewer.seat is None or viewer.seat != rules.to_act(ply.state):
                    continue
                twin = twin_of(played, ply, viewer, groups, dice)
                told = advice_for(rules, ply.state, viewer.seat)
                assert advice_for(rules, twin, viewer.seat) == told
