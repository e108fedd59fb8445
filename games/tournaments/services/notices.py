"""Notify people of an event's progress, their partners, judges' offices and announcements.

There is one notice of each kind about an event at a time. It goes when its reader has done what it
asks, or when it is obsolete: from the start on the event's tables notify (`tables.py`). Of
announcements it is the latest; the event's pages have all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import Truncator

from accounts.clubs.models import Club
from accounts.clubs.selectors import directors_of, who_hears
from accounts.models import User
from accounts.people.services.notices import notice_send, notices_send, notices_withdraw
from accounts.people.words import ANNOUNCEMENT
from games.engine.text import gettext_noop
from games.tournaments.direct.actions import Action
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import Tournament

EVENT, JUDGE, PARTNER = "event", "judge", "partner"
OPENED = gettext_noop("“%(club)s”: you can now enter “%(event)s”.")
CHECK_IN = gettext_noop("“%(event)s”: check in now to get a table.")
SOON = gettext_noop("“%(event)s” starts within the hour.")
ENTERED = gettext_noop("%(name)s entered “%(event)s” with you as their partner.")
OUT = gettext_noop("Your pair is out of “%(event)s”: one of you left or was removed.")
QUALIFIED = gettext_noop(
    "You qualified for “%(event)s”: place %(place)s in “%(source)s”. "
    "If you can’t come, leave the event."
)
NAMED = gettext_noop("You’re now a judge of “%(event)s”.")
SAYS = gettext_noop("“%(event)s”: %(words)s")
HALTED = gettext_noop("“%(event)s” stopped running by itself. Its console says why.")
TOLD = 200
"""How many characters of an announcement its notice shows."""


def action_notify(tournament: Tournament, actor: Any, action: Action, after: State) -> None:
    """Notify those an action concerns, and withdraw notices it has made obsolete."""
    kind, facts = action.kind, action.payload
    if kind in ("open_registration", "close_registration", "start", "archive"):
        _withdraw([tournament], EVENT)
    if kind == "halt":
        _tell_directors(tournament)
    elif kind in ("run_by_itself", "start", "publish_round", "finish"):
        notices_withdraw(subject=_stopped(tournament), kind=EVENT)
    if kind == "open_registration":
        _tell_club(tournament, actor, after)
    elif kind == "close_registration":
        check_in_tell(tournament, after)
    elif kind == "archive":
        _withdraw([tournament], ANNOUNCEMENT)
    elif kind == "announce":
        _announce(tournament, actor, after, facts["text"])
    elif kind == "take_back_announcement":
        _withdraw([tournament], ANNOUNCEMENT, no=facts["announcement"])
    elif kind in ("name_judge", "dismiss_judge"):
        _tell_judge(tournament, kind, User.objects.get(pk=facts["player"]))
    elif kind == "check_in_all":
        came = _people(after.entries[number] for number in facts["entries"])
        _withdraw([tournament], EVENT, user=list(came))
    elif kind in ("register", "unregister", "check_in", "withdraw", "exclude"):
        _tell_entry(tournament, actor, kind, after.entries[facts["entry"]])
        if facts.get("origin"):
            _tell_qualified(tournament, after.entries[facts["entry"]])


def check_in_tell(tournament: Tournament, state: State) -> None:
    """Ask entrants who have not checked in to do so, if the event has a check-in."""
    if state.config.check_in:
        entered = state.with_status("registered", "waiting")
        _tell(tournament, _people(one for one in entered if not one.checked_in), CHECK_IN)


def soon_tell(tournament: Tournament, state: State) -> None:
    """Notify those who will play that the event is about to begin."""
    there = state.with_status("registered")
    if state.config.check_in and state.phase == "check_in":
        there = [one for one in there if one.checked_in]
    _tell(tournament, _people(there), SOON)


def soon_withdraw(tournament: Tournament) -> None:
    """Withdraw the notice that an event is about to begin: its time has changed."""
    _withdraw([tournament], EVENT, text=SOON)


def club_withdraw(club: Club, user: User) -> None:
    """Withdraw what a person who has left a club was told of its events."""
    events = club.tournaments.all()
    _withdraw(events, EVENT, text=OPENED, user=user)
    _withdraw(events, ANNOUNCEMENT, user=user)


def _tell_club(tournament: Tournament, actor: Any, state: State) -> None:
    """Notify the club's members who want to hear, except entrants and the actor."""
    if tournament.club is None:
        return
    entered = {player for entry in state.entries.values() for player in entry.players}
    known = entered | {actor.pk} if actor is not None else entered
    others = who_hears(tournament.club).exclude(pk__in=known)
    _tell(tournament, others, OPENED, club=tournament.club.name)


def _announce(tournament: Tournament, actor: Any, state: State, text: str) -> None:
    """Notify everybody in the event except the actor; a private club's exists for members only."""
    people = _people(state.with_status("registered", "waiting")).exclude(pk=actor.pk)
    if tournament.club is not None and tournament.club.is_private:
        people = people.filter(memberships__club=tournament.club)
    words = Truncator(" ".join(text.split())).chars(TOLD)
    _tell(tournament, people, SAYS, kind=ANNOUNCEMENT, words=words, no=state.no)


def _tell_directors(tournament: Tournament) -> None:
    """Notify those who run the event, a club's directors or else the site's staff, of its stop."""
    club, people = tournament.club, User.objects.filter(is_active=True)
    notices_send(
        users=people.filter(is_staff=True) if club is None else directors_of(club),
        kind=EVENT,
        subject=_stopped(tournament),
        text=HALTED,
        args={"event": tournament.name},
        url=reverse("tournaments:console", args=[tournament.code]),
    )


def _stopped(tournament: Tournament) -> str:
    return f"stopped:{tournament.code}"


def _tell_judge(tournament: Tournament, kind: str, person: User) -> None:
    """Notify a newly named judge; withdraw the notice on dismissal.

    A draft event exists for its directors alone, so the notice leads nowhere yet.
    """
    if kind == "dismiss_judge":
        _withdraw([tournament], JUDGE, user=person)
        return
    is_draft = tournament.phase == Tournament.Phase.DRAFT
    notice_send(
        user=person,
        kind=JUDGE,
        subject=_subject(tournament, JUDGE),
        text=NAMED,
        args={"event": tournament.name},
        url="" if is_draft else _url(tournament),
    )


def _tell_entry(tournament: Tournament, actor: Any, kind: str, entry: Entry) -> None:
    """Notify partners of each other; withdraw what an entry's people need no longer be told."""
    people = list(_people([entry]))
    if len(entry.players) > 1 and kind in ("register", "unregister", "withdraw"):
        _tell_partners(tournament, actor, kind, people)
    for user in people:
        if kind in ("register", "unregister", "check_in"):
            _withdraw([tournament], EVENT, user=user)
        if kind in ("unregister", "withdraw", "exclude"):
            _withdraw([tournament], ANNOUNCEMENT, user=user)


def _tell_qualified(tournament: Tournament, entry: Entry) -> None:
    """Notify people of the place in another event by which they are in this one."""
    assert entry.origin is not None
    source, place = entry.origin.title, entry.origin.place
    _tell(tournament, _people([entry]), QUALIFIED, source=source, place=place)


def _tell_partners(tournament: Tournament, actor: Any, kind: str, people: list[User]) -> None:
    """Notify the partner whom a player entered, or those who are out because their pair is."""
    others = [one for one in people if one != actor]
    text, args = OUT, {"event": tournament.name}
    if kind == "register":
        if len(others) == len(people):  # a director enters both: no surprise to either
            return
        text, args = ENTERED, {**args, "name": actor.get_username()}
    else:
        for user in people:
            _withdraw([tournament], PARTNER, user=user)
    for user in others:
        subject = _subject(tournament, PARTNER)
        notice_send(
            user=user, kind=PARTNER, subject=subject, text=text, args=args, url=_url(tournament)
        )


def _people(entries: Iterable[Entry]) -> QuerySet[User]:
    """Return the people behind entries, without bots."""
    players = [player for entry in entries for player in entry.players if player > 0]
    return User.objects.filter(pk__in=players, is_active=True)


def _tell(
    tournament: Tournament, users: Iterable[User], text: str, kind: str = EVENT, **args: Any
) -> None:
    notices_send(
        users=users,
        kind=kind,
        subject=_subject(tournament, kind),
        text=text,
        args={**args, "event": tournament.name},
        url=_url(tournament),
    )


def _withdraw(tournaments: Iterable[Tournament], kind: str, **which: Any) -> None:
    """Withdraw events' notices of a kind; `which` narrows it to a user, a text or a number."""
    subjects = [_subject(one, kind) for one in tournaments]
    notices_withdraw(subject=subjects, kind=kind, **which)


def _subject(tournament: Tournament, kind: str) -> str:
    return f"{kind}:{tournament.code}"


def _url(tournament: Tournament) -> str:
    return reverse("tournaments:overview", args=[tournament.code])
