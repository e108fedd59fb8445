"""Events are facts: stored and read back they fold to the states that were played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from games.engine.codec import UnknownEvent, decode_event, encode_event
from games.engine.contract import Event, Rules
from games.engine.replay import fold
from games.engine.snapshot import snapshot
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, Term
from games.engine.viewer import OPEN_TABLE, Viewer
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch


def stored(event: Event) -> tuple[str, int, dict[str, Any]]:
    """Return the event as it comes back from the database."""
    name, v, data = encode_event(event)
    return name, v, json.loads(json.dumps(data))


def test_events_have_names_and_versions_of_their_own(rules: Rules) -> None:
    assert len({event.name for event in rules.events}) == len(rules.events)
    assert all(event.v >= 1 for event in rules.events)
    with pytest.raises(UnknownEvent):
        decode_event(rules, "no_such_event", 1, {})
    with pytest.raises(UnknownEvent):
        decode_event(rules, rules.events[0].name, rules.events[0].v + 1, {})


def test_what_matches_are_searched_for_is_an_event_of_the_game_with_such_data(rules: Rules) -> None:
    fields_of = {event.name: event._fields for event in rules.events}
    for one in rules.meta.happenings:
        for name, data in filter(None, [(one.event, one.data), one.without]):
            assert data.keys() <= set(fields_of[name]), one.key
    assert len({one.key for one in rules.meta.happenings}) == len(rules.meta.happenings)


def test_an_event_read_back_is_equal(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.plies:
            for event in ply.events:
                assert type(event) in rules.events
                assert decode_event(rules, *stored(event)) == event


def test_stored_events_fold_to_every_state_that_was_played(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        state = None
        for ply in played.plies:
            rows = [stored(event) for event in ply.events]
            state = fold(rules, [decode_event(rules, *row) for row in rows], state)
            assert state == ply.state
            if ply in played.sample(20):
                assert snapshot(rules, state, ply.number) == snapshot(rules, ply.state, ply.number)


def test_events_lead_to_the_same_state_together_and_one_by_one(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        events = [event for ply in played.plies for event in ply.events]
        state = None
        for event in events:
            state = rules.apply(state, [event])
        assert state == fold(rules, events) == played.plies[-1].state


def test_the_same_action_with_the_same_chance_causes_the_same_events(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for before, after in played.moves():
            events, state = rules.decide(
                before.state, after.seat, dict(after.action), before.chance(played)
            )
            assert tuple(events) == after.events
            assert state == fold(rules, events, before.state)


def test_states_are_immutable_through_and_through(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.sample(10):
            assert_immutable(ply.state)
            for event in ply.events:
                assert_immutable(event)


def assert_immutable(value: Any) -> None:
    """Refuse lists, dicts, sets and objects whose fields can be set."""
    if is_dataclass(value):
        assert value.__dataclass_params__.frozen, f"{type(value)} is not frozen"
        for field in fields(value):
            assert_immutable(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            assert_immutable(item)
    elif isinstance(value, Mapping):
        assert not hasattr(value, "__setitem__"), "a mapping that can be changed"
    else:
        assert value is None or isinstance(value, str | int | bool), type(value)


def test_every_line_is_a_sentence_whose_places_are_all_filled(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.plies:
            for event in ply.events:
                for viewer in (*viewers_of(played), OPEN_TABLE):
                    phrase = event.seen_by(viewer)
                    if phrase is not None:
                        assert_sentence(phrase, played)


def assert_sentence(phrase: Phrase, played: PlayedMatch) -> None:
    """Check a phrase's keys, its arguments' types, and that its cards have names."""
    filled = phrase.key % phrase.args
    assert filled[-1] in ".!?"
    if phrase.plural is not None:
        assert type(phrase.args["count"]) is int
        assert phrase.plural % phrase.args
    for value in phrase.args.values():
        assert isinstance(value, int | str | SeatRef | CardRef | CardRefs | Term)
        if isinstance(value, SeatRef):
            assert 0 <= value.seat < played.seats
    for card in phrase.cards():
        assert played.rules.showing.card_name(card).key


def test_everybody_is_told_of_every_action(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    """Nobody looks at a table that has moved without a word."""
    for played in matches:
        for ply in played.plies:
            for viewer in viewers_of(played):
                lines = [event.seen_by(viewer) for event in ply.events]
                assert any(line is not None for line in lines), (ply.action, viewer)


def test_who_sees_all_is_told_what_anybody_is_told(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.plies:
            for event in ply.events:
                told = {card for v in viewers_of(played) for card in _cards(event, v)}
                assert told <= set(_cards(event, OPEN_TABLE))


def _cards(event: Event, viewer: Viewer) -> tuple[str, ...]:
    phrase = event.seen_by(viewer)
    return () if phrase is None else phrase.cards()


def test_folding_does_not_need_the_opening_twice(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """A state and the events after it are enough: the cache relies on it."""
    for played in matches:
        middle = len(played.plies) // 2
        rest = (event for ply in played.plies[middle + 1 :] for event in ply.events)
        assert fold(rules, rest, played.plies[middle].state) == played.plies[-1].state
