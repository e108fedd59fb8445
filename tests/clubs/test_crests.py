"""Crests: every club has one, directors choose it, and every choice can be told from its ground."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.clubs.crest import COLOURS, METALS, SHAPES, SIGNS, crest_of
from accounts.clubs.models import JournalEntry
from config import ROOT
from config.templatetags.assets import icon_address
from tests.support.clubs import make_club
from tests.support.tables import make_user

CHOSEN = {"shape": "crest-round", "colour": "plum", "metal": "silver", "sign": "sign-key"}
LEAST_CONTRAST = 4.5


def luminance(colour: str) -> float:
    """Return the relative luminance of a #rrggbb colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_metal_stands_out_from_every_colour() -> None:
    sheet = (ROOT / "static" / "css" / "crests.css").read_text()
    known = dict(re.findall(r'data-(?:colour|metal)="(\w+)"\] \{ \w+: (#[0-9a-f]{6});', sheet))
    assert set(known) == {*COLOURS, *METALS}
    for colour in COLOURS:
        for metal in METALS:
            contrast = (luminance(known[metal]) + 0.05) / (luminance(known[colour]) + 0.05)
            assert contrast >= LEAST_CONTRAST, f"{metal} on {colour}"


def test_every_part_is_drawn() -> None:
    for name in (*SHAPES, *SIGNS):
        assert icon_address(name).endswith(f"#{name}")
        assert ("icons/crests" in icon_address(name)) != name.startswith("suit-")


def test_a_club_without_a_chosen_crest_has_one_of_its_own() -> None:
    crests = {crest_of(f"club-{n}") for n in range(200)}
    assert len(crests) > 150
    assert {one.sign for one in crests} == set(SIGNS)
    assert crest_of("aces") == crest_of("aces", "")
    assert crest_of("aces", " ".join(CHOSEN.values())) == tuple(CHOSEN.values())


@pytest.mark.django_db
def test_a_director_chooses_the_crest_that_all_pages_of_the_club_then_show(client: Client) -> None:
    owner = make_user("owner")
    club = make_club(owner)
    address = reverse("clubs:crest", args=[club.slug])
    client.force_login(owner)
    assert client.post(address, {**CHOSEN, "sign": "skull"}).status_code == 422
    club.refresh_from_db()
    assert club.crest == ""
    assert client.post(address, CHOSEN).status_code == 302
    for page in (reverse("clubs:home", args=[club.slug]), reverse("clubs:list"), address):
        text = client.get(page).content.decode()
        assert 'data-colour="plum" data-metal="silver"' in text
        assert "#sign-key" in text
    assert JournalEntry.objects.get(club=club, verb="crested").actor == owner
