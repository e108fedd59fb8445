"""One listener for all sockets of a process: who is notified, and that nothing makes it deaf."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.websockets.groups import PAUSE, groups, send
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.asyncio
OFTEN = 200  # as processes of the version before send while all are restarted in turn


class Page:
    """What notes its notifications; with `fails` it cannot bear them."""

    def __init__(self, *, fails: bool = False) -> None:
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.fails = fails

    def notified(self, message: dict[str, Any]) -> None:
        if self.fails:
            raise ValueError("it broke")
        self.heard.put_nowait(message["type"])

    async def next(self) -> str:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)


async def changed(group: str, what: str = "changed") -> None:
    await send([group], {"type": what})


async def test_a_notification_reaches_all_of_its_group_and_nobody_else() -> None:
    one, other, elsewhere = Page(), Page(), Page()
    board = groups()
    for page, group in ((one, "a"), (other, "a"), (elsewhere, "b")):
        await board.join(group, page)
    await changed("a")
    await changed("b", "later")
    assert [await one.next(), await other.next()] == ["changed", "changed"]
    assert await elsewhere.next() == "later"
    assert [page.heard.qsize() for page in (one, other, elsewhere)] == [0, 0, 0]
    assert len(get_channel_layer().groups["a"]) == 1, "the layer knows the process, not its sockets"
    for page, group in ((one, "a"), (other, "a"), (elsewhere, "b")):
        await board.leave(group, page)


async def test_who_has_left_hears_nothing_and_the_last_one_out_ends_the_listening() -> None:
    stays, leaves = Page(), Page()
    board = groups()
    await board.join("a", stays)
    await board.join("a", leaves)
    await board.leave("a", leaves)
    await board.leave("a", leaves)
    await changed("a")
    assert await stays.next() == "changed"
    assert leaves.heard.empty()
    listening = board.listening
    assert listening is not None
    await board.leave("a", stays)
    await asyncio.wait([listening], timeout=PATIENCE)
    assert listening.cancelled()
    assert board.listening is None
    assert board.members == {}
    assert get_channel_layer().groups.get("a", {}) == {}
    await board.join("a", stays)
    await changed("a", "again")
    assert await stays.next() == "again"
    await board.leave("a", stays)


async def test_a_socket_that_breaks_keeps_no_other_from_hearing(caplog: Any) -> None:
    board, pages = groups(), [Page(), Page(fails=True), Page()]
    for page in pages:
        await board.join("a", page)
    await changed("a")
    await changed("a", "more")
    for page in (pages[0], pages[2]):
        assert [await page.next(), await page.next()] == ["changed", "more"]
    assert "a notification failed" in caplog.text
    for page in pages:
        await board.leave("a", page)


async def test_what_another_version_sends_makes_nobody_deaf_nor_late(caplog: Any) -> None:
    board, page = groups(), Page()
    await board.join("a", page)
    began = time.monotonic()
    for _ in range(OFTEN):
        await get_channel_layer().group_send("a", {"type": "of another version"})
    await changed("a")
    assert await page.next() == "changed"
    assert time.monotonic() - began < OFTEN * PAUSE / 2
    assert not caplog.text
    await board.leave("a", page)
