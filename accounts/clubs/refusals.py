"""The clubs' refusals: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "not_director": _("Only club directors can do this."),
    "not_owner": _("Only club owners can do this."),
    "not_member": _("You’re not a member of this club. Join it first."),
    "already_member": _("This person is already a member."),
    "already_asked": _("You’ve already asked to join. Please wait for the club’s answer."),
    "by_invitation": _("This club is invite only. Ask one of its directors for an invite link."),
    "no_request": _("This request is no longer open."),
    "no_such_member": _("This club has no such member."),
    "no_such_role": _("That role doesn’t exist."),
    "last_owner": _("A club needs an owner. Make someone else an owner first."),
    "outranked": _("Only an owner can remove directors and owners."),
    "link_invalid": _("This invite is no longer valid. Ask for a new one."),
    "no_such_link": _("That invite link doesn’t exist."),
    "no_such_news": _("That announcement doesn’t exist."),
    "bad_url": _("Enter a full https address, like https://example.org/kibitz."),
    "private_address": _("That address isn’t on the public internet. Enter another."),
    "webhook_known": _("This club already has a webhook to that address."),
    "too_many_webhooks": _("A club can have five webhooks. Remove one first."),
    "no_such_webhook": _("That webhook doesn’t exist."),
    "too_many": _("You’ve reached the limit. Remove one before you add another."),
    "name_taken": _("There’s already a club with this name. Choose another."),
}


class ClubRefusal(CodedRefusal):
    """A request about a club was refused."""

    sentences = SENTENCES


FORBIDDEN = {"not_director", "not_owner", "not_member", "outranked", "by_invitation"}


def refuse(code: str) -> ClubRefusal:
    """Return the refusal with this code."""
    return ClubRefusal(code)
