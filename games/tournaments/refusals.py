"""The refusals of the tournaments' web layer, besides those of the director's rules."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop

SENTENCES = {
    "busy": gettext_noop("The event is busy. Please press again."),
    "stale_page": gettext_noop("Somebody was quicker: the page has been drawn anew."),
    "bad_request_id": gettext_noop("The request needs an id of 1 to 64 plain characters."),
    "request_id_used": gettext_noop("This id was already used for another request."),
    "not_director": gettext_noop("Only the event’s directors can do this."),
    "own_case": gettext_noop("This is about you or your table: somebody else has to rule on it."),
    "not_your_entry": gettext_noop("You can do this for your own entry only."),
    "members_only": gettext_noop("This event is for members of the club."),
    "waits": gettext_noop(
        "Who did not come to their last table may enter again from %(date)s. A director may enter "
        "them before."
    ),
    "partner_waits": gettext_noop(
        "This pair cannot enter by itself at the moment. A director may enter it."
    ),
    "no_such_person": gettext_noop("There is no such person."),
    "blocked": gettext_noop("One of you has blocked the other."),
    "cannot_sign_in": gettext_noop(
        "Somebody of this entry cannot sign in at the moment: others would wait for them."
    ),
    "no_such_bot": gettext_noop("There is no such bot for this game."),
    "bad_number": gettext_noop("A number is missing or malformed."),
    "bad_tables": gettext_noop(
        "Write one line for each table: the players’ numbers in the order of the seats, with "
        "spaces between them."
    ),
    "bad_minutes": gettext_noop("More time is given in whole minutes: 1 to 1440, which is a day."),
    "no_secret": gettext_noop(
        "This site does not keep the secret to which the event’s draws were committed, so it "
        "cannot draw. Make a new event with the same entries."
    ),
    "no_match": gettext_noop("No match was opened at this table."),
    "seats_given": gettext_noop("The seats of an event’s tables are given by its directors."),
    "too_large": gettext_noop("This is too long."),
    "not_asked": gettext_noop(
        "This format has no use for one of these settings. Leave it out, or change the format."
    ),
    "imported": gettext_noop("This event was brought in from a file: it stays as it is."),
    "file_too_large": gettext_noop("The file is larger than an event’s: 1.9 MB at most."),
    "file_damaged": gettext_noop(
        "This is no event’s file, or something in it does not follow from its journal. Export the "
        "event again and bring in that file unchanged."
    ),
    "file_not_over": gettext_noop("The event is not over. Finish it, then export it again."),
    "file_of_another_game": gettext_noop("The event is of a game that this site does not have."),
    "file_known": gettext_noop("This very event was brought in already."),
    "bad_season": gettext_noop("A season needs a name of its own."),
    "season_begun": gettext_noop(
        "Another season was begun or taken back meanwhile. Look at the club’s page first."
    ),
    "season_gone": gettext_noop("This season was taken back meanwhile. Choose again."),
    "season_over": gettext_noop("Only the running season can be taken back."),
    "season_played": gettext_noop(
        "Something was played in this season already, so it cannot be taken back."
    ),
    "no_such_action": gettext_noop("There is no such action."),
    "announced_often": gettext_noop(
        "Several announcements were made just now. Please wait a minute and try again."
    ),
    "announced_enough": gettext_noop(
        "So many announcements were made today that nobody reads more. Please try again tomorrow."
    ),
}
TOO_OFTEN = {"too_often", "announced_often", "announced_enough"}
OVERTAKEN = {"stale_page", "season_begun", "busy"}
FORBIDDEN = {"not_director", "waits", "partner_waits", "own_case", "not_your_entry", "members_only"}


class EventRefusal(Refusal):
    """A request about an event that cannot be carried out; nothing has changed."""


def refuse(code: str) -> EventRefusal:
    """Return the refusal with this code and its sentence."""
    return EventRefusal(code, SENTENCES[code])
