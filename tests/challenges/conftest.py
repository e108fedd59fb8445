"""What tests of challenge ladders start from: five members on a ladder of Deadline 99."""

from __future__ import annotations

import pytest

from accounts.clubs.models import Membership
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join
from tests.support.clubs import make_club
from tests.support.tables import make_user

NAMES = ("ada", "bo", "chen", "dora", "emil")


@pytest.fixture
def people():
    """The five by name, in the order in which they join."""
    return {name: make_user(name) for name in NAMES}


@pytest.fixture
def ladder(people):
    """A ladder of ada's club: two places up, one open challenge, one free decline."""
    club = make_club(people["ada"])
    others = [person for person in people.values() if person != people["ada"]]
    Membership.objects.bulk_create(Membership(club=club, user=one) for one in others)
    ladder = ladder_create(
        club=club, actor=people["ada"], game="deadline_99", name="Duels", reach=2
    )
    for person in people.values():
        ladder_join(ladder=ladder, user=person)
    return ladder
