"""The site as an app on the home screen: its manifest, its icons, the number on its icon."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.support.tables import make_running, make_user

LANGUAGES = [code for code, _ in settings.LANGUAGES]
FELT = (0x17, 0x45, 0x36)


def manifest(client: Client, language: str) -> Any:
    answer = client.get(f"/manifest/{language}.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    return answer.json()


def test_the_manifest_speaks_the_language_in_its_address(client: Client) -> None:
    described = {manifest(client, language)["description"] for language in LANGUAGES}
    assert len(described) == len(LANGUAGES)
    assert client.get("/manifest/xx.webmanifest").status_code == 404


@pytest.mark.django_db
def test_every_page_names_the_manifest_of_its_language(client: Client) -> None:
    page = client.get("/rules/", headers={"Accept-Language": "zh-hant"}).content.decode()
    assert 'href="/manifest/zh-hant.webmanifest"' in page


@pytest.mark.django_db
def test_every_shortcut_opens_a_page_that_has_the_place_it_names(client: Client) -> None:
    shortcuts = manifest(client, "en")["shortcuts"]
    assert [one["name"] for one in shortcuts] == ["Play now", "Your tables", "Replays"]
    for one in shortcuts:
        path, _, place = one["url"].partition("#")
        page = client.get(path)
        assert page.status_code == 200
        assert not place or f'id="{place}"' in page.content.decode()


def icons(client: Client, purpose: str) -> list[Image.Image]:
    """Return the manifest's icons for a purpose, each of the size it names."""
    found = []
    for icon in manifest(client, "en")["icons"]:
        if icon["purpose"] == purpose:
            path = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
            picture = Image.open(Path(str(path))).convert("RGBA")
            assert icon["sizes"] == f"{picture.width}x{picture.height}"
            found.append(picture)
    return found


def test_maskable_icons_fill_their_square_and_draw_within_the_safe_zone(client: Client) -> None:
    assert [picture.width for picture in icons(client, "maskable")] == [192, 512]
    for picture in icons(client, "maskable"):
        middle = (picture.width - 1) / 2
        drawn = [
            math.hypot(x - middle, y - middle)
            for x in range(picture.width)
            for y in range(picture.height)
            if picture.getpixel((x, y)) != (*FELT, 255)
        ]
        assert 0.25 * picture.width < max(drawn) <= 0.4 * picture.width


def test_other_icons_have_a_shape_of_their_own(client: Client) -> None:
    assert [picture.width for picture in icons(client, "any")] == [192, 512]
    for picture in icons(client, "any"):
        corner = picture.getpixel((0, 0))
        assert isinstance(corner, tuple)
        assert corner[3] == 0


@pytest.mark.django_db
def test_the_number_on_the_icon_is_that_of_the_tables_that_wait(client: Client) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    for user in (ada, bo):
        client.force_login(user)
        seat = match.seats.get(user=user).number
        assert client.get("/tables/waiting").json() == {"waiting": int(seat == match.to_act)}
    assert Client().get("/tables/waiting").json() == {"waiting": 0}
