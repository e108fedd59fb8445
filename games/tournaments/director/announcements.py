"""What a director tells everybody in the event, until it is taken back.

An announcement is known by the number of its action. Who made it, and when, stands beside the
action in the store. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournaments.director import asked
from games.tournaments.director.actions import Facts, Kind, Payload
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import State

MOST_SIGNS = 500
WHILE_SEEN = ("registration", "check_in", "running", "finished")


def decide_announce(state: State, payload: Payload) -> Facts:
    """Tell everybody {"text": plain text}, once the event can be seen and until it is archived."""
    asked.phase(state, *WHILE_SEEN)
    text = (asked.optional_text(payload, "text") or "").strip()
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        refuse("no_words")
    if len(text) > MOST_SIGNS:
        refuse("too_many_words", most=MOST_SIGNS)
    return {"text": text}


def apply_announce(state: State, facts: Payload) -> State:
    """Note the announcement under the number that this action gets."""
    return replace(state, announcements=(*state.announcements, state.no + 1))


def decide_take_back_announcement(state: State, payload: Payload) -> Facts:
    """Take back the announcement that the action {"announcement": number} made."""
    number = asked.whole(payload, "announcement", least=1)
    if number not in state.announcements:
        refuse("no_announcement")
    return {"announcement": number}


def apply_take_back_announcement(state: State, facts: Payload) -> State:
    """Take it off the event's pages."""
    left = tuple([one for one in state.announcements if one != facts["announcement"]])
    return replace(state, announcements=left)


KINDS = (
    Kind("announce", decide_announce, apply_announce),
    Kind("take_back_announcement", decide_take_back_announcement, apply_take_back_announcement),
)
