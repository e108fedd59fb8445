"""Read events: what was done in them, how far their matches are.

`access.py` decides who may see an event; `store.py` loads its state.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, Q, QuerySet

from games.luck.selectors import settled_count
from games.matches.models import Match, Seat
from games.matches.selectors import UNFINISHED
from games.tournaments.direct.config import Config
from games.tournaments.models import DirectorAction, Tournament, TournamentTable
from games.tournaments.show.names import entry_names
from games.tournaments.store import load_state

OF_ACTIONS = (
    "standings", "reasons", "why", "crosstable", "bracket", "schedule", "teams", "hall",
)  # fmt: skip
"""Pages without running matches: players getting ready or leaving do not change them."""


def stamp(tournament: Tournament, tab: str) -> str:
    """Return a value that changes whenever a page of the event would: actions, and its matches.

    Matches that are over are left out (an arena has thousands); their absence changes the value.
    """
    if tab == "team":  # nothing that is written there gets lost
        return f"{tournament.phase}-{tournament.round}"
    if tab == "luck":
        return f"{tournament.no}-{settled_count(tournament.tables.values('match'))}"
    if tab in OF_ACTIONS:
        return str(tournament.no)
    going_on = tournament.tables.filter(is_current=True, match__status__in=UNFINISHED)
    seats = Seat.objects.filter(match__tournament_table__in=going_on)
    counts = seats.values("match__status").annotate(
        tables=Count("match", distinct=True),
        away=Count("pk", filter=Q(is_away=True)),
        ready=Count("pk", filter=~Q(seat_commitment="")),
    )
    states = sorted(
        f"{row['match__status'][0]}{row['tables']}.{row['away']}"
        + (f".{row['ready']}" if row["match__status"] == Match.Status.OPEN else "")
        for row in counts
    )
    return "-".join([str(tournament.no), *states])


def sources_of(tournament: Tournament) -> QuerySet[Tournament]:
    """Return the finished events from which people may qualify for an event, latest first."""
    over = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)
    events = Tournament.objects.filter(
        club=tournament.club_id, phase__in=over, imported__isnull=True
    )
    return events.exclude(finished_at=None).exclude(pk=tournament.pk).order_by("-finished_at")


def qualifies(config: Config, source: Tournament) -> bool:
    """Tell whether the entries of a source can be entries of an event: both single, or pairs."""
    other = load_state(source).config
    return not other.boards and other.team_size == config.team_size


def done_in(tournament: Tournament) -> QuerySet[DirectorAction]:
    """Return what was done in an event, and by whom, latest first."""
    done = DirectorAction.objects.filter(tournament=tournament).select_related("actor")
    return done.order_by("-no")


def action_asked(request_id: str) -> DirectorAction:
    """Return the action that a request made, which is known to have been done."""
    return DirectorAction.objects.get(request_id=request_id)


def last_done(tournament: Tournament, kinds: Collection[str]) -> int:
    """Return the number of the latest action of some kinds, 0 if there is none."""
    numbers = DirectorAction.objects.filter(tournament=tournament, kind__in=kinds)
    return numbers.order_by("-no").values_list("no", flat=True).first() or 0


def table_of_match(match: Match | None) -> TournamentTable | None:
    """Return the event table at which a match is played, None outside of events."""
    if match is None:
        return None
    return TournamentTable.objects.filter(match=match).select_related("tournament").first()


def names_now(event: Tournament) -> dict[int, str]:
    """Return the names of an event's entries, read afresh."""
    fresh = Tournament.objects.get(pk=event.pk)
    return entry_names(fresh, load_state(fresh))
