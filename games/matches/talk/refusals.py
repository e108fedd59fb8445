"""The refusals of table talk, each with its sentence."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class TalkRefused(Refusal):
    """Something cannot be said; nothing has changed."""


SENTENCES = {
    "not_here": gettext_noop("Nobody talks at this table any more."),
    "empty_text": gettext_noop("Write something first."),
    "long_text": gettext_noop("This is too long."),
    "no_such_phrase": gettext_noop("There is no such phrase."),
    "fixed_only": gettext_noop("In a rated match only the fixed phrases may be used."),
    "muted": gettext_noop("The moderators have muted you. Your standing says why."),
    "said_already": gettext_noop("You have just said that."),
    "too_often": gettext_noop("That was too often. Please wait a minute and try again."),
}


def refuse(code: str) -> TalkRefused:
    """Return the refusal with this code and its sentence."""
    return TalkRefused(code, SENTENCES[code])
