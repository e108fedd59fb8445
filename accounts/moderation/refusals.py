"""Refusals of moderators' actions: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "already_decided": _("Somebody has decided this already."),
    "own_case": _("You have a part in this yourself. Somebody else must decide."),
    "own_decision": _("You decided this yourself. Somebody else must look at the appeal."),
    "no_reason": _("Give a reason: the person reads it."),
    "no_such_measure": _("Choose what is to be done."),
    "no_picture": _("This person has no picture of their own any more."),
    "nobody_left": _("The person has left the site."),
    "no_such_sanction": _("This no longer holds."),
    "already_appealed": _("You have appealed already."),
    "no_words": _("Say why you appeal."),
    "staff": _("Staff are not barred here. Take their rights away first."),
}


class ModerationRefused(CodedRefusal):
    """A moderator's action was refused."""

    sentences = SENTENCES
