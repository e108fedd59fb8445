"""Refusals about devices."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "bad_subscription": _("Your browser sent a subscription that we can’t read. Try again."),
    "unknown_service": _("We don’t know your browser’s push service, so we can’t send to it."),
    "too_many_devices": _("You have many devices. Remove one first."),
}


class DeviceRefused(CodedRefusal):
    """A device that cannot be added."""

    sentences = SENTENCES
