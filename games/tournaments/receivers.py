"""What events do when a person leaves, a match's seats change, or a profile is shown."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.clubs.models import Club
from accounts.models import User
from accounts.registry import Panel
from games.matches.models import Match
from games.tournaments.access import visible_tournaments
from games.tournaments.direct.state import State
from games.tournaments.models import FinalPlace, Tournament, TournamentTable
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import OVER
from games.tournaments.services.act import action_store, lock_tournament
from games.tournaments.services.facts import started_tables
from games.tournaments.services.guests import guest_names_forget
from games.tournaments.services.notices import club_withdraw
from games.tournaments.store import load_state


def seats_keep(match: Match, user: Any, verb: str, number: int | None) -> None:
    """Refuse seat changes at an event's table; a player may retake their own seat."""
    link = TournamentTable.objects.filter(match=match).select_related("tournament").first()
    if link is None:
        return
    if verb == "sit" and number is not None and _is_own(link, user, number):
        return
    raise refuse("seats_given")


def _is_own(link: TournamentTable, user: Any, number: int) -> bool:
    """Tell whether a seat of the match is the one assigned to `user`."""
    if not 0 <= number < len(link.chairs):
        return False
    entry = load_state(link.tournament).entries.get(link.chairs[number])
    if entry is None or user.pk not in entry.players:
        return False
    first = link.chairs.index(link.chairs[number]) == number
    return bool(entry.players[0 if first else -1] == user.pk)


def person_leaves(user: User) -> None:
    """Take a person out of all unfinished events: nobody should wait for somebody who is gone."""
    _take_out(user, _not_over(), at_once=True)
    guest_names_forget(user)


def person_barred(user: User, until: datetime | None) -> None:
    """Take a barred person out of all unfinished events, like one who leaves the site.

    Spare events that begin after the ban ends (`until`, None for good). If such an event begins
    earlier, or a finished one is reopened, they are taken out then (`services/act.py`). Nothing
    brings them back automatically; a director may restore or enter them again.
    """
    events = _not_over()
    if until is not None:
        events = events.filter(~Q(starts_at__gt=until) | Q(phase=Tournament.Phase.RUNNING))
    _take_out(user, events, at_once=True)


def membership_drops(club: Club, user: User, verb: str) -> None:
    """Let people who leave a club drop out of events for members.

    They play the round to its end, like anybody who withdraws by the button; a private club's event
    is no longer visible to them, though.
    """
    if verb in ("left", "removed"):
        club_withdraw(club, user)
        members_only = Q(entry=Tournament.Entry.MEMBERS) | Q(club__is_private=True)
        _take_out(user, _not_over().filter(members_only, club=club), at_once=False)


def _not_over() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(phase__in=OVER).order_by("pk")


def _take_out(user: User, events: Iterable[Tournament], *, at_once: bool) -> None:
    """Remove a person's entries, or withdraw them from a running event.

    `at_once`: this round's table does not wait for them either, unless its match has begun.
    """
    for event in events:
        tournament = lock_tournament(event.code)
        state = load_state(tournament)
        if state.phase in OVER:  # since it was queried
            continue
        running = state.phase == "running"
        for entry in state.entries.values():
            if user.pk in entry.players and entry.status in ("registered", "waiting"):
                missing = running and at_once and not _plays(tournament, state, entry.number)
                action_store(
                    event.code,
                    None,
                    "organiser",
                    "withdraw" if running else "unregister",
                    {"entry": entry.number, **({"this_round": True} if missing else {})},
                    f"left-{uuid.uuid4().hex}",
                    "",
                )


def _plays(tournament: Tournament, state: State, entry: int) -> bool:
    """Tell whether an entry sits at a table of the round whose match has begun."""
    table = None if state.current is None else state.current.table_of(entry)
    return table is not None and table.number in started_tables(tournament, state)


PROFILE_SHOWN = 10


def profile_panel(request: HttpRequest, person: Any) -> Panel:
    """Return the latest places, limited to events the viewer may see."""
    seen = visible_tournaments(request.user).filter(club__isnull=False, imported__isnull=True)
    places = FinalPlace.objects.filter(user=person, tournament__in=seen)
    newest = places.select_related("tournament__club").order_by("-tournament__finished_at")[
        :PROFILE_SHOWN
    ]
    return Panel("tournaments/_person.html", {"places": newest})
