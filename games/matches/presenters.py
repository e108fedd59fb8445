"""Build a page's regions from a viewer's observation; shared by live play, lessons and replays.

Any state passed in is projected to an observation at once: regions contain only what `observe`
and `seen_by` show this viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.contract import Action, JsonObject, Rules
from games.engine.showing import LatestPly, Region, Scene, SeatFacts, Showing
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.matches import generic
from games.matches.drawables import Drawable
from games.matches.models import Seat
from games.matches.phrases import phrase_html
from games.matches.recent import Recent
from games.matches.regions import ending, result
from games.matches.store import LoggedEvent, Position

LOG_LINES = 200
MAX_TOLD = 1000
MAX_RECAPS = 200


@dataclass(frozen=True, slots=True)
class LogLine:
    """One log line as this viewer reads it; `item` is the same line as a list element."""

    ply: int
    index: int
    html: SafeString
    item: str

    @property
    def id(self) -> str:
        """Return the id of that element."""
        return f"log-{self.index}"


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """Return the seats' names in the active language, by seat number."""
    return [seat.shown_name for seat in seats]


def log_lines(
    rules: Rules, log: Sequence[LoggedEvent], viewer: Viewer, names: Sequence[str]
) -> list[LogLine]:
    """Return the newest LOG_LINES lines that `viewer` may read, oldest first.

    A log only grows, so rendered lines are cached and only new events are put into words.
    """
    if not log:
        return []
    language = get_language()
    key = (id(log[0]), viewer, tuple(names), language)
    told = _told.get(key)
    if told is None or told.first is not log[0]:
        told = Told(log[0], 0, ())
    if told.until < len(log):
        new = _lines(rules, log, told.until, viewer, names, language)
        told = Told(log[0], len(log), (*told.lines, *new)[-LOG_LINES:])
        _told.put(key, told)
    if told.until == len(log):
        return list(told.lines)
    return _lines(rules, log, 0, viewer, names, language)


class Told(NamedTuple):
    """Cached lines of the log's first `until` events, for one viewer."""

    first: LoggedEvent
    until: int
    lines: tuple[LogLine, ...]


_told: Recent[Told] = Recent(MAX_TOLD)


def _lines(
    rules: Rules,
    log: Sequence[LoggedEvent],
    start: int,
    viewer: Viewer,
    names: Sequence[str],
    language: str | None,
) -> list[LogLine]:
    """Return the newest LOG_LINES lines from `start`, without reading any older event.

    A replay that steps back cannot use the cache and starts from 0.
    """
    newest = (
        _line(log[index].ply, index, phrase_html(phrase, rules, names, language))
        for index in range(len(log) - 1, start - 1, -1)
        if (phrase := log[index].event.seen_by(viewer)) is not None
    )
    return list(islice(newest, LOG_LINES))[::-1]


def _line(ply: int, index: int, html: SafeString) -> LogLine:
    return LogLine(ply, index, html, f'\n<li id="log-{index}">{html}</li>')


def latest_ply(log: Sequence[LoggedEvent], lines: Sequence[LogLine]) -> LatestPly:
    """Return the newest ply, described by these lines; ply 0 is the deal and has no actor."""
    ply = log[-1].ply
    newest = list(takewhile(lambda line: line.ply == ply, reversed(lines)))[::-1]
    seen = [log[line.index].event for line in newest]
    seat = getattr(seen[0], "seat", None) if ply and seen else None
    told = newest if ply else newest[:1]
    texts = tuple(line.html + "" for line in told)  # plain str: region arguments are plain values
    return LatestPly(ply, seat, tuple(event.name for event in seen), texts)


def promises(seats: Sequence[Seat]) -> list[tuple[int, str, str, bool]]:
    """Return (number, name, commitment, is a bot's) for each seat that has committed."""
    return [
        (seat.number, seat.shown_name, seat.seat_commitment, bool(seat.bot))
        for seat in seats
        if seat.seat_commitment
    ]


def recap_of(rules: Rules, log: Sequence[LoggedEvent]) -> JsonObject | None:
    """Return the game's score sheet, if it has one; computed once per position for all viewers."""
    if rules.recap is None or not log:
        return None
    ends = log[0], log[-1]
    known = _recaps.get((id(ends[0]), id(ends[1])))
    if known is None or known[0][0] is not ends[0] or known[0][1] is not ends[1]:
        known = ends, rules.recap(logged.event for logged in log)
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
            user_id=seat.user_id,
            to_act=seat.number in view["to_act"],
            resigned=view["resigned"][seat.number],
            is_away=seat.is_away and not view["result"],
            stand_in=seat.stand_in,
            stood_in=seat.stood_in,
            rank=ranks[seat.number],
            score=scores[seat.number],
            is_drawn=set(ranks) == {1},
        )
        for seat, name in zip(seats, seat_names(seats), strict=True)
    ]


@dataclass(frozen=True, kw_only=True)
class Looked:
    """The position to show: its seats, state, log and ply."""

    rules: Rules
    seats: Sequence[Seat]
    position: Position
    ply: int
    clock: JsonObject | None = None
    is_live: bool = False
    """Whether this is live play rather than a replay."""


class PublicPart(NamedTuple):
    """The part of a position that every viewer sees alike, built once for all of them."""

    scene: Scene
    regions: list[Drawable]
    lines: list[LogLine]


def public_part(looked: Looked, viewer: Viewer = PUBLIC) -> PublicPart:
    """Return what everybody sees: the spectator's observation, or all hands if they are open."""
    rules, position = looked.rules, looked.position
    view = snapshot(rules, position.state, looked.ply, viewer)
    lines = log_lines(rules, position.log, viewer, seat_names(looked.seats))
    scene = Scene(
        view=view,
        seats=seat_facts(looked.seats, view),
        is_open=viewer.sees_all or view["finished"],
        latest=latest_ply(position.log, lines),
        clock=looked.clock,
        recap=recap_of(rules, position.log),
    )
    return PublicPart(scene, drawables(showing_of(rules).public(scene)), lines)


class Shown(NamedTuple):
    """A position as one viewer sees it: the game's own regions and their arrangement."""

    scene: Scene
    regions: list[Drawable]
    arranged: JsonObject
    lines: list[LogLine]

    @property
    def context(self) -> JsonObject:
        """Return the context of the page around the game's own table."""
        return {
            "regions": {region.id: region for region in self.regions},
            "log": self.lines,
            "view": self.scene.view,
            "seats": self.scene.seats,
            "me": self.scene.me,
            "legal": self.scene.legal,
            **self.arranged,
        }


def shown_to(
    looked: Looked,
    viewer: Viewer,
    me: Seat | None = None,
    *,
    controls: bool = False,
    turn: JsonObject | None = None,
    public: PublicPart | None = None,
) -> Shown:
    """Return a position as `viewer` sees it; pass `public` if it has been built already.

    `me` is the seat at the bottom of the table; with `controls` its legal actions are offered. A
    replay may come from a file, so seats may be unsaved and have no match row.
    """
    rules, position = looked.rules, looked.position
    public = public or public_part(looked, viewer if viewer.sees_all else PUBLIC)
    number = None if me is None else me.number
    scene, lines = public.scene, public.lines
    if viewer.seat is not None:
        lines = log_lines(rules, position.log, viewer, [seat.name for seat in scene.seats])
        scene = replace(
            scene,
            view=snapshot(rules, position.state, looked.ply, viewer),
            latest=latest_ply(position.log, lines),
        )
    legal: list[Action] = []
    if controls and number is not None and number in scene.view["to_act"]:
        legal = sorted_actions(rules.legal_actions(position.state, number))
    scene = replace(scene, me=number, legal=legal, controls=controls)
    scene = replace(scene, turn={**_turn_of(scene, looked), **(turn or {})})
    showing = showing_of(rules)
    arranged = {
        "game_template": [f"games/{rules.meta.key}/table.jinja", "games/_generic/table.jinja"],
        "over": scene.is_over,
        "is_open": scene.is_open,
        "is_live": looked.is_live,
        **showing.arrange(scene),
    }
    usual = [ending(scene), result(rules, scene)] if scene.is_over else []
    found = [*drawables(usual), *public.regions, *drawables(showing.own(scene))]
    return Shown(scene, found, arranged, lines)


def _turn_of(scene: Scene, looked: Looked) -> JsonObject:
    """Return what every turn bar shows: whose turn it is and how much time is left."""
    return {
        "game": looked.rules.meta.key,
        "over": scene.is_over,
        "mine": bool(scene.legal),
        "to_act": [] if scene.legal else [seat.name for seat in scene.seats if seat.to_act],
        "clock": scene.clock,
    }


def showing_of(rules: Rules) -> Showing:
    """Return how a game's table is shown: the game's own way, or as rows of text."""
    return rules.showing or generic.showing(rules)


def drawables(regions: Iterable[Region]) -> list[Drawable]:
    """Return the regions in the form in which they are compared, cached and rendered."""
    return [Drawable.of(region) for region in regions]
