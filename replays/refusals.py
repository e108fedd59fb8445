"""The refusals of comments and changes beside a replay, each with its sentence."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class ReplayRefusal(Refusal):
    """A request beside a replay cannot be carried out; nothing has changed."""


SENTENCES = {
    "empty_text": gettext_noop("Write something first."),
    "long_text": gettext_noop("This is too long."),
    "muted": gettext_noop("The moderators have muted you. Your standing says why."),
    "not_yours": gettext_noop("Only whoever wrote this can change it."),
    "no_such_thing": gettext_noop("This is no longer there."),
    "too_many": gettext_noop("There are too many of these already."),
    "nothing_to_play": gettext_noop("There is nothing to play on from here."),
    "too_much_practice": gettext_noop("You have many practice matches running. End one first."),
    "too_much_analysis": gettext_noop("Matches that you asked for are still being analysed."),
    "not_leader": gettext_noop("Somebody else leads here now."),
    "leader_is_here": gettext_noop("Whoever leads here is present."),
    "not_here": gettext_noop("This person is not here any more."),
    "empty_tour": gettext_noop("A tour needs at least one stop before it is published."),
}


def refuse(code: str) -> ReplayRefusal:
    """Return the refusal with this code and its sentence."""
    return ReplayRefusal(code, SENTENCES[code])
