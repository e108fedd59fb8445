"""The header's menu: whoever follows a link of it sees in the menu where they are."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
MENU = re.compile(r'<nav class="site-nav".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]+)"\s*(aria-current="page")?>')


def menu_at(client: Client, path: str) -> dict[str, bool]:
    """Return the menu's links as a page shows them, and whether each is where one is."""
    found = MENU.search(client.get(path).content.decode())
    assert found is not None
    return {href: bool(current) for href, current in LINK.findall(found[0])}


def test_the_menu_shows_where_one_is(client: Client) -> None:
    paths = menu_at(client, "/")
    assert len(paths) == 7
    for path in paths:
        assert menu_at(client, path) == {other: other == path for other in paths}
