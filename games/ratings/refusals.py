"""The sentences for refused corrections of ratings."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "no_matches": _("Choose at least one match."),
    "too_many_matches": _("That’s too many matches at once. Choose fewer."),
    "no_reason": _("Please give a reason."),
    "not_logged": _("The ratings know no such match."),
    "own_matches": _("You played in one of these matches. Another moderator has to decide."),
    "changed_meanwhile": _("Some of these matches have been corrected since. Look again, please."),
    "already_undone": _("This correction has already been undone."),
}


class CorrectionRefused(CodedRefusal):
    """A correction that cannot be made."""

    sentences = SENTENCES
