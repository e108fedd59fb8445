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
    "no_such_thing": gettext_noop("This no longer exists. Reload the page."),
    "too_many": gettext_noop("You’ve reached the limit. Remove one before you add another."),
    "nothing_to_play": gettext_noop(
        "There’s nothing left to play from here. Choose an earlier move."
    ),
    "too_much_practice": gettext_noop(
        "You have too many practice matches in progress. End one first."
    ),
    "too_much_analysis": gettext_noop(
        "Some matches you requested are still being analysed. Please wait until they’re done."
    ),
    "all_coached": gettext_noop("There’s nothing left to coach. Play some more first."),
    "too_many_readings": gettext_noop("Other matches are still being read. Try again later."),
    "no_tables": gettext_noop(
        "There’s nothing to read: no finished public match with three players or more and no "
        "partners."
    ),
    "no_such_person": gettext_noop("We couldn’t find that person. Check the name."),
    "same_person": gettext_noop("Name two different people."),
    "not_leader": gettext_noop("Someone else is leading now. Ask them to hand over."),
    "leader_is_here": gettext_noop("The leader is still here. Ask them to hand over."),
    "not_here": gettext_noop("This person is no longer here. Choose someone else."),
    "not_owner": gettext_noop("Only the room’s owner can do this."),
    "not_editor": gettext_noop(
        "Only the room’s owner can change it. In a course, so can the club’s directors."
    ),
    "only_chapter": gettext_noop("A room needs a chapter. Delete the room instead."),
    "no_choice": gettext_noop(
        "There’s nothing to decide here. Choose a position where a player has a choice."
    ),
    "task_known": gettext_noop("This position already has a task."),
    "no_task": gettext_noop("There’s no task here any more. Reload the page."),
    "task_over": gettext_noop("The answers are shown already."),
    "no_title": gettext_noop("Give the room a title first."),
    "lesson_known": gettext_noop("This room is already in a course."),
    "no_forecast": gettext_noop("Give each statement a whole number from 1 to 99."),
    "busy": gettext_noop("The bots are busy. Try again in a moment."),
    "empty_tour": gettext_noop("Add at least one stop before you publish the tour."),
}


def refuse(code: str) -> ReplayRefusal:
    """Return the refusal with this code and its sentence."""
    return ReplayRefusal(code, SENTENCES[code])
