"""The table of a game that brings no template: any view can be drawn, and shows no more."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.matches import generic
from games.matches.access import access_match
from games.registry import all_rules, current_rules
from tests.support.generic import generic_context, generic_html
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_every_game_could_be_played_without_a_template_of_its_own(game):
    rules = current_rules(game)
    seats = rules.meta.allowed_seats()[0]
    people = [make_user(f"player{number}") for number in range(seats)]
    match = make_running(*people, game=game)
    for user in people:
        access = access_match(user, match.code)
        legal = generic_context(access)["legal"]
        assert generic_html(access).count("data-action") == len(legal)


@pytest.mark.parametrize(("language", "between"), [("en", ", "), ("zh-hant", "、")])
def test_a_list_is_parted_as_the_language_parts_it(language, between):
    with override(language):
        [row] = generic.rows({"names": ["bo", "ada"]}, 3, current_rules("deadline_99"))
    assert row.text == f"bo{between}ada"


def test_hidden_cards_are_their_number_and_hidden_values_a_dash():
    rules = current_rules("deadline_99")
    state = {"hands": [{"count": 5}, ["3S", "KH"]], "turn": None, "allow": True, "count": 7}
    rows = generic.rows(state, 2, rules)
    assert [(row.label, row.text, row.seat) for row in rows] == [
        ("Hands", "5 hidden cards", 0),
        ("Hands", "3 of spades, King of hearts", 1),
        ("Turn", "–", None),
        ("Allow", "Yes", None),
        ("Count", "7", None),
    ]


def test_a_pile_belongs_to_no_seat_even_with_one_card_for_each():
    rules = current_rules("deadline_99")
    rows = generic.rows({"pile": ["3S", "KH"], "roles": ["king", None]}, 2, rules)
    assert [(row.text, row.seat) for row in rows] == [
        ("3 of spades, King of hearts", None),
        ("king", 0),
        ("–", 1),
    ]


def test_an_action_is_a_button_with_its_words_and_its_canonical_text():
    rules = current_rules("deadline_99")
    [choice] = generic.choices([{"type": "play", "card": "10D", "op": "-"}], rules)
    assert choice.text == "Play · Card: 10 of diamonds · Op: -"
    assert choice.json == '{"card":"10D","op":"-","type":"play"}'
