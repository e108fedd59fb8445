"""Notify an event's participants of its directors' announcements, within limits.

The limits keep announcements to what people will read. There is one such notice about an event at a
time, the latest. All current announcements are on its pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.text import Truncator

from accounts.clubs.models import Club
from accounts.models import User
from accounts.people.services.notices import notices_send, notices_withdraw
from accounts.people.words import ANNOUNCEMENT
from games.engine.text import gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.director.state import Entry, State
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse

SAYS = gettext_noop("“%(event)s”: %(words)s")
TOLD = 200
"""How many characters of it the notice shows; the event's page has the full text."""
MOST = ((3, timedelta(minutes=1), "announced_often"), (30, timedelta(days=1), "announced_enough"))
"""How many announcements an event may have in a given time, including those taken back."""
IS_OUT_BY = ("unregister", "withdraw", "exclude")


def announcement_check(tournament: Tournament) -> None:
    """Refuse another announcement after too many; call it with the tournament's row locked."""
    made = DirectorAction.objects.filter(tournament=tournament, kind="announce")
    for most, within, code in MOST:
        if made.filter(at__gt=Now() - within).count() >= most:
            raise refuse(code)


def announcement_tell(tournament: Tournament, actor: Any, action: Action, after: State) -> None:
    """Notify everybody in the event except the author; withdraw what became obsolete."""
    if action.kind == "announce":
        _tell(tournament, _who_hears(tournament, actor, after), after.no, action.payload["text"])
    elif action.kind == "take_back_announcement":
        _withdraw([tournament], no=action.payload["announcement"])
    elif action.kind in IS_OUT_BY:
        for user in _people([after.entries[action.payload["entry"]]]):
            _withdraw([tournament], user)
    elif action.kind == "archive":
        _withdraw([tournament])


def announcements_withdraw(club: Club, user: User) -> None:
    """Withdraw a club's announcements from a person who has left it."""
    _withdraw(club.tournaments.all(), user)


def _who_hears(tournament: Tournament, actor: Any, state: State) -> QuerySet[User]:
    """Return everybody in the event except the actor; a private club's exists for members only."""
    people = _people(state.with_status("registered", "waiting")).exclude(pk=actor.pk)
    if tournament.club is not None and tournament.club.is_private:
        people = people.filter(memberships__club=tournament.club)
    return people


def _people(entries: Iterable[Entry]) -> QuerySet[User]:
    """Return the people behind entries, without bots."""
    players = [player for entry in entries for player in entry.players if player > 0]
    return User.objects.filter(pk__in=players, is_active=True)


def _tell(tournament: Tournament, users: Iterable[User], no: int, text: str) -> None:
    """Notify people of the announcement made by action `no`."""
    words = Truncator(" ".join(text.split())).chars(TOLD)
    notices_send(
        users=users,
        kind=ANNOUNCEMENT,
        subject=_subject(tournament),
        text=SAYS,
        args={"event": tournament.name, "words": words, "no": no},
        url=reverse("tournaments:overview", args=[tournament.code]),
    )


def _withdraw(
    tournaments: Iterable[Tournament], user: User | None = None, no: int | None = None
) -> None:
    """Withdraw notices, from everybody or one person: all, or those of announcement `no`."""
    subjects = [_subject(one) for one in tournaments]
    notices_withdraw(subject=subjects, kind=ANNOUNCEMENT, user=user, no=no)


def _subject(tournament: Tournament) -> str:
    return f"announcement:{tournament.code}"
