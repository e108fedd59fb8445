"""The rule books: open to everybody, made from the games' data."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.rulebook import READINGS

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, *args: str) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


def test_the_index_leads_to_every_rule_book(client: Client) -> None:
    assert reverse("rules:game", args=["death_frontline"]) in page(client, "rules:index")


def test_an_unknown_game_has_no_rule_book(client: Client) -> None:
    assert client.get(reverse("rules:game", args=["chess"])).status_code == 404


def test_death_frontline_shows_its_cards_ranges_and_settled_readings(client: Client) -> None:
    html = page(client, "rules:game", "death_frontline")
    assert html.count('<svg class="range"') == len(CATALOGUE.ranges)
    for name in {card.name for card in CATALOGUE.cards.values()} | set(READINGS):
        assert escape(name) in html
