"""The live page of a started match: what everybody sees, what one viewer does, and what changed.

Public regions are projected and rendered once for all viewers of a revision; private ones go beside
them, or instead of those with the same id.

The first message on a connection is the whole table as HTML. After that, a page gets the regions
that changed, by id, and new log lines. It gets the surrounding markup again only if the regions'
layout changes, with slots for the regions it already has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from django.utils.translation import get_language, gettext

from games.engine.showing import Region
from games.engine.viewer import Viewer
from games.matches import regions, store
from games.matches.access import Access
from games.matches.agreement import Agreement, agreement_context
from games.matches.clock import iso, told_now
from games.matches.fragments import (
    NO_REGIONS,
    Regions,
    fill_slots,
    render_fragment,
    rendered_regions,
)
from games.matches.match_cache import projected_once
from games.matches.models import MAX_TIMEOUTS, Match, Seat
from games.matches.offers import offers_shown, offers_to_make
from games.matches.presenters import (
    Projection,
    TablePosition,
    layout_of,
    project_private,
    project_public,
    promises,
    table_of,
)
from games.matches.selectors import clock_context, plays, rematch_shown

Attributes = dict[str, str | None]


@dataclass(frozen=True, eq=False, slots=True)
class PublicTable:
    """The part of a match's page that is the same for everybody, in one language."""

    projection: Projection
    regions: Regions
    attributes: Attributes


@dataclass(frozen=True, eq=False, slots=True)
class LiveTable:
    """One viewer's page of a started match.

    `frame` holds the arguments of `matches/_live.jinja`, which places the regions; `attributes`
    are the attributes of #stage that change with every move.
    """

    projection: Projection
    regions: Regions
    frame: dict[str, Any]
    attributes: Attributes

    @property
    def events(self) -> int:
        """Return how many events there have been."""
        return len(self.projection.position.position.log)

    def html(self, *, oob: bool = True) -> str:
        """Render everything, for a page or, with `oob`, as an out-of-band replacement."""
        return fill_slots(self.outline(oob=oob), self.regions)

    def outline(self, *, oob: bool = True) -> str:
        """Render the markup around the regions, and the log."""
        context = {
            **self.frame,
            "has_head": True,
            "log": self.projection.lines(),
            "attributes": self.attributes,
            "oob": oob,
        }
        return render_fragment("matches/_live.jinja", get_language() or "", context)


class SentTable:
    """What one page shows of a table, according to the messages sent on this connection."""

    __slots__ = ("_events", "_frame", "_regions")

    def __init__(self) -> None:
        self._frame: dict[str, Any] | None = None
        self._regions: Regions = NO_REGIONS
        self._events = 0

    def message(self, table: LiveTable, beside: str = "") -> str:
        """Return the message that makes the page show `table` and the HTML `beside` it."""
        text = table.html() + beside if self._frame is None else self._changes(table, beside)
        self._frame, self._regions, self._events = table.frame, table.regions, table.events
        return text

    def _changes(self, table: LiveTable, beside: str) -> str:
        is_rearranged = table.frame != self._frame
        new = [] if is_rearranged else table.projection.lines(self._events)
        message = {
            "stage": table.attributes,
            "frame": table.outline() if is_rearranged else "",
            "regions": {
                id: one.html
                for id, one in table.regions.items()
                if not one.is_like(self._regions.get(id))
            },
            "log": {line.id: line.item for line in new},
            "beside": beside,
        }
        return orjson.dumps(message, default=str).decode()


def live_table(access: Access, position: store.Position | None = None) -> LiveTable:
    """Return a started match as somebody whose access was just checked sees it.

    Built once per seat, and once for all spectators. If `position` is given, nothing is read from
    the database for a running match.
    """
    match, language = access.match, get_language() or ""
    part = "watching" if access.seat is None else f"seat-{access.seat.number}"

    def project(previous: LiveTable | None) -> LiveTable:
        shown = _shown(access, position or store.load_position(match))
        make = partial(_public_table, match, shown, access.everybody)
        public = projected_once(match, "public", language, make)
        return _live_table(access, public, previous)

    return projected_once(match, part, language, project)


def _shown(access: Access, position: store.Position) -> TablePosition:
    match = access.match
    turn = {"code": match.code, "paused": match.paused_at is not None}
    return TablePosition(
        rules=match.rules,
        seats=access.seats,
        position=position,
        ply=match.ply,
        clock=clock_context(match),
        turn=turn | {"over": True} if match.status == Match.Status.VOID else turn,
        is_live=True,
    )


def _public_table(
    match: Match, shown: TablePosition, viewer: Viewer, previous: PublicTable | None
) -> PublicTable:
    known = previous.regions if previous else NO_REGIONS
    projection = project_public(shown, viewer, known)
    agreement = agreement_context(match, shown.seats, None, shown.rules, shown.position.state)
    offers = offers_shown(match, shown.seats, shown.rules, shown.position.state)
    beside = [
        regions.head(match, None, agreement, offers),
        regions.cue(match, projection.scene, table_of(match.rules).sounds),
        *regions.chain_head(match),
    ]
    found = {**projection.regions, **rendered_regions(beside, known)}
    attributes: Attributes = {
        "data-revision": str(match.revision),
        "data-version": str(match.version),
        "data-now": iso(told_now()),
        "data-my-turn": None,
        "data-outcome": None,
    }
    return PublicTable(projection, found, attributes)


def _live_table(access: Access, public: PublicTable, previous: LiveTable | None) -> LiveTable:
    match, me = access.match, access.seat
    known = previous.regions if previous else NO_REGIONS
    projection = project_private(
        public.projection,
        access.viewer,
        me,
        controls=plays(match, me),
        turn=_own_turn(match, me),
        previous=known,
    )
    shown, scene = projection.position, projection.scene
    agreement = agreement_context(match, access.seats, me, match.rules, shown.position.state)
    beside = [] if me is None else _own_regions(match, me, projection, agreement)
    if scene.is_over:
        beside.append(regions.result(match.rules, scene, access, rematch_shown(access)))
    private = {**projection.regions, **rendered_regions(beside, known, public.regions)}
    own: Attributes = {"data-my-turn": gettext("Your turn")} if scene.legal else {}
    if scene.is_over:
        own["data-outcome"] = regions.outcome_of(scene)
    return LiveTable(
        projection,
        {**public.regions, **private} if private else public.regions,
        _frame(access, projection, agreement),
        {**public.attributes, **own},
    )


def _own_turn(match: Match, me: Seat | None) -> dict[str, Any]:
    """Return what a player's turn bar shows besides."""
    if me is None:
        return {}
    if me.stand_in:
        return {"stand_in": True}
    is_last = me.timeouts_in_row == MAX_TIMEOUTS - 1
    return {"last_warning": True, "on_absence": str(match.on_absence)} if is_last else {}


def _own_regions(
    match: Match, me: Seat, own: Projection, agreement: Agreement | None
) -> list[Region]:
    shown, state = own.position, own.position.position.state
    found = [
        regions.head(
            match, me.number, agreement, offers_shown(match, shown.seats, shown.rules, state)
        ),
        regions.cue(match, own.scene, table_of(match.rules).sounds),
    ]
    if agreement is not None and agreement.may:
        offers = offers_to_make(match, shown.seats, me, shown.rules, state)
        found.append(regions.menu(match, agreement, offers))
    return found


def _frame(access: Access, projection: Projection, agreement: Agreement | None) -> dict[str, Any]:
    match, scene = access.match, projection.scene
    is_over = scene.is_over or match.status == Match.Status.VOID
    return {
        **layout_of(projection.position, scene),
        "stage": "over" if is_over else "live",
        "game": match.game,
        "code": match.code,
        "has_help": scene.me is not None and not scene.is_over,
        "substitutes": [one.seat for one in projection.position.holders.substitutes],
        "commitment": match.commitment,
        "promises": [[one, str(name), *more] for one, name, *more in promises(access.seats)],
    }
