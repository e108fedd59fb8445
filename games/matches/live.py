"""The live page of a started match for one viewer: regions, log, and per-move attributes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import get_language, gettext

from games.engine.showing import Region
from games.engine.viewer import PUBLIC
from games.matches import regions, store
from games.matches.access import Access
from games.matches.agreement import Agreement, agreement_context
from games.matches.clock import iso, told_now
from games.matches.drawables import Drawable, drawn, filled, written
from games.matches.drawings import made_once
from games.matches.models import MAX_TIMEOUTS, Match
from games.matches.presenters import (
    LogLine,
    Looked,
    Shown,
    drawables,
    promises,
    public_part,
    shown_to,
)
from games.matches.selectors import clock_context, plays, rematch_shown


@dataclass(frozen=True, slots=True)
class LiveTable:
    """The content of one viewer's page of a started match.

    `frame` holds the arguments of `matches/_live.jinja`, which places the regions; `attributes`
    are the attributes of #stage that change with every move.
    """

    language: str
    frame: dict[str, Any]
    frame_key: bytes
    regions: dict[str, Drawable]
    log: list[LogLine]
    attributes: dict[str, str | None]

    def html(self, *, oob: bool = True) -> str:
        """Render everything, for a page or, with `oob`, as an out-of-band replacement."""
        return filled(self.outline(oob=oob), self.regions, self.language)

    def outline(self, *, oob: bool = True) -> str:
        """Render the markup around the regions, and the log."""
        context = {
            **self.frame,
            "has_head": True,
            "log": self.log,
            "attributes": self.attributes,
            "oob": oob,
        }
        return drawn("matches/_live.jinja", self.language, context)


def live_table(access: Access, position: store.Position | None = None) -> LiveTable:
    """Return a started match as somebody whose access was just checked sees it.

    Built once per seat, and once for all spectators. If `position` is given, nothing is read from
    the database for a running match.
    """
    language = get_language() or ""
    part = "watching" if access.seat is None else f"seat-{access.seat.number}"
    make = partial(_live_table, access, position, language)
    return made_once(access.match, part, language, make)


def _live_table(access: Access, position: store.Position | None, language: str) -> LiveTable:
    match, me = access.match, access.seat
    position = position or store.load_position(match)
    rules = match.rules
    looked = Looked(
        rules=rules,
        seats=access.seats,
        position=position,
        ply=match.ply,
        clock=clock_context(match),
        is_live=True,
    )
    viewer = access.viewer
    everybodys = partial(public_part, looked, viewer if viewer.sees_all else PUBLIC)
    shown = shown_to(
        looked,
        viewer,
        me,
        controls=plays(match, me),
        turn=_turn(access),
        public=made_once(match, "public", language, everybodys),
    )
    agreement = agreement_context(match, access.seats, me, rules, position.state)
    beside = drawables(_beside(access, shown, agreement))
    frame = _frame(access, shown, agreement)
    return LiveTable(
        language,
        frame,
        written(frame),
        {region.id: region for region in [*shown.regions, *beside]},
        shown.lines,
        _attributes(match, shown),
    )


def _turn(access: Access) -> dict[str, Any]:
    """Return what a match's turn bar shows beyond that of any position."""
    match, me = access.match, access.seat
    turn = {
        "code": match.code,
        "paused": match.paused_at is not None,
        "stand_in": bool(me and me.stand_in),
        "last_warning": me is not None and me.timeouts_in_row == MAX_TIMEOUTS - 1,
        "on_absence": str(match.on_absence),
    }
    return turn | {"over": True} if match.status == Match.Status.VOID else turn


def _beside(access: Access, shown: Shown, agreement: Agreement | None) -> list[Region]:
    """Return the regions that do not depend on the game."""
    match, scene = access.match, shown.scene
    rules = match.rules
    found = [
        regions.head(match, rules, scene.me, agreement),
        regions.cue(match, scene),
        *regions.chain_head(match),
    ]
    if agreement is not None and agreement.may:
        found.append(regions.motions(match, agreement))
    if scene.is_over:
        found.append(regions.result(rules, scene, match, rematch_shown(access)))
    return found


def _frame(access: Access, shown: Shown, agreement: Agreement | None) -> dict[str, Any]:
    match, scene = access.match, shown.scene
    is_over = scene.is_over or match.status == Match.Status.VOID
    return {
        **shown.arranged,
        "stage": "over" if is_over else "live",
        "game": match.game,
        "code": match.code,
        "may": agreement is not None and agreement.may,
        "has_help": scene.me is not None and not scene.is_over,
        "commitment": match.commitment,
        "promises": [[one, str(name), *more] for one, name, *more in promises(access.seats)],
    }


def _attributes(match: Match, shown: Shown) -> dict[str, str | None]:
    return {
        "data-revision": str(match.revision),
        "data-version": str(match.version),
        "data-now": iso(told_now()),
        "data-my-turn": gettext("Your turn") if shown.scene.legal else None,
    }
