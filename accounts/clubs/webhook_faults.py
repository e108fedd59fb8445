"""What a delivery came to, as a sentence."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

TURNED_OFF = "turned_off"
FAULTS = {
    "": _("Waiting for the first attempt."),
    "bad_url": _("We don’t call that address."),
    "unknown_host": _("We couldn’t find the host."),
    "private_address": _("The host’s address isn’t on the public internet."),
    "unreachable": _("We couldn’t reach the receiver, or it didn’t answer in time."),
    TURNED_OFF: _("Not sent: the webhook was off."),
}
ACCEPTED = _("Accepted (status %(status)d).")
REFUSED = _("Refused (status %(status)d).")


def outcome(status: int, fault: str) -> str:
    """Return the outcome of the latest attempt in the active language."""
    if not status:
        return gettext(FAULTS[fault])
    return gettext(ACCEPTED if 200 <= status < 300 else REFUSED) % {"status": status}
