"""Begin the next round with one press: close the last one, pair, and publish."""

from __future__ import annotations

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Button, Facts, Kind, Payload, unchanged
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.forms import RoundStep
from games.tournaments.direct.kinds.rounds import decide_close
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import State


def decide_start_round(state: State, payload: Payload) -> Facts:
    """Judge whether the next round may begin: {"round": n} names the one that the page offered."""
    asked.phase(state, "running")
    number = round_to_start(state)
    if payload.get("round", number) != number:
        refuse("no_round")
    if number > last_round(state):
        refuse("no_more_rounds")
    if state.current is not None and state.current.phase == "published":
        decide_close(state.by_hand(), {})
    return {"round": number}


def round_to_start(state: State) -> int:
    """Return the number of the round that begins next: a proposed one, else the one after."""
    current = state.current
    is_proposed = current is not None and current.phase == "proposed"
    return len(state.rounds) if is_proposed else state.next_round


def to_start(state: State) -> tuple[str, ...]:
    """Return what comes before a round is published: closing the last one, pairing it."""
    phase = "closed" if state.current is None else state.current.phase
    steps = {"published": ("close_round", "propose_round"), "closed": ("propose_round",)}
    return steps.get(phase, ())


def _may_start(state: State) -> bool:
    """Say whether the next round may follow now."""
    held = state.current
    is_done = held is None or held.phase == "closed" or held.complete
    return is_done and round_to_start(state) <= last_round(state)


KINDS = (
    Kind(
        "start_round", decide_start_round, unchanged, gettext_noop("Round %(round)s published."),
        form=RoundStep, in_arenas=False, before=to_start, stored_as="publish_round",
        button=Button(
            gettext_noop("Start next round"), 4, ("running",), ("none", "published", "closed"),
            is_shown=_may_start,
        ),
    ),
)  # fmt: skip
