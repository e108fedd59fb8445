"""What the lobby needs of a game: texts, seats, options that are complete and strict."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from games.engine.canonical import canonical
from games.engine.chance import Chance
from games.engine.contract import OptionError, Options, Rules
from games.engine.match import start_match
from games.engine.options import complete_options, length_of, lengths_for, minutes_of
from games.engine.snapshot import snapshot
from games.registry import all_rulesets
from tests.contract.matches import PlayedMatch, any_options


def test_the_game_says_what_it_is(rules: Rules) -> None:
    meta = rules.meta
    assert meta.key.isidentifier()
    assert meta.title
    assert meta.tagline
    assert meta.ruleset >= 1
    assert meta.end_reasons
    assert meta.min_seats == meta.allowed_seats()[0]
    assert meta.max_seats == meta.allowed_seats()[-1]


def test_a_way_to_end_is_called_alike_in_all_rulesets_of_a_game(rules: Rules) -> None:
    for reason, words in rules.meta.end_reasons.items():
        assert words
        for other in all_rulesets()[rules.meta.key].values():
            assert other.meta.end_reasons.get(reason, words) == words


def test_every_option_is_explained_and_defaults_to_one_of_its_values(rules: Rules) -> None:
    for seats in rules.meta.allowed_seats():
        chosen = complete_options(rules.meta, seats, {})
        for option in rules.meta.options:
            assert option.label
            assert option.help
            values = option.values(seats, chosen)
            assert (option.key in chosen) == (values is not None and not option.rare)
            if values is not None:
                assert option.default(seats, chosen) in values
                assert len({canonical(value) for value in values}) == len(values)


def test_complete_options_stay_as_they_are(rules: Rules) -> None:
    dice = random.Random(1)
    for seats in rules.meta.allowed_seats():
        for _ in range(10):
            options = any_options(rules, seats, dice)
            assert complete_options(rules.meta, seats, options) == options
            assert canonical(options)


def test_a_match_begins_with_every_value_of_every_option(rules: Rules) -> None:
    dice = random.Random(2)
    for seats, option in product(rules.meta.allowed_seats(), rules.meta.options):
        for value in spread(option.values(seats, complete_options(rules.meta, seats, {}))):
            options = _with(rules, seats, dice, option.key, value)
            events, state = start_match(rules, options, seats, Chance(bytes(32), rules.meta.key))
            assert events
            assert snapshot(rules, state, 0)["finished"] is False
            assert state.resigned == (False,) * seats


def spread(values: Any) -> list[Any]:
    """Return a few of many values: the first, the last, some between."""
    listed = list(values or ())
    return (
        listed if len(listed) <= 6 else [listed[0], *listed[1:-1][:: len(listed) // 3], listed[-1]]
    )


def _with(rules: Rules, seats: int, dice: random.Random, key: str, value: Any) -> Options:
    """Return options with one value fixed, the others chosen at random where they allow it."""
    while True:
        raw: Options = any_options(rules, seats, dice) | {key: value}
        try:
            return complete_options(rules.meta, seats, raw)
        except OptionError:
            kept = {name: raw[name] for name in raw if name == key}
            return complete_options(rules.meta, seats, kept)


def test_unknown_options_values_and_seats_are_refused_with_a_sentence(rules: Rules) -> None:
    seats = rules.meta.min_seats
    for raw in ({"no_such_option": 1}, *_bad_values(rules, seats)):
        with pytest.raises(OptionError) as caught:
            complete_options(rules.meta, seats, raw)
        assert caught.value.phrase.key % caught.value.phrase.args
    for number in (0, -1, 1, rules.meta.max_seats + 1, True, 2.0, "2", None):
        with pytest.raises(OptionError):
            complete_options(rules.meta, number, {})


def _bad_values(rules: Rules, seats: int) -> list[Options]:
    """Return options with one value of another type, or that nobody offers."""
    chosen = complete_options(rules.meta, seats, {})
    wrong: list[Any] = ["no such value", -1, 10**9, [], {}, 1.5]
    bad = [{key: value} for key in chosen for value in wrong]
    for key, value in chosen.items():
        if type(value) is int:
            bad += [{key: float(value)}, {key: str(value)}]
        elif type(value) is bool:
            bad += [{key: int(value)}, {key: None}]
    return bad


def test_every_length_is_a_set_of_options_that_the_rules_allow(rules: Rules) -> None:
    for seats, length in product(rules.meta.allowed_seats(), rules.meta.duration.lengths):
        options = complete_options(rules.meta, seats, length.options(seats))
        found = length_of(rules.meta, seats, options)
        assert found is not None
        assert found.options(seats) == length.options(seats)
        assert found.key in lengths_for(rules.meta, seats)


def test_every_length_says_its_minutes(rules: Rules) -> None:
    for seats, length in product(rules.meta.allowed_seats(), rules.meta.duration.lengths):
        options = complete_options(rules.meta, seats, length.options(seats))
        assert (minutes_of(rules.meta, seats, options) or 0) > 0


def test_as_printed_is_what_a_record_without_options_means(rules: Rules) -> None:
    for seats, length in product(rules.meta.allowed_seats(), rules.meta.duration.lengths):
        if length.key == "printed":
            usual = complete_options(rules.meta, seats, {})
            assert complete_options(rules.meta, seats, length.options(seats)) == usual


def test_the_pace_has_every_type_of_action(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    plies = (ply for match in matches for ply in match.plies)
    played = {ply.action["type"] for ply in plies if ply.action} - {"resign"}
    if rules.meta.duration.lengths:
        assert played <= (rules.meta.duration.pace or {}).keys()
