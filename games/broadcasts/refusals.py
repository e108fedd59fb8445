"""The refusals of broadcasts, each with its sentence."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop

SENTENCES = {
    "playing": gettext_noop(
        "You’re playing in this event, or with someone who is. The broadcast opens for you when "
        "the match is over."
    ),
    "already": gettext_noop("This event is being broadcast already."),
    "over": gettext_noop("No more matches are played in this event."),
    "bad_delay": gettext_noop("Choose a delay of 5 to 240 minutes, or of 1 to 3 rounds."),
    "no_rounds": gettext_noop("An arena has no rounds. Choose a delay in minutes."),
    "no_table": gettext_noop("This game can’t be broadcast: it has no table of its own yet."),
    "ended": gettext_noop("This broadcast has ended."),
    "no_such_person": gettext_noop("We couldn’t find that person. Check the name."),
    "too_many": gettext_noop("You’ve reached the limit. Remove one before you add another."),
    "not_commentator": gettext_noop("Only the broadcast’s commentators can do this."),
    "not_shown": gettext_noop("This move isn’t on show yet."),
    "bad_mark": gettext_noop("Tap a place on the table, or drag from one to another."),
    "seen_it": gettext_noop("This person has seen the hands in the broadcast. Ask someone else."),
}
FORBIDDEN = {"playing", "not_commentator"}


class BroadcastRefusal(Refusal):
    """A request about a broadcast cannot be carried out; nothing has changed."""


def refuse(code: str) -> BroadcastRefusal:
    """Return the refusal with this code and its sentence."""
    return BroadcastRefusal(code, SENTENCES[code])
