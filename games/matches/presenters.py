"""From a view to the context of named HTML fragments; shared by pages, sockets and replays.

Nothing here is given a state that it does not at once turn into a view: the
templates get what `observe` and `seen_by` show this viewer, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.contract import JsonObject, Rules
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import Viewer
from games.matches.models import Seat
from games.matches.phrases import phrase_html
from games.matches.recent import Recent
from games.matches.store import LoggedEvent, Position

LOG_LINES = 200
MAX_TOLD = 1000
MAX_RECAPS = 200


class SeatInfo(NamedTuple):
    """What everybody may know about who sits where."""

    number: int
    place: int
    name: str
    bot: str
    user_id: int | None
    is_me: bool
    to_act: bool
    resigned: bool
    is_away: bool
    stand_in: str
    stood_in: bool
    rank: int | None
    score: int | None
    is_drawn: bool

    @property
    def is_bot(self) -> bool:
        """Tell whether a bot plays here now: its own seat, or standing in for somebody."""
        return bool(self.bot or self.stand_in)

    @property
    def is_winner(self) -> bool:
        """Tell whether the match is over and this seat is first, alone or with some others."""
        return self.rank == 1 and not self.is_drawn


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log as this viewer reads it; `item` is the same as an element of the log."""

    ply: int
    index: int
    html: SafeString
    item: str


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """Return what each seat is called in the active language, by number."""
    return [seat.shown_name for seat in seats]


def log_lines(
    rules: Rules, log: Sequence[LoggedEvent], viewer: Viewer, names: Sequence[str]
) -> list[LogLine]:
    """Return the lines that `viewer` is shown, oldest first, the newest LOG_LINES of them.

    A log only grows, so what was told before is kept and only what is new is put into words.
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
    """The lines of the log's first `until` events, as one viewer reads them."""

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
    """Return the newest LOG_LINES of the lines from `start`; what is older is not even looked at.

    A replay that steps back has nothing kept to go on from.
    """
    newest = (
        _line(log[index].ply, index, phrase_html(phrase, rules, names, language))
        for index in range(len(log) - 1, start - 1, -1)
        if (phrase := log[index].event.seen_by(viewer)) is not None
    )
    return list(islice(newest, LOG_LINES))[::-1]


def _line(ply: int, index: int, html: SafeString) -> LogLine:
    return LogLine(ply, index, html, f'\n<li id="log-{index}">{html}</li>')


class LastPly(NamedTuple):
    """What happened last, as far as this viewer was told: whose doing, which events, the lines."""

    ply: int
    seat: int | None
    names: tuple[str, ...]
    lines: list[LogLine]

    @property
    def seat_id(self) -> str:
        """Return the id of the element of the seat that acted, from which its card comes."""
        return "" if self.seat is None else f"seat-{self.seat}"


def last_ply(log: Sequence[LoggedEvent], lines: Sequence[LogLine]) -> LastPly:
    """Return the newest ply, of whose events these lines tell; 0 is the deal, nobody's doing."""
    ply = log[-1].ply
    newest = list(takewhile(lambda line: line.ply == ply, reversed(lines)))[::-1]
    seen = [log[line.index].event for line in newest]
    seat = getattr(seen[0], "seat", None) if ply and seen else None
    return LastPly(ply, seat, tuple(event.name for event in seen), newest)


def promises(seats: Sequence[Seat]) -> list[tuple[int, str, str, bool]]:
    """Return, of each seat that made one: number, name, commitment, whether a bot's."""
    return [
        (seat.number, seat.shown_name, seat.seat_commitment, bool(seat.bot))
        for seat in seats
        if seat.seat_commitment
    ]


def recap_of(rules: Rules, log: Sequence[LoggedEvent]) -> JsonObject | None:
    """Return a game's score sheet, if it has one: made once for a position, whoever looks."""
    if rules.recap is None or not log:
        return None
    ends = log[0], log[-1]
    known = _recaps.get((id(ends[0]), id(ends[1])))
    if known is None or known[0][0] is not ends[0] or known[0][1] is not ends[1]:
        known = ends, rules.recap(logged.event for logged in log)
        _recaps.put((id(ends[0]), id(ends[1])), known)
    return known[1]


_recaps: Recent[tuple[tuple[LoggedEvent, LoggedEvent], JsonObject]] = Recent(MAX_RECAPS)


def seat_infos(seats: Sequence[Seat], me: Seat | None, view: dict[str, Any]) -> list[SeatInfo]:
    """Return the seats as the table shows them; ranks only once the position is over."""
    ranks = view["result"]["ranks"] if view["result"] else [None] * len(seats)
    scores = (view["result"] or {}).get("scores") or [None] * len(seats)
    return [
        SeatInfo(
            number=seat.number,
            place=(seat.number - (me.number if me else 0)) % len(seats),
            name=name,
            bot=seat.bot,
            user_id=seat.user_id,
            is_me=me is not None and me.number == seat.number,
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


def position_context(
    *,
    rules: Rules,
    seats: Sequence[Seat],
    position: Position,
    ply: int,
    viewer: Viewer,
    me: Seat | None = None,
    controls: bool = False,
) -> dict[str, Any]:
    """Return the context of a game's table template, for live play and replays alike.

    `me` is the seat at the bottom of the table; with `controls` its legal
    actions are offered. A replay may be of a file, so there need be no match
    row: `seats` may be unsaved.
    """
    view = snapshot(rules, position.state, ply, viewer)
    legal = []
    if controls and me is not None and me.number in view["to_act"]:
        legal = sorted_actions(rules.legal_actions(position.state, me.number))
    orientation = Viewer(me.number if me else None, viewer.sees_all)
    names = seat_names(seats)
    lines = log_lines(rules, position.log, viewer, names)
    return {
        "rules": rules,
        "view": view,
        "viewer": viewer,
        "recap": recap_of(rules, position.log),
        "me": me.number if me else None,
        "controls": controls,
        "legal": legal,
        "names": names,
        "seats": seat_infos(seats, me, view),
        "display": rules.display(view, orientation, legal),
        "log": lines,
        "latest": last_ply(position.log, lines),
        "game_template": [f"games/{rules.meta.key}/table.jinja", "games/_generic/table.jinja"],
    }
