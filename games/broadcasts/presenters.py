"""What the pages of a broadcast show, from a match as far as it is on show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from games.broadcasts.access import BroadcastAccess, ShowAccess
from games.broadcasts.cut import cut_of
from games.broadcasts.models import Drawing, Odds, Show
from games.matches.presenters import seat_names
from replays.address import ALL, Address, all_eyes, read_eyes, read_ply
from replays.analysis.plan import Point
from replays.models import Comment
from replays.presenters import replay_context

FEWEST = 10
"""From so many playouts on the chances at a position are shown."""
STAYS = 3
"""For so many moves a drawing is seen: while the match goes on, one would be too short."""
MOST_REMARKS = 40
MOST_OF_ARENA = 24
"""How many of an arena's tables are shown, the newest: its one round has thousands."""


def board_context(access: ShowAccess, query: Mapping[str, str], base: str) -> dict[str, Any]:
    """Return the table at `?ply=` as `?as=`: by default where the broadcast is, all hands open.

    Raises AddressRefused beyond that, as beyond a match's end, and EyesRefused.
    """
    cut = access.cut
    eyes = read_eyes(query.get("as") or ALL, len(cut.seats))
    asked = {"ply": query.get("ply", "last")}
    ply = read_ply(asked, cut.timeline.last)
    context = replay_context(
        timeline=cut.timeline,
        seats=cut.seats,
        address=Address(base=base, ply=ply, eyes=eyes.key, open=True),
        eyes=eyes,
        choices=all_eyes(len(cut.seats)),
    )
    return {**context, "marks": marks_at(access, ply), "show": access.show}


def air_context(access: ShowAccess) -> dict[str, Any]:
    """Return what stands beside the table: how far it is, chances, and what was said so far."""
    show, names = access.show, seat_names(access.cut.seats)
    assert show.ply is not None
    return {
        "broadcast": access.broadcast,
        "show": show,
        "base": reverse("broadcasts:table", args=[access.broadcast.code, show.match.code]),
        "newest_marks": marks_at(access, show.ply),
        "chances": chances_of(show, names),
        "remarks": remarks_of(access)[:MOST_REMARKS],
        "commentators": [one.username for one in access.commentators],
    }


def drawn_at(show: Show, ply: int) -> QuerySet[Drawing]:
    """Return the drawings that are seen at a ply."""
    return show.drawings.filter(ply__gt=ply - STAYS, ply__lte=ply)


def marks_at(access: ShowAccess, ply: int) -> str:
    """Return the commentators' drawings seen at a ply, as JSON of each one's places."""
    drawn = drawn_at(access.show, ply).filter(author__in=access.heard).order_by("pk")
    return json.dumps(list(drawn.values_list("places", flat=True)))


def remarks_of(access: ShowAccess) -> QuerySet[Comment]:
    """Return what the commentators have said about what is on show, the newest first."""
    said = Comment.objects.filter(match=access.show.match, ply__lte=access.show.ply)
    heard = said.filter(author__in=access.heard)
    return heard.select_related("author").order_by("-ply", "-pk")


def chances_of(show: Show, names: list[str]) -> list[dict[str, Any]]:
    """Return each seat's chance to win in percent, at the newest position played out enough.

    Each seat's is over deals as that seat could imagine them, so they are scaled to add up to 100.
    """
    found = Odds.objects.filter(show=show, ply__lte=show.ply, rollouts__gte=FEWEST)
    odds = found.order_by("-ply").first()
    if odds is None:
        return []
    point = Point(odds.ply, odds.rollouts, tuple(odds.won), tuple(odds.squares))
    scale = 100 / (sum(point.chance(seat) for seat in range(len(names))) or 1)
    return [
        {
            "seat": seat,
            "name": name,
            "percent": round(scale * point.chance(seat)),
            "error": round(scale * point.error(seat)),
        }
        for seat, name in enumerate(names)
    ]


def tables_context(access: BroadcastAccess, number: int | None) -> dict[str, Any]:
    """Return the tables on show of a round, by default the newest; of an arena the last ones."""
    shows = [
        show
        for show in access.broadcast.shows.select_related("match")
        if show.ply is not None and not show.match.is_held_back
    ]
    rounds = sorted({show.round for show in shows})
    newest = number if number in rounds else (rounds[-1] if rounds else None)
    tables = [show for show in shows if show.round == newest]
    if access.broadcast.tournament.format == "arena":
        tables = tables[-MOST_OF_ARENA:]
    return {
        "broadcast": access.broadcast,
        "tournament": access.broadcast.tournament,
        "rounds": rounds,
        "round": newest,
        "tables": [
            {"show": show, "names": partial(_names_of, show)}  # only one page asks for them
            for show in tables
        ],
        "next_at": _next_at(access),
    }


def _names_of(show: Show) -> list[str]:
    return seat_names(cut_of(show).seats)


def _next_at(access: BroadcastAccess) -> datetime | None:
    """Return when the next table is on, if that is known."""
    if access.broadcast.ended_at is not None:
        return None
    waiting = access.broadcast.shows.filter(ply=None, is_whole=False, starts_at__isnull=False)
    return waiting.order_by("starts_at").values_list("starts_at", flat=True).first()
