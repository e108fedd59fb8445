"""The clubs' refusals: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "not_director": _("Only the club’s directors can do this."),
    "not_owner": _("Only the club’s owners can do this."),
    "not_member": _("You are not a member of this club."),
    "already_member": _("This person is already a member."),
    "already_asked": _("You have already asked to join."),
    "by_invitation": _("This club takes new members by invitation only."),
    "no_request": _("There is no such request any more."),
    "no_such_member": _("There is no such member in this club."),
    "no_such_role": _("There is no such role."),
    "last_owner": _("A club needs an owner. Make somebody else an owner first."),
    "outranked": _("Only an owner can remove a director or an owner."),
    "link_invalid": _("This invitation is no longer valid. Ask for a new one."),
    "no_such_link": _("There is no such invitation link."),
    "no_such_news": _("There is no such notice."),
    "too_many": _("There are too many of these already."),
    "name_taken": _("A club of this name already exists."),
}


class ClubRefusal(CodedRefusal):
    """A request about a club was refused."""

    sentences = SENTENCES


FORBIDDEN = {"not_director", "not_owner", "not_member", "outranked", "by_invitation"}


def refuse(code: str) -> ClubRefusal:
    """Return the refusal with this code."""
    return ClubRefusal(code)
