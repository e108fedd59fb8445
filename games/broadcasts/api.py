"""Broadcasts for programs: what is on show, and what its commentators say. Never a hand."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from games.broadcasts.access import BroadcastNotFound, access_broadcast, access_show
from games.broadcasts.models import Broadcast
from games.broadcasts.presenters import air_context, tables_context
from games.broadcasts.refusals import BroadcastRefusal

router = Router(tags=["broadcasts"])


class ChanceTold(TypedDict):
    """A seat's chance to win, from playouts of the newest position on show."""

    name: str
    percent: int
    error: Annotated[int, Field(description="the standard error, in percent")]


class RemarkTold(TypedDict):
    """What a commentator said."""

    author: str
    ply: int
    text: str


class TableTold(TypedDict):
    """A table, as far as it is on show."""

    match: str
    round: int
    table: int
    ply: int
    url: str
    chances: list[ChanceTold]
    remarks: Annotated[list[RemarkTold], Field(description="the newest first")]


class BroadcastTold(TypedDict):
    """A broadcast with the tables of its newest round on show."""

    broadcast: str
    event: Annotated[str, Field(description="its code")]
    delay: Broadcast.Delay
    amount: int
    ended_at: datetime | None
    commentators: list[str]
    tables: list[TableTold]


@router.get("/broadcasts/{code:code}", response=BroadcastTold)
def broadcast(request: HttpRequest, code: str) -> BroadcastTold:
    """Show a broadcast, to all but those who play in its event now (403)."""
    try:
        access = access_broadcast(request.user, code)
        shows = [one["show"] for one in tables_context(access, None)["tables"]]
        tables = [_table(request, code, show.match.code) for show in shows]
    except BroadcastNotFound:
        raise HttpError(404, "There is no such broadcast.") from None
    except BroadcastRefusal:
        raise HttpError(403, "You play in this event now.") from None
    told = access.broadcast
    return {
        "broadcast": told.code,
        "event": told.tournament.code,
        "delay": Broadcast.Delay(told.delay),
        "amount": told.amount,
        "ended_at": told.ended_at,
        "commentators": [one.username for one in access.commentators],
        "tables": tables,
    }


def _table(request: HttpRequest, code: str, match: str) -> TableTold:
    access = access_show(request.user, code, match)
    show, air = access.show, air_context(access)
    assert show.ply is not None
    address = reverse("broadcasts:table", args=[code, match])
    return {
        "match": match,
        "round": show.round,
        "table": show.table,
        "ply": show.ply,
        "url": request.build_absolute_uri(address),
        "chances": [
            {"name": one["name"], "percent": one["percent"], "error": one["error"]}
            for one in air["chances"]
        ],
        "remarks": [
            {"author": one.author.username, "ply": one.ply, "text": one.text}
            for one in air["remarks"]
        ],
    }
