"""Locking a club, joining, leaving, roles.

Each service locks the club, so the last owner cannot slip out.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from accounts.clubs.access import ClubAccess, ClubNotFound, membership_of
from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club, InvitationLink, JoinRequest, Membership
from accounts.clubs.refusals import refuse
from accounts.clubs.selectors import owners_of
from accounts.models import User
from accounts.registry import Hook

LINK_DAYS = 14

membership_changed: Hook[[Club, User, str], None] = Hook()
"""Called inside the transaction, with whom it is about and the journal's verb: asked, joined,
accepted, declined, left, removed, made_owner, made_director, made_member."""


@transaction.atomic
def club_join(*, club: Club, user: Any, message: str = "") -> Membership | None:
    """Join an open club, or ask to join one that decides; return None while that is pending."""
    club_hold(club)
    if membership_of(club, user):
        raise refuse("already_member")
    if club.joining == Club.Joining.INVITATION:
        raise refuse("by_invitation")
    if club.joining == Club.Joining.OPEN:
        return _enter(club, user)
    _, is_new = JoinRequest.objects.get_or_create(
        club=club, user=user, defaults={"message": message}
    )
    if not is_new:
        raise refuse("already_asked")
    journal_write(club=club, actor=user, verb="asked")
    _tell(club, user, "asked")
    return None


def _tell(club: Club, user: Any, verb: str) -> None:
    membership_changed(club, user, verb)


def _enter(club: Club, user: Any) -> Membership:
    """Make `user` a member, however they were admitted."""
    membership, is_new = Membership.objects.get_or_create(club=club, user=user)
    JoinRequest.objects.filter(club=club, user=user).delete()
    if is_new:
        journal_write(club=club, actor=user, verb="joined")
        _tell(club, user, "joined")
    return membership


@transaction.atomic
def request_decide(*, club: Club, actor: Any, user_id: int, accept: bool) -> None:
    """Accept or decline a request to join."""
    club_hold_as_director(club, actor)
    request = JoinRequest.objects.select_related("user").filter(club=club, user=user_id).first()
    if request is None:
        raise refuse("no_request")
    if accept:
        Membership.objects.get_or_create(club=club, user=request.user)
    request.delete()
    verb = "accepted" if accept else "declined"
    journal_write(club=club, actor=actor, verb=verb, about=request.user.get_username())
    _tell(club, request.user, verb)


@transaction.atomic
def link_make(*, club: Club, actor: Any) -> InvitationLink:
    """Create an invitation link that is valid for two weeks."""
    club_hold_as_director(club, actor)
    expires_at = timezone.now() + timedelta(days=LINK_DAYS)
    link = InvitationLink.objects.create(club=club, created_by=actor, expires_at=expires_at)
    journal_write(club=club, actor=actor, verb="made_link")
    return link


@transaction.atomic
def link_withdraw(*, club: Club, actor: Any, link_id: int) -> None:
    """Revoke an invitation link."""
    club_hold_as_director(club, actor)
    deleted, _ = InvitationLink.objects.filter(club=club, pk=link_id).delete()
    if not deleted:
        raise refuse("no_such_link")
    journal_write(club=club, actor=actor, verb="withdrew_link")


def link_club(token: str) -> Club:
    """Return the club of a valid invitation link; refuse any other token."""
    known = InvitationLink.objects.select_related("club").filter(token=token)
    link = None if "\0" in token else known.first()
    if link is None or link.expires_at < timezone.now():
        raise refuse("link_invalid")
    return link.club


@transaction.atomic
def club_join_by_link(*, token: str, user: Any) -> Membership:
    """Join by an invitation link; idempotent."""
    club_hold(link_club(token))
    return _enter(link_club(token), user)  # it may have been withdrawn meanwhile


@transaction.atomic
def club_leave(*, access: ClubAccess) -> None:
    """Leave a club; its last owner cannot, unless they are its only member, which closes it."""
    if access.membership is None:
        raise refuse("not_member")
    club_hold(access.club)
    membership = _member(access.club, access.membership.user_id)
    if club_close(access.club):
        return
    _keep_an_owner(membership)
    journal_write(club=access.club, actor=membership.user, verb="left")
    membership.delete()
    _tell(access.club, membership.user, "left")


@transaction.atomic
def club_close(club: Club) -> bool:
    """Delete a club of at most one member, unless it has held events: their results stay.

    The lock keeps anybody from joining meanwhile.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    if club.memberships.count() > 1:
        return False
    try:
        with transaction.atomic():
            club.delete()
    except ProtectedError:
        return False
    return True


@transaction.atomic
def membership_hear(*, club: Club, user: Any, hears: bool) -> None:
    """Set whether a member is notified of news and of events open for entry."""
    if not Membership.objects.filter(club=club, user=user).update(hears=hears):
        raise refuse("not_member")


@transaction.atomic
def member_remove(*, club: Club, actor: Any, user_id: int) -> None:
    """Remove a member; directors may remove plain members, owners anybody but the last owner.

    This revokes the club's invitation links, which the removed member may know.
    """
    access = club_hold_as_director(club, actor)
    membership = _member(club, user_id)
    if membership.role != Membership.Role.MEMBER and not access.is_owner:
        raise refuse("outranked")
    _keep_an_owner(membership)
    membership.delete()
    InvitationLink.objects.filter(club=club).delete()
    name = membership.user.get_username()
    journal_write(club=club, actor=actor, verb="removed", about=name)
    _tell(club, membership.user, "removed")


@transaction.atomic
def role_set(*, club: Club, actor: Any, user_id: int, role: str) -> None:
    """Change a member's role; the last owner must stay an owner."""
    if role not in Membership.Role.values:
        raise refuse("no_such_role")
    club_hold_as_owner(club, actor)
    membership = _member(club, user_id)
    if role != Membership.Role.OWNER:
        _keep_an_owner(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    name = membership.user.get_username()
    journal_write(club=club, actor=actor, verb=f"made_{role}", about=name)
    if membership.user != actor:
        _tell(club, membership.user, f"made_{role}")


def _member(club: Club, user_id: int) -> Membership:
    """Return a membership to change; the club must be locked."""
    membership = Membership.objects.select_related("user").filter(club=club, user=user_id).first()
    if membership is None:
        raise refuse("no_such_member")
    return membership


def _keep_an_owner(membership: Membership) -> None:
    """Refuse to demote the last owner who can sign in; the club must be locked."""
    others = owners_of(membership.club_id).exclude(user=membership.user)
    if membership.role == Membership.Role.OWNER and not others.exists():
        raise refuse("last_owner")


def club_hold(club: Club) -> None:
    """Lock a club until the transaction ends; raises ClubNotFound if it was closed meanwhile."""
    rows = Club.objects.select_for_update(no_key=True).filter(pk=club.pk)
    if not rows.values_list("pk", flat=True):
        raise ClubNotFound(club.slug)


def club_hold_as_director(club: Club, actor: Any) -> ClubAccess:
    """Lock a club for one of its directors; refuse anybody who no longer is one."""
    return _held(club, actor).as_director()


def club_hold_as_owner(club: Club, actor: Any) -> ClubAccess:
    """Lock a club for one of its owners; refuse anybody who no longer is one."""
    return _held(club, actor).as_owner()


def _held(club: Club, actor: Any) -> ClubAccess:
    club_hold(club)
    return ClubAccess(club, membership_of(club, actor))
