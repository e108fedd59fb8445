"""Owners who leave the site at the same moment leave no club without one."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.clubs.models import Membership
from accounts.privacy.leave import person_leave
from tests.support.clubs import make_club
from tests.support.races import at_once
from tests.support.tables import make_user


@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_leave_at_once_one_has_to_stay(ada, bo):
    club = make_club(ada)
    Membership.objects.create(club=club, user=bo, role=Membership.Role.OWNER)
    Membership.objects.create(club=club, user=make_user("member"))
    answers = at_once([partial(person_leave, user=one) for one in (ada, bo)])
    assert answers == ["done", "last_owner"]
    assert club.memberships.filter(role=Membership.Role.OWNER).count() == 1
