"""The refusals of all talk, each with its sentence."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class TalkRefused(Refusal):
    """Something cannot be said; nothing has changed."""


SENTENCES = {
    "not_here": gettext_noop("Chat at this table is closed."),
    "empty_text": gettext_noop("Write something first."),
    "long_text": gettext_noop("That’s too long. Please shorten it."),
    "no_such_phrase": gettext_noop("That phrase doesn’t exist. Choose one from the list."),
    "fixed_only": gettext_noop("In rated matches, you can only use the preset phrases."),
    "muted": gettext_noop("The moderators have muted you. See your account status for the reason."),
    "phrases_only": gettext_noop("In this chat, you can only use the preset phrases right now."),
    "muted_here": gettext_noop("The officers have muted you in this chat."),
    "playing": gettext_noop("Your match is still running. Write again when it’s over."),
    "closed": gettext_noop("This chat is closed."),
    "not_officer": gettext_noop("Only the officers of this chat can do this."),
    "officer_too": gettext_noop("Officers can’t mute each other."),
    "no_such_message": gettext_noop("This message is gone."),
    "no_such_time": gettext_noop("Choose how long from the list."),
    "said_already": gettext_noop("You just said that."),
    "too_often": gettext_noop("You’re doing that too often. Wait a minute, then try again."),
}


def refuse(code: str) -> TalkRefused:
    """Return the refusal with this code and its sentence."""
    return TalkRefused(code, SENTENCES[code])
