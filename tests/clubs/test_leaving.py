"""Owners who leave the site at the same moment leave no club without one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from accounts.clubs.models import Membership
from accounts.leaving import LeaveRefused
from accounts.privacy.leave import person_leave
from tests.support.clubs import make_club
from tests.support.tables import make_user

PATIENCE = 60


@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_leave_at_once_one_has_to_stay(ada, bo):
    club = make_club(ada)
    Membership.objects.create(club=club, user=bo, role=Membership.Role.OWNER)
    Membership.objects.create(club=club, user=make_user("member"))
    together = Barrier(2)

    def leave(user):
        together.wait(PATIENCE)
        try:
            person_leave(user=user)
        except LeaveRefused as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "left"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(leave, [ada, bo]))
    assert answers == ["last_owner", "left"]
    assert club.memberships.filter(role=Membership.Role.OWNER).count() == 1
