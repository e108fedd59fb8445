"""A person's finished matches: statistics, matches left early, encounters, and the profile panel.

Reads only, and only what the viewer may see. Matches against people and with bots are counted
separately, and for who began in a seat, never for a substitute. A match counts as left if the seat
was resigned automatically, taken over by a substitute, or played by a bot when it ended; resigning,
or coming back in time, is not leaving. Unlisted matches do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.people.selectors import is_blocked
from accounts.registry import Panel
from games.matches.access import in_the_open
from games.matches.models import MAX_TIMEOUTS, Match, Seat, begun_by, held_by
from games.ratings.selectors import (
    ShownChange,
    changes_of,
    ladder_title,
    meetings_of,
    taken_out,
)
from games.registry import all_rules

ENDED = Q(finished_at__isnull=False, status__in=[Match.Status.FINISHED, Match.Status.VOID])


@dataclass(frozen=True)
class Figures:
    """How often a person played and won a game, and their mean rank, with or without bots."""

    played: int = 0
    won: int = 0
    mean_rank: float | None = None


@dataclass(frozen=True)
class GameFigures:
    """One row of the statistics: a game, against people alone and with bots."""

    title: str
    people: Figures
    bots: Figures


@dataclass(frozen=True)
class PlayedMatch:
    """One line of a person's history."""

    match: Match
    title: str
    seat: Seat
    others: list[Seat]
    change: ShownChange | None = None
    is_taken_out: bool = False

    @property
    def is_void(self) -> bool:
        """Tell whether it ended without a result."""
        return self.match.status == Match.Status.VOID

    @property
    def is_won(self) -> bool:
        """Tell whether this person came first, and not everybody did."""
        return self.seat.rank == 1 and any(seat.rank != 1 for seat in self.others)

    @property
    def is_drawn(self) -> bool:
        """Tell whether everybody came first."""
        return all(seat.rank == 1 for seat in [self.seat, *self.others])


def game_title(key: str) -> str:
    """Return a game's title in the active language; its key if the game is gone."""
    rules = all_rules().get(key)
    return gettext(rules.meta.title) if rules else key


def finished_for(viewer: Any) -> QuerySet[Match]:
    """Return the finished matches that `viewer` may find in lists: public ones and their own."""
    return ended_for(viewer).filter(status=Match.Status.FINISHED)


def ended_for(viewer: Any) -> QuerySet[Match]:
    """Return the same, including matches that ended without a result."""
    shown = in_the_open()
    if viewer.is_authenticated:
        shown |= Q(pk__in=Seat.objects.filter(held_by(viewer)).values("match"))
    return Match.objects.filter(shown, ENDED, practice=False)


def matches_of(person: Any, viewer: Any) -> QuerySet[Match]:
    """Return a person's finished matches that `viewer` may find, newest first."""
    own = Seat.objects.filter(begun_by(person)).values("match")
    matches = ended_for(viewer).filter(pk__in=own)
    return matches.prefetch_related("seats__user").order_by("-finished_at", "-pk")


def played_matches(matches: Iterable[Match], person: Any) -> list[PlayedMatch]:
    """Return matches as lines of the person's history, with the rating change of each."""
    found = list(matches)
    changes = changes_of(match.code for match in found)
    gone = taken_out(match.code for match in found)
    lines = [played_match(match, person, changes.get(match.code, ())) for match in found]
    return [replace(line, is_taken_out=line.match.code in gone) for line in lines]


def played_match(match: Match, person: Any, changes: Iterable[ShownChange] = ()) -> PlayedMatch:
    """Return one match as a line of the person's history, given its players' `changes`."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.rank or 0, seat.number))
    mine = next(seat for seat in seats if seat.began_id == person.pk)
    others = [seat for seat in seats if seat is not mine]
    change = next((one for one in changes if one.player == person.pk), None)
    return PlayedMatch(match, game_title(match.game), mine, others, change)


def figures_of(person: Any, viewer: Any) -> list[GameFigures]:
    """Return a person's statistics, one row per game they have played."""
    by_game: dict[str, dict[bool, Figures]] = {}
    for row in _figure_rows(person, viewer):
        figures = Figures(row["played"], row["won"], row["mean_rank"])
        by_game.setdefault(row["match__game"], {})[row["with_bots"]] = figures
    lines = [
        GameFigures(game_title(key), kinds.get(False, Figures()), kinds.get(True, Figures()))
        for key, kinds in by_game.items()
    ]
    return sorted(lines, key=lambda line: line.title)


def _figure_rows(person: Any, viewer: Any) -> Iterable[Mapping[str, Any]]:
    """Return sums over a person's seats, grouped by game and by whether a bot took part."""
    bot = Seat.objects.filter(match=OuterRef("match")).exclude(bot="")
    loser = Seat.objects.filter(match=OuterRef("match"), rank__gt=1)
    seats = Seat.objects.filter(begun_by(person), match__in=finished_for(viewer).values("pk"))
    return (
        seats.annotate(with_bots=Exists(bot), decided=Exists(loser))
        .order_by()
        .values("match__game", "with_bots")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(rank=1, decided=True)),
            mean_rank=Avg("rank"),
        )
    )


COUNTED = 50
"""How many of the newest matches count: older ones are forgiven."""
ENOUGH = 5
"""Fewer matches are too few to judge anybody by."""
MOST_LEFT = 10
"""Percentage of matches left above which tables that require steady players refuse a person."""


@dataclass(frozen=True)
class Staying:
    """How many of a person's newest matches with others they played, and how many they left."""

    played: int
    left: int

    @property
    def stayed(self) -> int:
        """Return how many they played to the end."""
        return self.played - self.left

    @property
    def is_telling(self) -> bool:
        """Tell whether there are enough matches to judge by."""
        return self.played >= ENOUGH

    @property
    def is_steady(self) -> bool:
        """Tell whether they may join tables that require steady players."""
        return not self.is_telling or 100 * self.left <= MOST_LEFT * self.played


def staying_of(person: Any) -> Staying:
    """Return how many of the newest COUNTED matches with others `person` played and left."""
    others = Seat.objects.filter(~begun_by(person), match=OuterRef("pk"), bot="")
    matches = Match.objects.filter(in_the_open(), ENDED, Exists(others))
    seats = Seat.objects.filter(begun_by(person), match__in=matches)
    newest = seats.order_by("-match__finished_at", "-match_id")[:COUNTED]
    rows = newest.values_list("stand_in", "timeouts_in_row", "taken_over_after")
    left = [
        bool(stand_in) or timeouts >= MAX_TIMEOUTS or after is not None
        for stand_in, timeouts, after in rows
    ]
    return Staying(len(left), sum(left))


WON, TIED, LOST = 1, 0, -1
MOST = 1000
"""Limits the page's cost for two people with thousands of matches."""


@dataclass(frozen=True)
class Tally:
    """How often the first of two people won, tied and lost on one ladder."""

    title: str
    won: int
    tied: int
    lost: int


@dataclass(frozen=True)
class Encounter:
    """One match of the two, for the first of them."""

    code: str
    finished_at: datetime | None
    rated: bool
    title: str
    outcome: int


@dataclass(frozen=True)
class Encounters:
    """The matches of the two, newest first, and whether older ones were left out."""

    met: list[Encounter]
    is_cut: bool


def encounters(one: Any, other: Any, viewer: Any, most: int = MOST) -> Encounters:
    """Return the newest matches, visible to the viewer, in which the two were opponents."""
    both = meetings_of(one.pk, other.pk)
    found = finished_for(viewer).filter(code__in=both.values("match"))
    newest = found.order_by("-finished_at", "-pk").values_list("code", "finished_at", "rated")
    shown = list(newest[: most + 1])
    lines = {line.match: line for line in both.filter(match__in=[row[0] for row in shown[:most]])}
    met = [
        Encounter(code, finished_at, rated, ladder_title(line.game, line.mode), outcome)
        for code, finished_at, rated in shown[:most]
        if (line := lines.get(code)) and (outcome := line.row.outcome(one.pk, other.pk)) is not None
    ]
    return Encounters(met, len(shown) > most)


def tallies(met: list[Encounter]) -> list[Tally]:
    """Return the matches' totals per ladder, the most played first."""
    counted = Counter((one.title, one.outcome) for one in met)
    played = Counter(one.title for one in met)
    return [
        Tally(title, counted[title, WON], counted[title, TIED], counted[title, LOST])
        for title, _ in played.most_common()
    ]


PER_PAGE = 20


def profile_panel(request: HttpRequest, person: Any) -> Panel:
    """Return the statistics and one page of the history, limited to what the viewer may see."""
    page = Paginator(matches_of(person, request.user), PER_PAGE).get_page(request.GET.get("page"))
    data = {
        "figures": figures_of(person, request.user),
        "staying": staying_of(person),
        "page_obj": page,
        "played": played_matches(page, person),
        "invite": _invite(request.user, person),
    }
    return Panel("matches/_person.html", data, deed="matches/_person_invite.html")


def _invite(reader: Any, person: Any) -> dict[str, Any] | None:
    """Return the tables to which the reader may invite somebody: their open ones, or a new one."""
    may_play = reader.is_authenticated and reader != person and person.is_active
    if not may_play or is_blocked(reader, person):
        return None
    own = Match.objects.filter(
        owner=reader, status=Match.Status.OPEN, arranged=False, is_search=False
    )
    rules = all_rules()
    tables = [(match, rules[match.game].meta.title) for match in own if match.game in rules]
    return {"tables": tables, "games": [one.meta for one in rules.values()]}
