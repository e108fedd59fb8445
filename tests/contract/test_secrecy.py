"""Two statements about secrecy, held against each other: what views show, and what lines told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from games.engine.canonical import canonical
from games.engine.contract import Action, Rules
from games.engine.match import play_action
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from tests.contract.faces import faces_of, hidden, strings_in, true_keys_in, viewers_of
from tests.contract.matches import PlayedMatch, Ply
from tests.contract.twins import face_groups, twin_of


def test_a_view_is_the_snapshot_with_some_values_hidden(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """Whatever is shown is true, and what is not is hidden as the record format says."""
    for played in matches:
        for ply in played.plies:
            whole = rules.snapshot(ply.state)
            for viewer in viewers_of(played):
                list(hidden(whole, rules.observe(ply.state, viewer)))


def test_the_public_sees_no_more_than_any_seat(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.sample(20):
            public = rules.observe(ply.state, PUBLIC)
            for viewer in viewers_of(played):
                list(hidden(rules.observe(ply.state, viewer), public))


def test_a_card_is_shown_only_after_a_line_has_told_it(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """What a seat sees and the public does not (its hand) is told card by card."""
    for played in matches:
        faces = faces_of(played)
        for viewer in viewers_of(played):
            told: Counter[str] = Counter()
            for ply in played.plies:
                told.update(cards_told(ply, viewer))
                if rules.result(ply.state) is None:
                    shown = cards_shown(rules, ply, viewer, faces)
                    own = shown - cards_shown(rules, ply, PUBLIC, faces)
                    assert shown.keys() <= told.keys(), (viewer, ply.number)
                    assert own <= told, (viewer, ply.number)


def cards_told(ply: Ply, viewer: Viewer) -> Iterator[str]:
    """Yield every card that the lines of one ply tell a viewer."""
    for event in ply.events:
        phrase = event.seen_by(viewer)
        yield from phrase.cards() if phrase else ()


def cards_shown(rules: Rules, ply: Ply, viewer: Viewer, faces: frozenset[str]) -> Counter[str]:
    """Return every card in a view, as often as it stands there."""
    view = rules.observe(ply.state, viewer)
    return Counter(text for text in strings_in(view) if text in faces)


def test_a_line_tells_only_cards_that_its_reader_sees_before_or_after(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for viewer in viewers_of(played):
            state, seen = None, set()
            for ply in played.plies:
                for event in ply.events:
                    state = rules.apply(state, [event])
                    view = rules.observe(state, viewer)
                    before, seen = seen, {*strings_in(view), *true_keys_in(view)}
                    phrase = event.seen_by(viewer)
                    told = set(phrase.cards()) if phrase else set()
                    assert told <= before | seen, (viewer, ply.number, event.name)


def test_twins_look_the_same(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    """Deal anew all that a viewer cannot see: their view and their choices stay as they were."""
    changed = 0
    for played in matches:
        groups, dice = face_groups(played), random.Random(played.seed)
        for ply in played.sample(12):
            if rules.result(ply.state) is not None:
                continue
            for viewer in viewers_of(played):
                twin = twin_of(played, ply, viewer, groups, dice)
                changed += twin != ply.state
                assert snapshot(rules, twin, ply.number, viewer) == snapshot(
                    rules, ply.state, ply.number, viewer
                )
                if viewer.seat is not None and viewer.seat == rules.to_act(ply.state):
                    assert_same_choices(rules, ply.state, twin, viewer.seat)
    assert changed > 50


def assert_same_choices(rules: Rules, state: object, twin: object, seat: int) -> None:
    """Check that neither what a seat may do nor what it does when absent tells a secret."""
    assert sorted_actions(rules.legal_actions(twin, seat)) == sorted_actions(
        rules.legal_actions(state, seat)
    )
    assert rules.default_action(twin, seat) == rules.default_action(state, seat)


def test_no_action_holds_what_spectators_are_not_shown(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """The head, a hash over all actions, is shown while they play: who tries out every action that
    fits finds the one that was played. Two that look the same may be no more than two words for it.
    """
    for played in matches:
        groups, dice = face_groups(played), random.Random(played.seed)
        for ply in played.sample(12):
            shown: dict[bytes, Action] = {}
            for state in (ply.state, twin_of(played, ply, PUBLIC, groups, dice)):
                if (seat := rules.to_act(state)) is not None:
                    for action in rules.legal_actions(state, seat):
                        after, sight = seen_of(played, ply, state, seat, action)
                        other = shown.setdefault(sight, action)
                        same = (
                            other == action or seen_of(played, ply, state, seat, other)[0] == after
                        )
                        assert same, (ply.number, other, action)


def seen_of(
    played: PlayedMatch, ply: Ply, state: object, seat: int, action: Action
) -> tuple[object, bytes]:
    """Return the state after an action, and all that spectators are shown of it."""
    events, after = play_action(played.rules, state, seat, action, ply.chance(played))
    lines = [event.seen_by(PUBLIC) for event in events]
    view = snapshot(played.rules, after, ply.number + 1, PUBLIC)
    return after, canonical([view, [repr(line) for line in lines]])


def test_once_it_is_over_everybody_sees_everything(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        last = played.plies[-1]
        if rules.result(last.state) is not None:
            views = [snapshot(rules, last.state, 1, viewer) for viewer in viewers_of(played)]
            whole = snapshot(rules, last.state, 1)
            assert all(canonical(view) == canonical(whole) for view in views)
