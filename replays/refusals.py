"""The refusals of comments and changes beside a replay, each with its sentence."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class ReplayRefusal(Refusal):
    """A request beside a replay cannot be carried out; nothing has changed."""


SENTENCES = {
    "empty_text": gettext_noop("Write something first."),
    "long_text": gettext_noop("That’s too long. Please shorten it."),
    "muted": gettext_noop("The moderators have muted you. See your account status for the reason."),
    "not_yours": gettext_noop("Only the author can change this."),
    "no_such_thing": gettext_noop("This is gone."),
    "too_many": gettext_noop("You’ve reached the limit, so you can’t add more."),
    "nothing_to_play": gettext_noop("You can’t play on from here."),
    "too_much_practice": gettext_noop("You have too many practice matches running. End one first."),
    "too_much_analysis": gettext_noop(
        "Some matches you requested are still being analysed. Please wait."
    ),
    "not_leader": gettext_noop("Someone else is leading now."),
    "leader_is_here": gettext_noop("The leader is still here."),
    "not_here": gettext_noop("This person is no longer here."),
    "empty_tour": gettext_noop("Add at least one stop before you publish the tour."),
}


def refuse(code: str) -> ReplayRefusal:
    """Return the refusal with this code and its sentence."""
    return ReplayRefusal(code, SENTENCES[code])
