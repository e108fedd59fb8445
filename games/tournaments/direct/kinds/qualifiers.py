"""Qualifiers: the first of other events are entered here, and seeded by their places there.

Who is next is read from those events by the service that stores the entries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Facts, Kind, Payload
from games.tournaments.direct.forms import Form
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import State

MOST_SOURCES, MOST_OF_EACH = 16, 64


class Qualifying(Form):
    """Enters the first players of finished events; the next in place follow who declines."""

    sources: Annotated[list[str], Field(min_length=1, max_length=MOST_SOURCES)] = Field(
        description="codes of finished events of the same club"
    )
    first: Annotated[int, Field(ge=1, le=MOST_OF_EACH)] = Field(description="how many of each")


def decide_qualifiers(state: State, payload: Payload) -> Facts:
    """Let the {"first": k} of every event of {"sources": [[code, title]]} qualify."""
    asked.phase(state, "registration", "check_in")
    if state.config.boards:
        refuse("no_qualifiers")
    return {"sources": [list(one) for one in payload["sources"]], "first": payload["first"]}


def apply_qualifiers(state: State, facts: Payload) -> State:
    """Keep who is to qualify; seeds decide the first round, because they follow from places."""
    return replace(
        state,
        sources=tuple((code, title) for code, title in facts["sources"]),
        first=facts["first"],
        config=replace(state.config, first_round="seed"),
    )


KINDS = (
    Kind(
        "take_qualifiers", decide_qualifiers, apply_qualifiers,
        gettext_noop("The first %(first)s of each chosen event qualify."), form=Qualifying,
        facts=("sources",), in_arenas=False,
    ),
)  # fmt: skip
