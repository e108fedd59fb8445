"""An event's judges, who help its directors rule.

Spec: tournaments 5.1 (judges enter and correct results, forfeits, no-shows, penalties). A judge is
a person's number with their club membership at appointment, if any; the web layer decides whether
the office is still valid (`games/tournaments/access.py`).
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import JUDGES, Facts, Kind, Payload
from games.tournaments.direct.forms import Form
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import State
from games.tournaments.direct.text import PlayerRef

UNTIL_ARCHIVED = ("draft", "registration", "check_in", "running", "finished")


class Judgeship(Form):
    """Names a judge, or dismisses one; a judge may lay the office down."""

    person: str = Field(description="the name")


def decide_name_judge(state: State, payload: Payload) -> Facts:
    """Appoint {"player": id} as judge, as the club member {"membership": number or null}."""
    asked.phase(state, *UNTIL_ARCHIVED)
    player, membership = payload["player"], payload.get("membership")
    if player in state.judges and state.judges[player] == membership:
        refuse("already_judge", person=PlayerRef(player))
    return {"player": player, "membership": membership}


def apply_name_judge(state: State, facts: Payload) -> State:
    """Add the judge."""
    return replace(state, judges={**state.judges, facts["player"]: facts["membership"]})


def decide_dismiss_judge(state: State, payload: Payload) -> Facts:
    """Dismiss {"player": id} as judge."""
    asked.phase(state, *UNTIL_ARCHIVED)
    player = payload["player"]
    if player not in state.judges:
        refuse("no_judge")
    return {"player": player}


def apply_dismiss_judge(state: State, facts: Payload) -> State:
    """Remove the judge."""
    left = {one: had for one, had in state.judges.items() if one != facts["player"]}
    return replace(state, judges=left)


KINDS = (
    Kind(
        "name_judge", decide_name_judge, apply_name_judge,
        gettext_noop("%(person)s became a judge."), form=Judgeship, facts=("membership",),
    ),
    Kind(
        "dismiss_judge", decide_dismiss_judge, apply_dismiss_judge,
        gettext_noop("%(person)s is no longer a judge."), form=Judgeship, roles=JUDGES,
    ),
)  # fmt: skip
