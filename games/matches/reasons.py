"""How a match can end, in words. The keys are those of the record format's results."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: dict[str, Promise] = {
    "score": _("the score was reached"),
    "rounds": _("all rounds were played"),
    "wins": _("enough rounds were won"),
    "last_survivor": _("one player was left"),
    "king_eliminated": _("a king went out"),
    "breakthrough": _("breakthrough"),
    "annihilation": _("annihilation"),
    "out_of_cards": _("out of cards"),
    "no_action": _("nobody could act"),
    "max_rounds": _("the last round was over"),
    "agreement": _("agreement"),
    "resignation": _("resignation"),
    "cap": _("the limit of plays was reached"),
}


def reason_label(reason: str) -> str:
    """Return how a match ended; a game of its own may have reasons of its own."""
    return str(REASONS.get(reason, reason.replace("_", " ")))
