"""Project a position to regions for a viewer; shared by live play, lessons and replays.

Any state passed in is projected to an observation at once: regions contain only what `observe`
and `seen_by` show this viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from games.engine.contract import Action, JsonObject, Rules
from games.engine.holders import Holders, Substitute
from games.engine.match import still_in
from games.engine.showing import Region, Scene, SeatFacts, SinceThen, TableRegions
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.matches import generic
from games.matches.fragments import NO_REGIONS, Regions, rendered_regions
from games.matches.log import LogLine, latest_ply, log_lines, since_then, with_takeovers
from games.matches.models import Seat
from games.matches.recent import Recent
from games.matches.regions import ending, result
from games.matches.store import LoggedEvent, Position

MAX_RECAPS = 200


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """Return the seats' names in the active language, by seat number."""
    return [seat.shown_name for seat in seats]


def holders_of(seats: Sequence[Seat]) -> Holders:
    """Return who held the seats when, with names in the active language."""
    substitutes = [
        Substitute(seat.number, seat.taken_over_after, str(seat.shown_name))
        for seat in seats
        if seat.taken_over_after is not None
    ]
    came = sorted(substitutes, key=lambda one: one.after)
    return Holders(tuple(str(seat.began_name) for seat in seats), tuple(came))


def promises(seats: Sequence[Seat]) -> list[tuple[int, str, str, bool]]:
    """Return (number, name, commitment, is a bot's) for each seat that has committed."""
    return [
        (seat.number, seat.shown_name, seat.seat_commitment, bool(seat.bot))
        for seat in seats
        if seat.seat_commitment
    ]


def recap_of(rules: Rules, log: Sequence[LoggedEvent]) -> JsonObject | None:
    """Return the game's score sheet, if it has one; computed once per position for all viewers."""
    recap = rules.showing.recap
    if recap is None or not log:
        return None
    ends = log[0], log[-1]
    known = _recaps.get((id(ends[0]), id(ends[1])))
    if known is None or known[0][0] is not ends[0] or known[0][1] is not ends[1]:
        known = ends, recap([logged.event for logged in log])
        _recaps.put((id(ends[0]), id(ends[1])), known)
    return known[1]


_recaps: Recent[tuple[tuple[LoggedEvent, LoggedEvent], JsonObject]] = Recent(MAX_RECAPS)


def seat_facts(seats: Sequence[Seat], view: JsonObject) -> list[SeatFacts]:
    """Return the seats as the table shows them, with ranks only once the match is over."""
    ranks = view["result"]["ranks"] if view["result"] else [None] * len(seats)
    scores = (view["result"] or {}).get("scores") or [None] * len(seats)
    return [
        SeatFacts(
            number=seat.number,
            name=str(name),
            bot=seat.bot,
            user_id=seat.began_id,
            to_act=seat.number in view["to_act"],
            resigned=view["resigned"][seat.number],
            is_away=seat.is_away and not view["result"],
            stand_in=seat.stand_in,
            stood_in=seat.stood_in,
            rank=ranks[seat.number],
            score=scores[seat.number],
            is_drawn=set(ranks) == {1},
            began=str(seat.began_name) if seat.is_taken_over else "",
            began_face=seat.starter_face,
            taken_over_after=seat.taken_over_after,
            face=seat.face,
        )
        for seat, name in zip(seats, seat_names(seats), strict=True)
    ]


@dataclass(frozen=True, kw_only=True)
class TablePosition:
    """The position to show: its seats, state, log and ply."""

    rules: Rules
    seats: Sequence[Seat]
    position: Position
    ply: int
    clock: JsonObject | None = None
    turn: JsonObject = field(default_factory=dict)
    """What a match's turn bar says to everybody besides: paused, over."""
    is_live: bool = False
    """Whether this is live play rather than a replay."""
    past: Holders | None = None
    """In a replay, who held the seats when; in live play the seats say it."""

    def lines(self, viewer: Viewer, start: int) -> list[LogLine]:
        """Return the newest log lines from event `start` on, as `viewer` may read them."""
        return log_lines(self.rules, self.position.log, viewer, self.holders, start)

    @cached_property
    def holders(self) -> Holders:
        """Return who held the seats up to this position."""
        found = self.past or holders_of(self.seats)
        if self.is_live:
            return found
        came = tuple(one for one in found.substitutes if one.after < self.ply)
        return replace(found, substitutes=came)

    @cached_property
    def ply_start(self) -> int:
        """Return the index of the newest ply's first event."""
        log = self.position.log
        start = len(log)
        while start and log[start - 1].ply == log[-1].ply:
            start -= 1
        return start


class Projection(NamedTuple):
    """What everybody sees of a position, or one viewer in addition: a scene and regions by id."""

    position: TablePosition
    viewer: Viewer
    scene: Scene
    regions: Regions
    newest: list[LogLine]
    """The newest ply's log lines."""

    def lines(self, start: int = 0) -> list[LogLine]:
        """Return the newest log lines from event `start` on, as the viewer may read them."""
        shown, found = self.position, [line for line in self.newest if line.index >= start]
        if start < shown.ply_start:
            found = shown.lines(self.viewer, start)
        if not shown.holders.substitutes:
            return found
        return with_takeovers(shown.rules, shown.position.log, shown.holders, found, start)


def project_public(
    shown: TablePosition, viewer: Viewer = PUBLIC, previous: Regions = NO_REGIONS
) -> Projection:
    """Return what everybody sees: the spectator's observation, or all hands if they are open.

    Regions equal to those of the `previous` position are the same objects.
    """
    rules, log = shown.rules, shown.position.log
    view = snapshot(rules, shown.position.state, shown.ply, viewer)
    newest = shown.lines(viewer, shown.ply_start)
    seats = seat_facts(shown.seats, view)
    scene = Scene(
        view=view,
        seats=seats,
        is_open=viewer.sees_all or (view["finished"] and not viewer.stays_closed),
        latest=latest_ply(log, newest, table_of(rules)),
        clock=shown.clock,
        turn=_turn_facts(shown, view, seats, is_mine=False),
        recap=recap_of(rules, log),
    )
    regions = [_ending(shown, scene), result(rules, scene)] if scene.is_over else []
    regions += table_of(rules).public(scene)
    return Projection(shown, viewer, scene, rendered_regions(regions, previous), newest)


def project_private(
    public: Projection,
    viewer: Viewer,
    me: Seat | None,
    *,
    controls: bool = False,
    turn: JsonObject | None = None,
    previous: Regions = NO_REGIONS,
) -> Projection:
    """Return what `viewer` sees besides, or instead of, the public regions.

    `me` is the seat at the bottom of the table; with `controls` its legal actions are offered. A
    replay may come from a file, so seats may be unsaved and have no match row.
    """
    if me is None:
        return public._replace(regions=NO_REGIONS)
    shown, newest, view = public.position, public.newest, public.scene.view
    rules, position, legal = shown.rules, shown.position, list[Action]()
    if viewer.seat is None:
        viewer = public.viewer
    else:
        newest = shown.lines(viewer, shown.ply_start)
        view = snapshot(rules, position.state, shown.ply, viewer)
    if controls and me.number in view["to_act"]:
        legal = sorted_actions(rules.legal_actions(position.state, me.number))
    facts = _turn_facts(shown, view, public.scene.seats, is_mine=bool(legal))
    scene = replace(
        public.scene,
        view=view,
        latest=latest_ply(position.log, newest, table_of(rules)),
        since=_since(shown, viewer, me),
        me=me.number,
        legal=legal,
        controls=controls,
        turn={**facts, **(turn or {})},
    )
    regions = [result(rules, scene)] if scene.is_over else []
    regions += table_of(rules).private(scene)
    changed = rendered_regions(regions, previous, public.regions)
    return Projection(shown, viewer, scene, changed, newest)


def _since(shown: TablePosition, viewer: Viewer, me: Seat) -> SinceThen | None:
    """Return what a player still in a live match is told of the others' moves since their own."""
    rules, position = shown.rules, shown.position
    if not shown.is_live or viewer.seat is None or not still_in(rules, position.state, me.number):
        return None
    return since_then(
        position.log, shown.lines, viewer, me.number, table_of(rules), me.taken_over_after
    )


def _ending(shown: TablePosition, scene: Scene) -> Region:
    """Return how the match ended, as the game tells it."""
    story, log = shown.rules.showing.story, shown.position.log
    told = story(shown.position.state, [one.event for one in log]) if story else ()
    return ending(shown.rules, scene, told)


def _turn_facts(
    shown: TablePosition, view: JsonObject, seats: Sequence[SeatFacts], *, is_mine: bool
) -> JsonObject:
    """Return what every turn bar says: whose turn it is and how much time is left."""
    return {
        "game": shown.rules.meta.key,
        "over": view["finished"],
        "mine": is_mine,
        "to_act": [] if is_mine else [seat.name for seat in seats if seat.to_act],
        "clock": shown.clock,
        **shown.turn,
    }


def layout_of(shown: TablePosition, scene: Scene) -> JsonObject:
    """Return the arguments of the game's table template, which places the regions."""
    key = shown.rules.meta.key
    return {
        "game_template": [f"games/{key}/table.jinja", "games/_generic/table.jinja"],
        "over": scene.is_over,
        "is_open": scene.is_open,
        "is_live": shown.is_live,
        **table_of(shown.rules).layout(scene),
    }


def table_context(
    shown: TablePosition, viewer: Viewer, me: Seat | None, *, controls: bool = False
) -> JsonObject:
    """Return the context of a page that shows a position to `viewer`, outside live play."""
    public = project_public(shown, viewer if viewer.sees_all else PUBLIC)
    private = project_private(public, viewer, me, controls=controls)
    scene = private.scene
    return {
        "regions": {**public.regions, **private.regions},
        "log": private.lines(),
        "view": scene.view,
        "seats": scene.seats,
        "me": scene.me,
        "legal": scene.legal,
        **layout_of(shown, scene),
    }


def table_of(rules: Rules) -> TableRegions:
    """Return how a game's table is shown: the game's own way, or as rows of text."""
    return rules.showing.table or generic.table_regions(rules)
