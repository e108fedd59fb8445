"""The WebSocket handlers of pages with talk: what they share, and that of a club or an event.

Whatever happens in a room, each socket reads the talk again as its own viewer, whose access is
checked then; it sends nothing if that viewer's talk has not changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Self

from games.matches.access import MatchNotFound
from games.rooms.access import RoomNotFound
from games.rooms.selectors import render_closed, render_room_since, room_news
from games.rooms.services import room_group
from games.websockets.handlers.consumer import Consumer


class TalkConsumer(Consumer):
    """A socket whose page shows talk."""

    def read_scope(self, scope: Any) -> None:
        """Note that no talk has been sent yet."""
        super().read_scope(scope)
        self.talk_shown: tuple[Any, ...] = ()
        self.talk_lock = asyncio.Lock()

    def notified(self, message: dict[str, Any]) -> None:
        """Accept a notification, also of talk."""
        if message["type"] == "talk.changed":
            self.handle(self.push_talk)
        else:
            super().notified(message)

    async def push_talk(self) -> None:
        """Push the talk to those who may read it, if there is anything new for them."""
        async with self.talk_lock:
            fresh = await self.ask(self.render_talk)
            if fresh is not None:
                self.talk_shown, html = fresh
                await self.send(html)

    def render_talk(self) -> tuple[tuple[Any, ...], str] | None:
        """Return the talk with its key, or None if it is that in `talk_shown`."""
        raise NotImplementedError


class RoomConsumer(TalkConsumer):
    """Follow the talk of one club or event; `code` is the room's place."""

    sits: frozenset[int] = frozenset()

    def group_name(self) -> str:
        """Return the group of the room's pages."""
        return room_group(self.code)

    def begin(self) -> None:
        """Send the talk once the socket is open."""
        self.handle(self.push_talk)

    async def push_talk(self) -> None:
        """Push the talk; close if its reader may no longer read it, who is then told so."""
        try:
            await super().push_talk()
        except RoomNotFound:
            if self.talk_shown:
                await self.send(await self.ask(render_closed))
            raise MatchNotFound(self.code) from None

    def render_talk(self) -> tuple[tuple[Any, ...], str] | None:
        """Render the talk, after checking that this person may read it."""
        return render_room_since(self.user, self.code, self.talk_shown)

    @classmethod
    def news_of(cls, sockets: Sequence[Self]) -> dict[Self, tuple[int, frozenset[int]]]:
        """Return each room's last number, and which arranged matches of its reader run."""
        lasts, sits = room_news(
            {one.code for one in sockets}, {one.user.pk for one in sockets if one.login}
        )
        none: frozenset[int] = frozenset()
        return {one: (lasts.get(one.code, 0), sits.get(one.user.pk, none)) for one in sockets}

    async def catch_up_with(self, news: tuple[int, frozenset[int]]) -> None:
        """Push the talk if a notification was lost, or a match began or ended for its reader."""
        last, sits = news
        if not self.talk_shown or last != self.talk_shown[0] or sits != self.sits:
            self.sits = sits
            await self.push_talk()
