"""No page is forgotten: the list of pages against the URL configuration."""

from __future__ import annotations

from collections import Counter

from games.registry import all_rules
from tests.gallery.pages import NOT_PAGES, PAGES, page_routes


def test_every_route_has_a_page_or_a_reason_why_it_has_none() -> None:
    shown = {page.route for page in PAGES} - {""}
    forgotten = page_routes() - shown - set(NOT_PAGES) - {"None"}
    assert forgotten == set(), "add them to PAGES or NOT_PAGES in tests/gallery/pages.py"
    assert shown & set(NOT_PAGES) == set()
    assert set(NOT_PAGES) <= page_routes()


def test_pictures_have_names_of_their_own() -> None:
    assert [name for name, count in Counter(page.name for page in PAGES).items() if count > 1] == []


def test_every_registered_game_is_shown() -> None:
    shown = {page.name for page in PAGES}
    for kind in ("table-new", "rules", "match-turn", "match-over", "replay"):
        assert {f"{kind}-{game}" for game in all_rules()} <= shown
