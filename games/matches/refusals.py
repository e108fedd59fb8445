"""The refusals of live play, each with its sentence for the person who asked."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop


class MatchRefusal(Refusal):
    """A table or match cannot do what was asked; nothing has changed."""


SENTENCES = {
    "not_seated": gettext_noop("You’re not seated at this table, so you can only watch."),
    "no_guests": gettext_noop("This takes an account. Sign up: you keep your matches."),
    "not_owner": gettext_noop("Only the table’s owner can do this."),
    "not_open": gettext_noop("This table is no longer open. Find another in the lobby."),
    "not_running": gettext_noop(
        "This match isn’t in progress. Reload the page to see where it stands."
    ),
    "seat_taken": gettext_noop("That seat is taken. Choose another."),
    "already_seated": gettext_noop("You’re already seated at this table."),
    "no_such_seat": gettext_noop("This table has no such seat."),
    "no_such_bot": gettext_noop("This game has no such bot. Choose one from the list."),
    "too_many_bots": gettext_noop("That’s too many bots: you need a seat, too."),
    "not_a_bot": gettext_noop("There’s no bot in that seat."),
    "bad_commitment": gettext_noop("The hash must be 64 hexadecimal digits."),
    "bad_contribution": gettext_noop("This doesn’t match the hash your seat sent."),
    "not_starting": gettext_noop("This match isn’t about to start."),
    "stale_version": gettext_noop(
        "The table has changed since you looked. Check it and try again."
    ),
    "bad_version": gettext_noop("The version must be a whole number."),
    "bad_action_id": gettext_noop("The action needs an id of 1 to 64 plain characters."),
    "action_id_used": gettext_noop("That id was already used for another action. Use a new one."),
    "too_late": gettext_noop("Your time for this turn ran out."),
    "unknown_game": gettext_noop("That game doesn’t exist."),
    "bad_clock": gettext_noop("That time limit isn’t available. Choose one from the list."),
    "no_such_person": gettext_noop("We couldn’t find that person. Check the name."),
    "stand_in": gettext_noop("A bot is playing for you. Take your seat back first."),
    "taken_over": gettext_noop("Someone has taken over your seat, so you can only watch."),
    "not_gone": gettext_noop(
        "This player is at the table. Only the seat of a player who is away can be offered."
    ),
    "not_offered": gettext_noop(
        "This seat is no longer on offer: someone was faster, or its player is back."
    ),
    "offered_to_another": gettext_noop("This seat is offered to someone else."),
    "was_taken_over": gettext_noop(
        "This seat was taken over before, and that’s possible only once."
    ),
    "held_before": gettext_noop("You’ve already had a seat in this match."),
    "deal_open": gettext_noop(
        "Other tables play the same deal, so no one can join this one. A bot plays for players "
        "who are gone."
    ),
    "out_of_play": gettext_noop("That seat is no longer in play."),
    "offer_by_director": gettext_noop(
        "This match is part of an event: only the event’s directors can offer a seat."
    ),
    "blocked": gettext_noop("One of you has blocked the other."),
    "not_steady": gettext_noop(
        "This table is for players who finish their matches, and you left more than one in "
        "ten of your last ones. The table’s owner can still invite you."
    ),
    "turned_away": gettext_noop(
        "The table’s owner freed your seat. You can sit down again if they invite you."
    ),
    "already_searching": gettext_noop(
        "You’re already looking for players at another table. Leave it first."
    ),
    "no_such_length": gettext_noop("That length isn’t available."),
    "nobody_else": gettext_noop("There’s no other player in that seat."),
    "bad_absence": gettext_noop(
        "That option for absent players isn’t available. Choose one from the list."
    ),
    "paused": gettext_noop("The match is paused. One of the players must resume it first."),
    "not_paused": gettext_noop("The match isn’t paused."),
    "somebody_away": gettext_noop(
        "A player is still away. The pause ends when they’re back or its time is up."
    ),
    "has_resigned": gettext_noop("You’ve resigned, so it’s up to the others."),
    "is_out": gettext_noop("You’re out, so it’s up to the players still in."),
    "void_by_director": gettext_noop(
        "This match is part of an event: only the event’s directors can call it off."
    ),
    "bad_agreement": gettext_noop("That proposal is no longer open."),
    "too_many": gettext_noop("You’ve reached the limit. Remove one before you add another."),
    "not_finished": gettext_noop("The match isn’t over yet. Try again once it is."),
}


def refuse(code: str) -> MatchRefusal:
    """Return the refusal with this code and its sentence."""
    return MatchRefusal(code, SENTENCES[code])
