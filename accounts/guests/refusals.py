"""Refusals about guests."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "guests_off": _("Guests can’t play right now. Sign up: it takes a minute."),
    "too_many_guests": _("Many guests are playing right now. Sign up, or try again in an hour."),
    "bad_guest_name": _("Choose a name of up to 20 letters and digits."),
}


class GuestRefused(CodedRefusal):
    """Nobody was let in."""

    sentences = SENTENCES
