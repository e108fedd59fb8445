"""Director's announcements to everybody in the event, shown until taken back.

An announcement is identified by the number of its action. The store keeps its author and time
beside the action.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Facts, Kind, Payload
from games.tournaments.direct.forms import Form, Number
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import State

MOST_SIGNS = 500
WHILE_SEEN = ("registration", "check_in", "running", "finished")


class Announcing(Form):
    """Tells everybody in the event something."""

    text: str = Field(description=f"plain text of at most {MOST_SIGNS} characters")


class AnnouncementTakenBack(Form):
    """Takes an announcement back."""

    announcement: Number


def decide_announce(state: State, payload: Payload) -> Facts:
    """Announce {"text": plain text}, from when the event is visible until it is archived."""
    asked.phase(state, *WHILE_SEEN)
    text = payload["text"].strip()
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        refuse("no_words")
    if len(text) > MOST_SIGNS:
        refuse("too_many_words", most=MOST_SIGNS)
    return {"text": text}


def apply_announce(state: State, facts: Payload) -> State:
    """Record the announcement under this action's number."""
    return replace(state, announcements=(*state.announcements, state.no + 1))


def decide_take_back_announcement(state: State, payload: Payload) -> Facts:
    """Take back the announcement made by the action {"announcement": number}."""
    number = payload["announcement"]
    if number not in state.announcements:
        refuse("no_announcement")
    return {"announcement": number}


def apply_take_back_announcement(state: State, facts: Payload) -> State:
    """Remove it from the event's pages."""
    left = tuple([one for one in state.announcements if one != facts["announcement"]])
    return replace(state, announcements=left)


KINDS = (
    Kind(
        "announce", decide_announce, apply_announce, gettext_noop("An announcement was posted."),
        form=Announcing, outdates="nothing",
    ),
    Kind(
        "take_back_announcement", decide_take_back_announcement, apply_take_back_announcement,
        gettext_noop("An announcement was removed."), form=AnnouncementTakenBack,
        outdates="nothing",
    ),
)  # fmt: skip
