"""What clubs do when a person leaves the site or is barred from it."""

from __future__ import annotations

from datetime import datetime

from accounts.clubs.journal import ABOUT_PEOPLE
from accounts.clubs.models import Club, JoinRequest, JournalEntry, Membership
from accounts.clubs.selectors import owners_of
from accounts.clubs.services.membership import club_close
from accounts.leaving import FORMER, LeaveRefused
from accounts.models import User


def person_leaves(user: User) -> None:
    """Remove the name from journals, and close clubs in which the person is alone.

    Raises LeaveRefused for the last owner of a club with members. Locks the clubs, so that two
    owners cannot leave at once.
    """
    owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER).values("club")
    clubs = Club.objects.select_for_update(no_key=True).filter(pk__in=owned)
    for club in clubs.order_by("pk"):
        others = Membership.objects.filter(club=club).exclude(user=user)
        if not others.exists():
            club_close(club)
        elif not owners_of(club.pk).exclude(user=user).exists():
            raise LeaveRefused("last_owner")
    told = JournalEntry.objects.filter(verb__in=ABOUT_PEOPLE, about=user.get_username())
    told.update(about=FORMER)


def person_barred(user: User, until: datetime | None) -> None:
    """Delete the barred person's requests to join; they may ask again later."""
    JoinRequest.objects.filter(user=user).delete()
