"""What browsers are sent of our styles and scripts: all that is in the source, and not too much."""

from __future__ import annotations

import gzip
from pathlib import PurePosixPath
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from bench.pages import named_in
from config.assets import bundles, packing
from games.registry import all_rules
from tests.support.tables import make_running, make_user

GAMES = list(all_rules())


def source(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    with open(path, encoding="utf-8") as file:
        return file.read()


def sent(name: str) -> bytes:
    """Return a static file as it is sent, before compression."""
    for bundle in bundles.bundle_names():
        if name == bundles.bundle_file(bundle):
            return packing.packed_bundle(bundle, source).encode()
    packers = {".css": packing.packed_sheet, ".js": packing.packed_script}
    if pack := packers.get(PurePosixPath(name).suffix):
        return pack(name, source).encode()
    path = finders.find(name)
    assert isinstance(path, str), name
    with open(path, "rb") as file:
        return file.read()


def test_a_sheet_has_what_it_imports_in_the_named_layer_and_addresses_hold() -> None:
    sheets = {
        "css/site.css": '@layer low, high;\n@import url("parts/a.css") layer(high);\n',
        "css/parts/a.css": '@charset "UTF-8";\n/* why */\n b { src: url("../../vendor/x.woff2"); }',
    }
    flat = packing.packed_sheet("css/site.css", sheets.__getitem__)
    assert flat == ('@layer low, high;\n@layer high {\nb { src: url("../vendor/x.woff2"); }\n}')


def test_a_licence_in_a_sheet_stays() -> None:
    assert packing.packed_sheet("a.css", lambda _: "/*! MIT */b{}/* no */") == "/*! MIT */b{}"


@pytest.mark.parametrize("bundle", bundles.bundle_names())
def test_a_bundle_holds_its_scripts_in_order(bundle: str) -> None:
    whole = packing.packed_bundle(bundle, source)
    parts = [packing.packed_script(part, source) for part in bundles.bundle_parts(bundle)]
    places = [whole.index(part) for part in parts]
    assert places == sorted(places)
    assert sum(map(len, parts)) + 2 * max(len(parts) - 1, 0) == len(whole)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_game_page_keeps_to_its_budget(client: Client, settings: Any, game: str) -> None:
    settings.STATIC_PACKED = True
    seats = max(count for count in all_rules()[game].meta.allowed_seats() if count <= 4)
    people = [make_user(f"weigher{number}") for number in range(seats)]
    match = make_running(*people, game=game)
    client.force_login(people[0])
    page = client.get(f"/matches/{match.code}/").content
    files = {name: sent(name.removeprefix("/static/")) for name in named_in(page.decode())}
    scripts_sent = [data for name, data in files.items() if name.endswith(".js")]
    warm = len(gzip.compress(page, 9))
    cold = warm + sum(len(gzip.compress(data, 9)) for data in files.values())
    assert warm < 10_000
    assert cold < 100_000
    assert sum(len(gzip.compress(data, 9)) for data in scripts_sent) < 28_000
