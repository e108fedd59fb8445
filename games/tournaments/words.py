"""Words of the director's console that the director's rules do not supply."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tournaments.director.refusals import SENTENCES as FOLD
from games.tournaments.refusals import SENTENCES as WEB

BEFORE = ("draft", "registration", "check_in")
RUNNING = ("running",)

# kind, label, phases, weight (empty: the main step)
BUTTONS: tuple[tuple[str, Promise, tuple[str, ...], str], ...] = (
    ("open_registration", _("Open registration"), ("draft", "check_in"), ""),
    ("close_registration", _("Close registration, begin check-in"), ("registration",), "quiet"),
    ("start", _("Start the event"), ("registration", "check_in"), ""),
    ("propose_round", _("Propose pairings"), RUNNING, ""),
    ("publish_round", _("Publish the round"), RUNNING, ""),
    ("close_round", _("Close the round"), RUNNING, ""),
    ("finish", _("Finish the event"), RUNNING, ""),
    ("reopen_round", _("Reopen the round"), RUNNING, "quiet"),
    ("cancel_round", _("Take the round back"), RUNNING, "quiet"),
    ("reopen", _("Take the event up again"), ("finished", "archived"), "quiet"),
    ("archive", _("Archive"), ("finished", *BEFORE), "quiet"),
)

WITHOUT_CHECK_IN = _("Close registration")
KIND_LABELS = {
    "check_in": _("Check in"),
    "check_out": _("Check out"),
    "promote": _("Let in"),
    "unregister": _("Take off the list"),
    "withdraw": _("Drop out"),
    "restore": _("Take back in"),
    "no_show": _("Did not come"),
    "reseat": _("Came after all"),
    "readmit": _("Admit again"),
}
NOTES = {"wrong_people": _("Others played this match than the table lists.")}


def kind_label(kind: str) -> str:
    """Return the label of an action kind's button."""
    return str(KIND_LABELS.get(kind, kind))


def note_text(code: str) -> str:
    """Return why a match's result was not accepted."""
    if code in NOTES:
        return str(NOTES[code])
    return gettext(FOLD.get(code) or WEB.get(code) or code) if code else ""
