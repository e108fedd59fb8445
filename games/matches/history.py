"""A person's finished matches and statistics, limited to what the viewer may see.

Reads only. Matches against people and matches with bots are counted separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from games.matches.access import in_the_open
from games.matches.models import Match, Seat
from games.ratings.selectors import ShownChange, changes_of
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
        shown |= Q(pk__in=Seat.objects.filter(user_id=viewer.pk).values("match"))
    return Match.objects.filter(shown, ENDED, practice=False)


def matches_of(person: Any, viewer: Any) -> QuerySet[Match]:
    """Return a person's finished matches that `viewer` may find, newest first."""
    own = Seat.objects.filter(user_id=person.pk).values("match")
    matches = ended_for(viewer).filter(pk__in=own)
    return matches.prefetch_related("seats__user").order_by("-finished_at", "-pk")


def played_matches(matches: Iterable[Match], person: Any) -> list[PlayedMatch]:
    """Return matches as lines of the person's history, with the rating change of each."""
    found = list(matches)
    changes = changes_of(match.code for match in found)
    return [played_match(match, person, changes.get(match.code, ())) for match in found]


def played_match(match: Match, person: Any, changes: Iterable[ShownChange] = ()) -> PlayedMatch:
    """Return one match as a line of the person's history, given its players' `changes`."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.rank or 0, seat.number))
    mine = next(seat for seat in seats if seat.user_id == person.pk)
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
    seats = Seat.objects.filter(user_id=person.pk, match__in=finished_for(viewer).values("pk"))
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
