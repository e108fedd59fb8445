"""What tests of club and event talk start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from accounts.clubs.models import Club, Membership
from games.matches.models import Match
from games.matches.talk.models import Message
from games.rooms.access import access_room
from games.rooms.selectors import hearing_of, room_context
from games.rooms.services import message_say
from games.tournaments.models import Tournament
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.tables import make_user, sit_down


@dataclass
class Rooms:
    """A club, its event, and their people."""

    club: Club
    event: Tournament
    people: dict[str, Any]

    def place(self, kind: str) -> str:
        """Return a room's name in addresses."""
        return f"club/{self.club.slug}" if kind == "club" else f"event/{self.event.code}"

    def say(self, kind: str, name: str, body: str = "hello there", how: str = "text") -> Message:
        """Let somebody say something."""
        access = access_room(self.people[name], self.place(kind))
        return message_say(access=access, kind=how, body=body)

    def context(self, kind: str, name: str) -> dict[str, Any]:
        """Return what the talk shows somebody."""
        return room_context(hearing_of(access_room(self.people[name], self.place(kind))))

    def heard(self, kind: str, name: str) -> list[str]:
        """Return the texts that somebody reads."""
        return [one.text for one in self.context(kind, name)["said"]]

    def sit(self, *names: str) -> Match:
        """Begin the event, and let two of its players play their table."""
        begin(self.event, self.people["owner"])
        seats = [self.people[name] for name in names]
        match = Match.objects.get(tournament_table__tournament=self.event, seats__user=seats[0])
        sit_down(match, *seats)
        return match


@pytest.fixture
def rooms(db: None) -> Rooms:
    """Return a private club of owner, director and members; ada and bo have entered its event."""
    names = ("owner", "director", "ada", "bo", "chen", "stranger")
    people = {name: make_user(name) for name in names}
    club = make_club(people["owner"], is_private=True)
    for name in ("director", "ada", "bo", "chen"):
        role = Membership.Role.DIRECTOR if name == "director" else Membership.Role.MEMBER
        Membership.objects.create(club=club, user=people[name], role=role)
    event = make_event(people["owner"], club, format="swiss", config={"rounds": 1})
    for name in ("ada", "bo"):
        act(event, people["owner"], "register", players=[people[name].pk], by_organiser=True)
    return Rooms(club, event, people)
