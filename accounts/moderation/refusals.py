"""Refusals of moderators' actions: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "already_decided": _("This has already been decided."),
    "own_case": _("You’re involved in this case. Another moderator must decide."),
    "own_decision": _("This was your decision. Another moderator must handle the appeal."),
    "no_reason": _("Give a reason. The person will see it."),
    "no_such_measure": _("Choose what to do."),
    "no_picture": _("This person has no picture of their own any more."),
    "nobody_left": _("This person has left the site."),
    "no_such_sanction": _("This is no longer in force."),
    "already_appealed": _("You’ve already appealed."),
    "no_words": _("Tell us why you’re appealing."),
    "staff": _("Staff can’t be banned here. Remove their staff rights first."),
}


class ModerationRefused(CodedRefusal):
    """A moderator's action was refused."""

    sentences = SENTENCES
