"""Notify people of an event's progress: open registration, check-in, and its imminent start.

Club members learn that they can enter; entrants, that they are to check in and that the event is
about to begin. There is one such notice about an event at a time. It goes when its reader has done
what it asks, and when the event has begun: from then on its tables notify (`tables.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from accounts.clubs.models import Club
from accounts.clubs.selectors import who_hears
from accounts.models import User
from accounts.people.services.notices import notices_send, notices_withdraw
from games.engine.text import gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.director.state import Entry, State
from games.tournaments.models import Tournament

KIND = "event"
OPENED = gettext_noop("“%(club)s”: you can enter “%(event)s” now.")
CHECK_IN = gettext_noop("“%(event)s”: check in now, or you will have no table.")
SOON = gettext_noop("“%(event)s” begins within an hour.")

DOES_IT = ("register", "unregister", "check_in")
ENDS_IT = ("start", "archive")


def _subject(code: str) -> str:
    return f"event:{code}"


def progress_tell(tournament: Tournament, actor: Any, action: Action, after: State) -> None:
    """Notify those an action concerns, and withdraw notices it has made obsolete."""
    if action.kind == "open_registration":
        _withdraw(tournament)
        _tell_club(tournament, actor, after)
    elif action.kind == "close_registration":
        _withdraw(tournament)
        check_in_tell(tournament, after)
    elif action.kind in DOES_IT:
        for user in _people([after.entries[action.payload["entry"]]]):
            notices_withdraw(subject=_subject(tournament.code), kind=KIND, user=user)
    elif action.kind in ENDS_IT:
        _withdraw(tournament)


def check_in_tell(tournament: Tournament, state: State) -> None:
    """Ask entrants who have not checked in to do so, if the event has a check-in."""
    if state.config.check_in:
        entered = [*state.with_status("registered"), *state.with_status("waiting")]
        _tell(tournament, _people(one for one in entered if not one.checked_in), CHECK_IN)


def soon_tell(tournament: Tournament, state: State) -> None:
    """Notify those who will play that the event is about to begin."""
    there = state.with_status("registered")
    if state.config.check_in and state.phase == "check_in":
        there = [one for one in there if one.checked_in]
    _tell(tournament, _people(there), SOON)


def soon_withdraw(tournament: Tournament) -> None:
    """Withdraw the notice that an event is about to begin: its time has changed."""
    notices_withdraw(subject=_subject(tournament.code), kind=KIND, text=SOON)


def opened_withdraw(club: Club, user: User) -> None:
    """Withdraw the notices about events of a club that the person has left."""
    codes = club.tournaments.values_list("code", flat=True)
    subjects = [_subject(code) for code in codes]
    notices_withdraw(subject=subjects, kind=KIND, text=OPENED, user=user)


def _tell_club(tournament: Tournament, actor: Any, state: State) -> None:
    """Notify the members who want to hear, except entrants and the actor."""
    if tournament.club is None:
        return
    entered = {player for entry in state.entries.values() for player in entry.players}
    known = entered | {actor.pk} if actor is not None else entered
    others = who_hears(tournament.club).exclude(pk__in=known)
    _tell(tournament, others, OPENED, club=tournament.club.name)


def _people(entries: Iterable[Entry]) -> list[User]:
    """Return the people behind entries, without bots."""
    players = [player for entry in entries for player in entry.players if player > 0]
    return list(User.objects.filter(pk__in=players, is_active=True))


def _withdraw(tournament: Tournament) -> None:
    notices_withdraw(subject=_subject(tournament.code), kind=KIND)


def _tell(tournament: Tournament, users: Iterable[User], text: str, **args: str) -> None:
    notices_send(
        users=users,
        kind=KIND,
        subject=_subject(tournament.code),
        text=text,
        args={**args, "event": tournament.name},
        url=reverse("tournaments:overview", args=[tournament.code]),
    )
