"""Options are completed strictly."""

from __future__ import annotations

import pytest

from games.engine.contract import OptionError
from games.engine.options import complete_options, fitting_options
from games.registry import all_rules, current_rules

DEADLINE = current_rules("deadline_99").meta


def test_what_is_left_out_gets_its_default():
    assert complete_options(DEADLINE, 7, {}) == {
        "decks": 3,
        "mode": "classic",
        "angel_reaper": False,
        "allow_negative": False,
    }


def test_defaults_may_depend_on_what_was_chosen():
    options = complete_options(DEADLINE, 5, {"mode": "factions"})
    assert options["free_agents"] == 1


@pytest.mark.parametrize(
    ("seats", "raw", "code"),
    [
        (1, {}, "seats"),
        (11, {}, "seats"),
        (True, {}, "seats"),
        (3, {"colour": "red"}, "unknown_option"),
        (4, {"free_agents": 0}, "option_not_applicable"),
        (3, {"mode": "factions"}, "option_value"),
        (3, {"decks": 2.0}, "option_value"),
        (3, {"decks": True}, "option_value"),
        (3, {"angel_reaper": 1}, "option_value"),
        (3, {"decks": None}, "option_value"),
        (3, {"mode": ["classic"]}, "option_value"),
        (5, {"mode": "factions", "free_agents": 2}, "option_value"),
    ],
)
def test_a_wrong_option_is_refused_with_a_code(seats, raw, code):
    with pytest.raises(OptionError) as refused:
        complete_options(DEADLINE, seats, raw)
    assert refused.value.code == code


def test_of_what_is_wanted_as_much_is_kept_as_fits():
    wanted = {"mode": "factions", "free_agents": 0, "decks": 3, "of_older_rules": 1}
    assert fitting_options(DEADLINE, 4, wanted)["mode"] == "factions"
    kept = fitting_options(DEADLINE, 3, wanted)
    assert (kept["mode"], kept["decks"]) == ("classic", 3)
    with pytest.raises(OptionError):
        fitting_options(DEADLINE, 11, wanted)


def test_every_game_can_be_played_without_choosing_anything():
    for rules in all_rules().values():
        for seats in rules.meta.allowed_seats():
            options = complete_options(rules.meta, seats, {})
            assert complete_options(rules.meta, seats, options) == options
