"""Read a club's records: who holds each, and in which match or event it was set.

Only what was played at the tables of its events counts, and only people with an account. A record
stays when its holder deletes the account, without the name; except a run of matches, whose seats no
longer tell who sat there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Case, Count, F, IntegerField, Max, Q, QuerySet, When
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from accounts.clubs.models import Club
from games.engine.text import gettext_noop
from games.matches.models import Match, Seat
from games.ratings.log import ALL_TIME, club_owner
from games.ratings.models import RatingChange
from games.ratings.selectors import changes_of, ladder_title
from games.registry import all_rules
from games.tournaments.models import FinalPlace
from games.tournaments.rank.runs import Run, longest_runs
from games.tournaments.selectors.clubs import finished_of

BEST = gettext_noop("Highest rating")
WINS = gettext_noop("Most events won")
PLAYED = gettext_noop("Most events played")
WON_IN_A_ROW = gettext_noop("Most matches won in a row")
CAME_IN_A_ROW = gettext_noop("Most events in a row")
MOST_NAMED = 3
SCORE = gettext_noop("Highest score")


@dataclass(frozen=True)
class Holder:
    """Somebody who holds a record or a title; no address if there is no page of theirs."""

    name: str
    url: str = ""


@dataclass(frozen=True)
class ClubRecord:
    """One record: its title, its number, its holders, and where it was set, as (name, address)."""

    title: str
    value: int
    holders: list[Holder]
    note: str = ""
    provisional: bool = False
    links: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> list[Holder]:
        """Return the holders that are named; a dot-dot-dot stands for the others."""
        return self.holders[:MOST_NAMED]


def holders_of(people: Iterable[int]) -> dict[int, Holder]:
    """Return accounts as holders by their number, those that are gone without a name."""
    numbers = list(people)
    known = get_user_model().objects.in_bulk(numbers)
    gone = Holder(gettext("a former member"))
    found = {}
    for number in numbers:
        user = known.get(number)
        address = user.get_absolute_url() if user is not None and user.is_active else ""
        found[number] = gone if user is None else Holder(user.get_username(), address)
    return found


def club_records(club: Club) -> list[ClubRecord]:
    """Return the records that take one query each, for the club's page."""
    placed = FinalPlace.objects.filter(tournament__club=club, tournament__imported__isnull=True)
    people = placed.exclude(user=None).values("user")
    found = [
        _best_rating(club),
        _most(WINS, people.annotate(n=Count("pk", filter=Q(place=1)))),
        _most(PLAYED, people.annotate(n=Count("pk", filter=Q(came=True)))),
    ]
    return [record for record in found if record is not None]


def all_records(club: Club) -> list[ClubRecord]:
    """Return every record, for the hall of fame: these read all the club's results."""
    tables = _tables(club)
    runs = [_matches_won(tables), _events_attended(club)]
    return [*club_records(club), *(one for one in runs if one is not None), *_scores(tables)]


def _best_rating(club: Club) -> ClubRecord | None:
    """Return the highest rating reached in the club's ladders, and by whom."""
    changes = RatingChange.objects.filter(
        ladder__owner=club_owner(club.pk), ladder__season=ALL_TIME, mu_after__gt=F("mu_before")
    )
    best = changes.select_related("ladder").order_by("-mu_after", "finished_at").first()
    if best is None:
        return None
    title = ladder_title(best.ladder.game, best.ladder.mode)
    shown = changes_of([best.match], club_owner(club.pk))[best.match]
    reached = next(one for one in shown if one.player == best.player_id)
    return ClubRecord(
        gettext(BEST),
        reached.rating,
        [*holders_of([best.player_id]).values()],
        title,
        reached.provisional,
        _at_matches(Match.objects.filter(code=best.match, club=club)),
    )


def _most(title: str, counted: QuerySet[Any, Any]) -> ClubRecord | None:
    """Return the person with the highest count, or all of them if several tie."""
    most = counted.aggregate(most=Max("n"))["most"]
    if not most:
        return None
    holders = holders_of(row["user"] for row in counted.filter(n=most)).values()
    return ClubRecord(gettext(title), most, sorted(holders, key=lambda one: one.name))


class Played(NamedTuple):
    """A seat of a finished match; `began` is for whom it counts, None for a deleted account."""

    match: int
    game: str
    began: int | None
    bot: str
    rank: int
    score: int | None


def _tables(club: Club) -> list[list[Played]]:
    """Return the seats of each event table with at least two people, in order of time."""
    seats = Seat.objects.filter(
        match__status=Match.Status.FINISHED,
        match__deal_open=False,
        match__tournament_table__is_current=True,
        match__tournament_table__tournament__club=club,
        rank__isnull=False,
    )
    began = Case(
        When(taken_over_after=None, then=F("user_id")),
        default=F("starter_id"),
        output_field=IntegerField(),
    )
    ordered = seats.annotate(began=began).order_by("match__finished_at", "match", "number")
    fields = ("match", "match__game", "began", "bot", "rank", "score")
    rows = map(Played._make, ordered.values_list(*fields))
    tables = [list(seats) for _, seats in groupby(rows, key=attrgetter("match"))]
    return [table for table in tables if sum(seat.bot == "" for seat in table) > 1]


def _matches_won(tables: list[list[Played]]) -> ClubRecord | None:
    """Return the longest run of won matches; a shared first place wins, a draw of all doesn't."""
    runs = longest_runs(
        (seat.began, seat.match, seat.rank == 1 and any(other.rank > 1 for other in table))
        for table in tables
        for seat in table
        if seat.began is not None and not seat.bot
    )
    if not runs:
        return None
    ends = Match.objects.in_bulk([runs[0].first, runs[0].last])
    links = [ends[at] for at in dict.fromkeys((runs[0].first, runs[0].last))]
    return _run(WON_IN_A_ROW, runs, _at_matches(links))


def _events_attended(club: Club) -> ClubRecord | None:
    """Return the longest run of finished events, one after the other, at which somebody played."""
    events = list(finished_of(club).order_by("finished_at", "pk"))
    came = FinalPlace.objects.filter(tournament__in=events, came=True).exclude(user=None)
    there = {(row["tournament"], row["user"]) for row in came.values("tournament", "user")}
    people = {user for _, user in there}
    runs = longest_runs(
        (user, at, (event.pk, user) in there) for at, event in enumerate(events) for user in people
    )
    if not runs:
        return None
    links = [events[at] for at in dict.fromkeys((runs[0].first, runs[0].last))]
    return _run(
        CAME_IN_A_ROW,
        runs,
        tuple((one.name, reverse("tournaments:overview", args=[one.code])) for one in links),
    )


def _run(title: str, runs: list[Run[int]], links: tuple[tuple[str, str], ...]) -> ClubRecord | None:
    """Return the record of the longest runs; of one alone it is none."""
    if runs[0].length < 2:
        return None
    holders = holders_of(run.player for run in runs).values()
    ordered = sorted(holders, key=lambda one: one.name)
    return ClubRecord(gettext(title), runs[0].length, ordered, links=links)


def _scores(tables: list[list[Played]]) -> list[ClubRecord]:
    """Return the highest score in each game that counts one; of equal ones the first."""
    best: dict[str, Played] = {}
    for seat in chain.from_iterable(tables):
        known = best.get(seat.game)
        if not seat.bot and seat.score is not None and (known is None or _more(seat, known)):
            best[seat.game] = seat
    rules = all_rules()
    matches = Match.objects.in_bulk([seat.match for seat in best.values()])
    return [
        ClubRecord(
            gettext(SCORE),
            seat.score or 0,
            [*holders_of([seat.began or 0]).values()],
            gettext(rules[game].meta.title),
            links=_at_matches([matches[seat.match]]),
        )
        for game, seat in sorted(best.items())
        if game in rules and rules[game].meta.scores != "none"
    ]


def _more(seat: Played, known: Played) -> bool:
    """Tell whether a seat has more than the best one so far."""
    return (seat.score or 0) > (known.score or 0)


def _at_matches(matches: Iterable[Match]) -> tuple[tuple[str, str], ...]:
    """Return links to matches: one, or the first and the last."""
    words = [pgettext("of a run", "first match"), pgettext("of a run", "last match")]
    addresses = [reverse("matches:match", args=[one.code]) for one in matches]
    if len(addresses) == 1:
        words = [gettext("the match")]
    return tuple(zip(words, addresses, strict=False))
