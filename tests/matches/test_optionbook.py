"""The options of every game, as its rule page explains them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine.stocks import OWN_STOCKS
from games.matches.optionbook import option_book
from games.registry import all_rules, current_rules


def book(game: str) -> dict[str, tuple[str, str]]:
    """Return what the page says of each option: its values and its usual ones."""
    return {
        entry.label: (entry.values, entry.usual) for entry in option_book(current_rules(game).meta)
    }


def test_every_option_of_every_game_has_a_line() -> None:
    for key, rules in all_rules().items():
        lines = option_book(rules.meta)
        chosen = [option.label for option in rules.meta.options if option != OWN_STOCKS]
        assert [line.label for line in lines] == chosen
        assert all(line.values and line.usual and line.help for line in lines), key


def test_an_option_of_another_mode_stands_there_too() -> None:
    assert book("deadline_99")["Free agents"] == ("0–8", "0, 1")


def test_a_row_of_numbers_is_told_by_its_ends() -> None:
    assert book("death_frontline")["Maximum rounds"] == ("5–60", "30")


def test_yes_and_no_are_words() -> None:
    assert book("deadline_99")["Angel and reaper"] == ("No, Yes", "No")


@pytest.mark.parametrize("game", sorted(all_rules()))
@pytest.mark.django_db
def test_every_game_has_a_rule_page(client: Client, game: str) -> None:
    assert f"/rules/{game}/" in client.get("/rules/").content.decode()
    assert client.get(f"/rules/{game}/").status_code == 200
