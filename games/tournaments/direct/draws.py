"""An event's draws by lot: committed to at creation, revealed draw by draw.

A secret is hashed MOST_DRAWS times; the last hash is the commitment, and each draw reveals the hash
before the last known one. So no draw gives away the next, and all were fixed before anybody
entered. Entries' contributions make them unpredictable even to the holder of the secret. Anybody
with an event's export can recompute every draw (`docs/verify.py`). Events that predate commitments
have only a seed.
"""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from hashlib import sha256

from games.engine.fairness import MAX_CONTRIBUTION, commitment_of, seed_of
from games.tournaments.direct.actions import Action, Facts, Kind, Payload
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Deal
from games.tournaments.direct.state import Draw, State

MOST_DRAWS = 4096
DRAWING = ("start", "propose_round")
CONTRIBUTION = re.compile(f"[0-9A-Za-z]{{1,{MAX_CONTRIBUTION}}}")


def secret_of_draw(secret: bytes, number: int) -> bytes:
    """Return what draw `number`, from 1, reveals of an event's secret."""
    for _ in range(MOST_DRAWS - number):
        secret = sha256(secret).digest()
    return secret


def commitment_to(secret: bytes) -> str:
    """Return an event's public commitment: the hash of what its first draw reveals."""
    return commitment_of(secret_of_draw(secret, 1))


def next_draw(state: State) -> int:
    """Return the next draw's number; in a duplicate event a round's deal takes one as well."""
    if state.draw is None:
        return 1
    return state.draw.no + (2 if state.config.duplicate and state.draw.no > 1 else 1)


def deal_parts(state: State, deal: Deal) -> list[str]:
    """Return the contributions from which a deal's seed follows."""
    return [state.entries[number].contribution for number in range(1, deal.entries + 1)]


def before_draw(state: State, kind: Kind, payload: Payload) -> tuple[State, Facts]:
    """Return the state in which to judge a request, and the facts about chance it adds.

    {"draw": hex} is what the draw reveals; the web layer adds it. A person entering may send a
    {"contribution"}. (Nothing is drawn when only asking whether a button would be refused.)
    """
    if kind.enters and payload.get("contribution"):
        return state, {"contribution": _contribution(payload)}
    is_drawn = "draw" in kind.facts and state.config.commitment
    draw = _drawn(state, kind.name, payload) if is_drawn else None
    if draw is None:
        return state, {}
    return _with_draw(state, kind.name, draw), {"draw": asdict(draw)}


def _contribution(payload: Payload) -> str:
    """Return an entry's contribution to all future draws."""
    text: str = payload["contribution"]
    if not CONTRIBUTION.fullmatch(text):
        refuse("bad_request", field="contribution")
    return text


def _drawn(state: State, name: str, payload: Payload) -> Draw | None:
    """Return a new draw; a re-proposed round keeps its own, so nobody can pick one."""
    if name == "propose_round" and state.current and state.current.phase == "proposed":
        return state.draw
    if payload.get("draw") is None:
        return None
    parts = [one.contribution for one in state.entries.values()]
    seed = seed_of(bytes.fromhex(payload["draw"]), state.config.commitment, parts)
    return Draw(next_draw(state), payload["draw"], seed.hex())


def _with_draw(state: State, name: str, draw: Draw) -> State:
    """Return the state with a draw; the start's draw fixes the lots of the whole event."""
    config = replace(state.config, seed=draw.seed) if name == "start" else state.config
    return replace(state, config=config, draw=draw)


def after_draw(state: State, action: Action) -> State:
    """Return the state with what an action's facts say about chance."""
    facts = action.payload
    if "contribution" in facts:
        entry = state.entries[facts["entry"]]
        state = state.with_entry(replace(entry, contribution=facts["contribution"]))
    return _with_draw(state, action.kind, Draw(**facts["draw"])) if "draw" in facts else state


def check_draw(state: State, action: Action) -> bool:
    """Tell whether an action's draw is what the event was committed to; `state` is from before it.

    An event without a commitment proves nothing. A round that is proposed again keeps its draw.
    """
    if action.kind not in DRAWING or not state.config.commitment:
        return True
    given, last = action.payload["draw"], state.draw
    if action.kind == "propose_round" and state.current and state.current.phase == "proposed":
        return last is not None and given == asdict(last)
    secret = bytes.fromhex(given["secret"])
    known = state.config.commitment if last is None else last.secret
    parts = [one.contribution for one in state.entries.values()]
    seed = seed_of(secret, state.config.commitment, parts).hex()
    return commitment_of(secret) == known and given == {
        "no": next_draw(state),
        "secret": secret.hex(),
        "seed": seed,
    }
