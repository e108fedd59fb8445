"""An event in which something is announced."""

from __future__ import annotations

from accounts.clubs.models import Club
from accounts.models import User
from accounts.people.models import Notice
from games.tournaments.models import Tournament
from tests.support.events import act, enter_bots, make_event
from tests.support.tables import make_user

LATE = "Round 3 begins ten minutes late"


def make_entered(director: User, club: Club) -> Tournament:
    """Return an event that its director, a new bo and a new chen have entered, and four bots."""
    event = make_event(director, club, format="swiss")
    for one in (director, make_user("bo"), make_user("chen")):
        act(event, director, "register", players=[one.pk])
    enter_bots(event, director, 4)
    return event


def called(name: str) -> User:
    """Return who has this name."""
    return User.objects.get(username=name)


def announce(event: Tournament, by: User, text: str = LATE) -> int:
    """Announce something; return its number."""
    return act(event, by, "announce", text=text).no


def told() -> list[tuple[str, str]]:
    """Return who has a notice of an announcement, and its words."""
    rows = Notice.objects.filter(kind="announcement").order_by("user__username")
    return [(one.user.username, one.args["words"]) for one in rows]
