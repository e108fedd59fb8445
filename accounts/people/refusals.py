"""Refusals about ties to other people: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "about_oneself": _("You can’t do that to yourself."),
    "no_such_tie": _("That’s not one of the options."),
    "blocked": _("One of you has blocked the other."),
    "bad_note": _("A note can have up to 500 printable characters."),
    "too_many_notes": _("You’ve reached the limit for notes. Clear one you no longer need."),
    "too_many_ties": _("Your list is full. Remove someone first."),
}


class PeopleRefused(CodedRefusal):
    """A change about another person was refused."""

    sentences = SENTENCES
