"""Refusals about ties to other people: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "about_oneself": _("That is you."),
    "no_such_tie": _("There is no such choice."),
    "blocked": _("One of you has blocked the other."),
    "bad_note": _("A note has at most 500 characters, all of which can be written."),
    "too_many_notes": _("You have as many notes as can be kept. Empty one you no longer need."),
    "too_many_ties": _("You have chosen as many people as can be kept."),
}


class PeopleRefused(CodedRefusal):
    """A change about another person was refused."""

    sentences = SENTENCES
