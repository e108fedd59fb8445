"""Hints to directors: of people who came by themselves, while the event is on, no address."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.clubs.models import Membership
from accounts.models import User
from games.tournaments.models import Tournament
from games.tournaments.services.act import tournament_act
from tests.support.clubs import make_club
from tests.support.events import act, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
NETWORK = "2001:db8:7:1"


def somebody(name: str) -> User:
    """Return a person at home in the one network that all of these tests speak of."""
    user: User = make_user(name)
    place = {"ip": f"{NETWORK}::{user.pk}", "user_agent": "A", "session_key": name}
    UserSession.objects.create(user=user, **place)
    return user


def joins(event: Tournament, user: User) -> None:
    tournament_act(
        code=event.code, actor=user, role="player", kind="register",
        payload={"players": [user.pk]}, request_id=f"joins-{user.pk}", reason="",
    )  # fmt: skip
    event.refresh_from_db()


def page(event: Tournament, reader: User) -> str:
    client = Client()
    client.force_login(reader)
    answer = client.get(reverse("tournaments:linked", args=[event.code]))
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def named(text: str, *users: User) -> list[bool]:
    return [f'href="{user.get_absolute_url()}"' in text for user in users]


def test_a_director_is_told_of_entrants_who_share_a_network_and_not_which() -> None:
    owner = make_user("owner")
    event = make_event(owner, make_club(owner))
    ada, bo, far = somebody("ada"), somebody("bo"), somebody("far")
    UserSession.objects.filter(user=far).update(ip="2001:db8:8::1")
    for one in (ada, bo, far):
        joins(event, one)
    text = page(event, owner)
    assert named(text, ada, bo, far) == [True, True, False]
    assert "same network, on the same kind of device" in text
    assert NETWORK not in text
    act(event, owner, "unregister", entry=1)
    assert named(page(event, owner), ada, bo) == [False, False]


def test_hints_end_with_the_event() -> None:
    owner = make_user("owner")
    event = make_event(owner, make_club(owner), format="swiss")
    ada, bo = somebody("ada"), somebody("bo")
    for one in (ada, bo):
        joins(event, one)
    act(event, owner, "start")
    assert named(page(event, owner), ada, bo) == [True, True]
    act(event, owner, "finish", reason="Rain.")
    assert named(page(event, owner), ada, bo) == [False, False]


def test_nobody_learns_about_strangers_by_entering_them() -> None:
    owner = make_user("owner")
    club = make_club(owner)
    event = make_event(owner, club)
    ada, bo = somebody("ada"), somebody("bo")
    for one in (ada, bo):
        act(event, owner, "register", players=[one.pk], by_organiser=True)
    assert named(page(event, owner), ada, bo) == [False, False]
    for one in (ada, bo):
        Membership.objects.create(club=club, user=one)
    assert named(page(event, owner), ada, bo) == [True, True]
