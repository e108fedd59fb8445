"""The refusals of the tournaments' web layer, besides those of the director's rules."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.engine.text import gettext_noop

SENTENCES = {
    "busy": gettext_noop("The event is busy. Please try again."),
    "stale_page": gettext_noop("Someone else got there first. The page has been updated."),
    "bad_request_id": gettext_noop("The request needs an ID of 1 to 64 plain characters."),
    "request_id_used": gettext_noop("This ID was already used for another request."),
    "not_director": gettext_noop("Only the event’s directors can do this."),
    "own_case": gettext_noop("This is about you or your table. Someone else has to rule on it."),
    "not_your_entry": gettext_noop("You can only do this for your own entry."),
    "not_captain": gettext_noop("Only the team’s captain can do this."),
    "not_of_club": gettext_noop("A club’s team takes members of that club only."),
    "club_unseen": gettext_noop(
        "Other clubs can only be invited to an event that everyone may see and enter."
    ),
    "no_source": gettext_noop(
        "People can qualify from finished events of the same club, with the same kind of entry."
    ),
    "no_such_club": gettext_noop("We couldn’t find that club. Check the name."),
    "no_account": gettext_noop(
        "No account has one of these names: %(names)s. Correct it, or tick the box for people "
        "without an account."
    ),
    "members_only": gettext_noop("This event is for club members only. Join the club first."),
    "waits": gettext_noop(
        "After a no-show, you can enter again from %(date)s. A director can enter you sooner."
    ),
    "partner_waits": gettext_noop(
        "This pair can’t enter on its own right now. A director can enter it."
    ),
    "no_such_person": gettext_noop("We couldn’t find that person. Check the name."),
    "no_names": gettext_noop("Write at least one name."),
    "entries_over": gettext_noop("No one can be entered at this stage of the event."),
    "guest_name": gettext_noop(
        "A name can have up to 40 letters, digits, spaces and the marks . ’ ' - and _."
    ),
    "guest_name_taken": gettext_noop("Someone in this event already has that name."),
    "link_over": gettext_noop("This link no longer works. Ask a director for a new one."),
    "blocked": gettext_noop("One of you has blocked the other."),
    "cannot_sign_in": gettext_noop(
        "Someone in this entry can’t sign in right now, so others would have to wait for "
        "them. Choose someone else."
    ),
    "no_such_bot": gettext_noop("This game has no such bot. Choose one from the list."),
    "bad_number": gettext_noop("A number is missing or invalid. Check what you entered."),
    "bad_tables": gettext_noop(
        "Write one line for each table: the players’ numbers in the order of the seats, with "
        "spaces between them."
    ),
    "bad_minutes": gettext_noop("Enter extra time in whole minutes, from 1 to 1440 (one day)."),
    "no_secret": gettext_noop(
        "This site doesn’t have the secret behind the event’s draws, so it can’t draw. "
        "Create a new event with the same entries."
    ),
    "deal_open": gettext_noop(
        "Tables still play this deal. Close the round once all have finished."
    ),
    "deal_known": gettext_noop(
        "This table has seen its cards, so it can’t play the deal again. Enter a result."
    ),
    "no_match": gettext_noop("This table has no match."),
    "seats_given": gettext_noop("Seats at event tables are assigned by the directors."),
    "too_large": gettext_noop("That’s too long. Please shorten it."),
    "not_asked": gettext_noop(
        "This format has no use for one of these settings. Leave it out, or change the format."
    ),
    "imported": gettext_noop("This event was imported from a file, so it can’t be changed."),
    "file_too_large": gettext_noop("That event file is too large. The limit is 1.9 MB."),
    "file_damaged": gettext_noop(
        "This isn’t an event file, or something in it doesn’t follow from its activity "
        "log. Export the event again and import that file unchanged."
    ),
    "file_not_over": gettext_noop("The event isn’t over. Finish it, then export it again."),
    "file_draws": gettext_noop(
        "The draws in this file aren’t those its event committed to, so it can’t be imported."
    ),
    "file_of_another_game": gettext_noop(
        "This site doesn’t have this event’s game, so the event can’t be imported."
    ),
    "file_known": gettext_noop(
        "This event has already been imported. Look for it among the club’s past events."
    ),
    "bad_season": gettext_noop("Give it a name. From 1 to 100 results can count."),
    "taken_season": gettext_noop("The club already has a season or series with this name."),
    "bad_points": gettext_noop(
        "Write whole numbers from 0 to 1000 for up to 50 places, the first place first, and none "
        "higher than the one before it. For example: 25 18 15 12 10 8 6 4 2 1"
    ),
    "not_a_series": gettext_noop("A season ends when the next one starts."),
    "bad_champion": gettext_noop("Write a year from 1800 to this one, a title and a name."),
    "known_champion": gettext_noop("This champion is already on the list."),
    "many_champions": gettext_noop("A club can add up to 500 earlier champions."),
    "not_started": gettext_noop("Only an event that has started can be repeated."),
    "season_begun": gettext_noop(
        "Another season was started or undone in the meantime. Check the club’s page first."
    ),
    "season_gone": gettext_noop("This season was undone in the meantime. Choose again."),
    "season_over": gettext_noop("Only the current season can be undone."),
    "season_played": gettext_noop(
        "Matches have already been played in this season, so it can’t be undone."
    ),
    "no_such_action": gettext_noop("That action doesn’t exist."),
    "announced_often": gettext_noop(
        "Too many announcements in a row. Please wait a minute and try again."
    ),
    "announced_enough": gettext_noop(
        "That’s today’s limit for announcements. Please try again tomorrow."
    ),
}
TOO_OFTEN = {"too_often", "announced_often", "announced_enough"}
OVERTAKEN = {"stale_page", "season_begun", "busy"}
FORBIDDEN = {
    "not_director", "waits", "partner_waits", "own_case", "not_your_entry", "members_only",
    "not_captain",
}  # fmt: skip


class EventRefusal(Refusal):
    """A request about an event that cannot be carried out; nothing has changed."""


def refuse(code: str) -> EventRefusal:
    """Return the refusal with this code and its sentence."""
    return EventRefusal(code, SENTENCES[code])
