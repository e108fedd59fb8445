"""The refusals of live play, each with its sentence for the person who asked."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class MatchRefusal(Refusal):
    """A table or match cannot do what was asked; nothing has changed."""


SENTENCES = {
    "not_seated": gettext_noop("You do not sit at this table."),
    "not_owner": gettext_noop("Only the owner of the table can do this."),
    "not_open": gettext_noop("This table is no longer open."),
    "not_running": gettext_noop("This match is not running."),
    "seat_taken": gettext_noop("Somebody already sits there."),
    "already_seated": gettext_noop("You already sit at this table."),
    "no_such_seat": gettext_noop("There is no such seat at this table."),
    "no_such_bot": gettext_noop("There is no such bot for this game."),
    "too_many_bots": gettext_noop("That many bots do not fit beside you at this table."),
    "not_a_bot": gettext_noop("No bot sits there."),
    "bad_commitment": gettext_noop("The commitment must be 64 hexadecimal digits."),
    "bad_contribution": gettext_noop("This is not what your seat committed to."),
    "not_starting": gettext_noop("This match is not about to start."),
    "stale_version": gettext_noop("The table has moved on since you looked. Please look again."),
    "bad_version": gettext_noop("The version must be a whole number."),
    "bad_action_id": gettext_noop("The action needs an id of 1 to 64 plain characters."),
    "action_id_used": gettext_noop("This id was already used for another action."),
    "too_late": gettext_noop("Your time for this turn had run out."),
    "unknown_game": gettext_noop("There is no such game."),
    "bad_clock": gettext_noop("This time limit is not offered."),
    "no_such_person": gettext_noop("There is no such person."),
    "stand_in": gettext_noop("A bot is standing in for you. Take your seat back first."),
    "blocked": gettext_noop("One of you has blocked the other."),
    "not_steady": gettext_noop(
        "This table is for people who play to the end, and you left more than one in ten of your"
        " last matches. Whoever opened it may invite you."
    ),
    "turned_away": gettext_noop(
        "The owner of this table has freed your seat. You can sit down again when they invite you."
    ),
    "nobody_else": gettext_noop("Nobody else sits there."),
    "bad_absence": gettext_noop("This way to deal with absence is not offered."),
    "paused": gettext_noop("The match is paused. Somebody who plays must let it go on first."),
    "not_paused": gettext_noop("The match is not paused."),
    "somebody_away": gettext_noop(
        "Somebody is still away. The pause ends when they are back, or when its time is up."
    ),
    "has_resigned": gettext_noop("You have resigned, so this is for the others to decide."),
    "is_out": gettext_noop("You are out, so this is for those who are still in to decide."),
    "void_by_director": gettext_noop(
        "This match belongs to an event: only the event’s directors can call it off."
    ),
    "bad_agreement": gettext_noop("There is nothing of that kind to agree to."),
    "too_many": gettext_noop("There are too many of these already."),
    "not_finished": gettext_noop("The match is not over yet."),
}


def refuse(code: str) -> MatchRefusal:
    """Return the refusal with this code and its sentence."""
    return MatchRefusal(code, SENTENCES[code])
