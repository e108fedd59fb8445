"""What an invitation to a club shows of it: what whoever holds the link may see, and no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.models import Membership
from accounts.clubs.services.membership import link_make
from games.tournaments.direct.config import Config
from games.tournaments.services.create import tournament_create
from tests.support.clubs import make_club
from tests.support.events import begin, enter_bots, make_event

pytestmark = pytest.mark.django_db


def invitation(client, club, owner):
    link = link_make(club=club, actor=owner)
    return client.get(reverse("clubs:join_by_link", args=[link.token])).content.decode()


def in_days(number):
    return timezone.now() + timedelta(days=number)


def test_an_invitation_tells_how_many_belong_to_the_club_and_what_comes_next(client, ada, bo):
    club, other = make_club(ada), make_club(ada, name="Others")
    Membership.objects.create(club=club, user=bo)
    for name, days in [("Late cup", 9), ("Soon cup", 2)]:
        make_event(ada, club, name=name, starts_at=in_days(days))
    make_event(ada, other, name="Foreign cup", starts_at=in_days(1))
    about = {"name": "Secret cup", "game": "deadline_99", "starts_at": in_days(1)}
    tournament_create(actor=ada, club=club, config=Config("pods", "-"), about=about)
    page = invitation(client, club, ada)
    assert "2 members" in page
    assert "Soon cup" in page
    for name in ("Late cup", "Foreign cup", "Secret cup"):
        assert name not in page


def test_an_invitation_shows_what_is_played_where_nothing_is_to_come(client, ada):
    club = make_club(ada)
    assert "event-card" not in invitation(client, club, ada)
    event = make_event(ada, club, name="Running cup")
    enter_bots(event, ada, 4)
    begin(event, ada)
    page = invitation(client, club, ada)
    assert "On now" in page
    assert "Running cup" in page


def test_an_invitation_to_a_private_club_tells_of_its_events_to_members_alone(client, ada, bo):
    club = make_club(ada, is_private=True)
    make_event(ada, club, name="Hidden cup")
    for user in (None, bo):
        if user:
            client.force_login(user)
        assert "Hidden cup" not in invitation(client, club, ada)
    client.force_login(ada)
    assert "Hidden cup" in invitation(client, club, ada)
