"""Pushes by what has changed: the page has the whole text again, whatever it was told before."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.matches.sockets.changes import NOTHING, changes
from tests.support.lines import ASKING, Lines
from tests.support.sockets import in_thread, path_of, players, push, revision_of, socket
from tests.support.tables import act_for, first_legal

LINES = st.lists(st.sampled_from(["<p>", "</p>", "", '<b title="x">3 ♠</b>', "{", "[0, 1]", "−"]))
TEXTS = st.lists(LINES.map("\n".join), min_size=1, max_size=6)


@given(TEXTS)
def test_the_page_has_each_text_whole(texts):
    page, has = Lines(), NOTHING
    for text in texts:
        told, has = changes(has, text)
        assert page.read(told) == text


def told_after(before, after):
    _, has = changes(NOTHING, before)
    return json.loads(changes(has, after)[0])["lines"]


def test_only_new_lines_are_told():
    assert told_after("a\nb\nc\nd", "a\nb\nnew\nd\na") == [[0, 2], "new", [3, 4], [0, 1]]


def test_a_text_that_is_the_same_is_two_numbers():
    assert told_after("a\n\nb\n\na", "a\n\nb\n\na") == [[0, 5]]


@pytest.mark.usefixtures("give_connections_back")
@pytest.mark.django_db(transaction=True)
class TestOfAMatch:
    """Links of a page that takes changes, beside one that was loaded before there were any."""

    async def test_each_shows_the_same(self, settings):
        settings.HEARTBEAT_SECONDS = 60
        ada, bo, match = await in_thread(players)
        new, page = Lines(), path_of(match)
        async with socket(page + ASKING, bo) as link:
            first = new.read(await push(link))
            async with socket(page, bo) as old:
                assert await push(old) == first
                await in_thread(lambda: act_for(match, ada, first_legal(match)))
                message, now = await push(link), await push(old)
        assert new.read(message) == now
        assert revision_of(now) == match.revision
        assert match.commitment in now
        assert match.commitment not in message, "told again, though it never changes"

    async def test_a_new_link_is_told_all(self, settings):
        settings.HEARTBEAT_SECONDS = 60
        _, bo, match = await in_thread(players)
        for _ in range(2):
            async with socket(path_of(match) + ASKING, bo) as link:
                assert 'id="stage"' in Lines().read(await push(link))
