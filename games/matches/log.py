"""The log as one viewer reads it, and what the table tells of it beside the play.

Every line is what `seen_by` shows this viewer; where on the table it can be seen follows from
public facts of its event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.contract import Rules
from games.engine.holders import Holders
from games.engine.showing import LatestPly, SinceThen, TableRegions, ToldLine
from games.engine.text import Phrase, SeatRef, gettext_noop
from games.engine.viewer import Viewer
from games.matches.phrases import phrase_html
from games.matches.store import LoggedEvent

LOG_LINES = 200
TAKES_OVER = gettext_noop("%(name)s takes over from %(other)s.")
MOST_TOLD = 24
"""More lines than this since a viewer's last action are summed up."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One log line as this viewer reads it."""

    ply: int
    index: int
    html: SafeString
    seats: tuple[int, ...] = ()
    """The seats it names."""
    is_takeover: bool = False
    """Whether it says that a substitute comes, after the event with this index."""

    @property
    def id(self) -> str:
        """Return the id of the line's list element."""
        return f"log-{self.index}-{self.seats[0]}" if self.is_takeover else f"log-{self.index}"

    @property
    def item(self) -> str:
        """Return the line as a list element."""
        return f'\n<li id="{self.id}">{self.html}</li>'


def log_lines(
    rules: Rules, log: Sequence[LoggedEvent], viewer: Viewer, holders: Holders, start: int = 0
) -> list[LogLine]:
    """Return the newest LOG_LINES lines from event `start` on that `viewer` may read, in order.

    Each names those who held the seats then.
    """
    language = get_language()
    newest = (
        LogLine(ply, index, phrase_html(phrase, rules, holders.at(ply), language), phrase.seats())
        for index in range(len(log) - 1, start - 1, -1)
        for ply in (log[index].ply,)
        if (phrase := log[index].event.seen_by(viewer)) is not None
    )
    return list(islice(newest, LOG_LINES))[::-1]


def with_takeovers(
    rules: Rules, log: Sequence[LoggedEvent], holders: Holders, lines: list[LogLine], start: int
) -> list[LogLine]:
    """Return the log lines from event `start` on with those that say which substitutes came."""
    found = list(lines)
    for one in holders.substitutes:
        index = sum(logged.ply <= one.after for logged in log) - 1
        if start <= index:
            phrase = Phrase(TAKES_OVER, {"name": SeatRef(0), "other": SeatRef(1)})
            html = phrase_html(phrase, rules, (one.name, holders.before(one)))
            found.append(LogLine(one.after + 1, index, html, (one.seat,), is_takeover=True))
    return sorted(found, key=lambda line: line.index)


def latest_ply(
    log: Sequence[LoggedEvent], lines: Sequence[LogLine], table: TableRegions
) -> LatestPly:
    """Return the newest ply, described by its `lines`; ply 0 is the deal and has no actor."""
    ply = log[-1].ply
    seen = [log[line.index].event for line in lines]
    seat = getattr(seen[0], "seat", None) if ply and seen else None
    shown = lines if ply else lines[:1]
    told = tuple(told_line(log, line, table) for line in shown)
    return LatestPly(ply, seat, tuple(event.name for event in seen), told)


def told_line(
    log: Sequence[LoggedEvent], line: LogLine, table: TableRegions, *, is_mine: bool = False
) -> ToldLine:
    """Return a line with where it can be seen on the table, as plain values."""
    event = log[line.index].event
    drama = table.dramas.get(event.name, "")
    return ToldLine(line.index, line.html + "", tuple(table.places(event)), drama, is_mine)


def since_then(
    log: Sequence[LoggedEvent],
    lines: Callable[[Viewer, int], list[LogLine]],
    viewer: Viewer,
    me: int,
    table: TableRegions,
    came_after: int | None = None,
) -> SinceThen | None:
    """Return what others did since seat `me` last acted, or None if nobody has acted since.

    What names the seat was done to it. Of more than MOST_TOLD lines, only those and the dramatic
    ones are told, and the others' moves counted. A substitute who came after `came_after` actions
    and has not acted yet is told what their seat knows and has done since the deal.
    """
    start = _after_own(log, me, came_after or 0)
    is_whole = came_after is not None and log[start - 1].ply == 0
    told = [
        told_line(log, line, table, is_mine=me in line.seats and not _did(log, line.index, me))
        for line in lines(viewer, start)
        if log[line.index].event.name not in table.routine
        or (is_whole and _did(log, line.index, me))
    ]
    if not told:
        return None
    newest_first = _newest_ply_first(log, told)
    rest: tuple[tuple[int, int], ...] = ()
    if len(told) > MOST_TOLD:
        newest_first = [
            line
            for line in newest_first
            if line.is_mine or line.drama or _did(log, line.number, me)
        ]
        plies = [{log[line.number].ply for line in some} for some in (told, newest_first)]
        left_out = plies[0] - plies[1]
        rest = tuple(sorted(_moves(log, start, left_out).items()))
    mine = [line for line in newest_first if line.is_mine][:MOST_TOLD]
    others = [line for line in newest_first if not line.is_mine][:MOST_TOLD]
    return SinceThen((*mine, *others), rest, is_whole)


def _newest_ply_first(log: Sequence[LoggedEvent], lines: Sequence[ToldLine]) -> list[ToldLine]:
    """Return log lines by ply, the newest first, those of one ply in their order."""
    by_ply = groupby(reversed(lines), lambda one: log[one.number].ply)
    return [line for _, ply in by_ply for line in reversed(list(ply))]


def _did(log: Sequence[LoggedEvent], index: int, me: int) -> bool:
    """Tell whether an event belongs to an action of seat `me`."""
    while index and log[index - 1].ply == log[index].ply:
        index -= 1
    return log[index].ply > 0 and _actor(log[index]) == me


def _after_own(log: Sequence[LoggedEvent], me: int, came_after: int = 0) -> int:
    """Return the index of the first event after the seat's last ply, or after the deal.

    Plies up to `came_after` were the former holder's.
    """
    end = len(log)
    for at in range(len(log) - 1, -1, -1):
        ply = log[at].ply
        is_first = at == 0 or log[at - 1].ply != ply
        if is_first and (ply == 0 or (ply > came_after and _actor(log[at]) == me)):
            return end
        if is_first:
            end = at
    return end


def _actor(first: LoggedEvent) -> int | None:
    """Return the seat whose action caused a ply's `first` event."""
    seat: int | None = getattr(first.event, "seat", None)
    return seat


def _moves(log: Sequence[LoggedEvent], start: int, plies: set[int]) -> Counter[int]:
    """Return how many of these plies each seat made."""
    firsts = (next(ply) for _, ply in groupby(log[start:], lambda one: one.ply))
    return Counter(seat for one in firsts if one.ply in plies and (seat := _actor(one)) is not None)
