"""The deal that all tables of a duplicate round share: fixed at publication, revealed at its close.

The seed of a table's match follows from the event's secret and from what all entrants contributed.
The secret is the one after that of the round's draw in the event's chain (`draws.py`): the draw has
published its hash, and nobody knows it before the deal is over. Pure, as the rest of `direct/`.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.fairness import seed_of
from games.tournaments.direct.actions import Facts, Payload
from games.tournaments.direct.draws import deal_parts
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Deal, Round
from games.tournaments.direct.state import Entry, State

LEAST_TABLES = 2


def check_field(state: State, entries: list[Entry]) -> None:
    """Refuse to start a duplicate event whose entries don't fill tables, or play on paper."""
    size, count = max(state.config.size_rule.allowed), len(entries)
    if any(one.unclaimed for one in entries):
        refuse("duplicate_paper")
    if count % size:
        refuse("duplicate_uneven", count=count, size=size, bots=size - count % size)
    if count < LEAST_TABLES * size:
        refuse("duplicate_tables", least=LEAST_TABLES * size)


def deal_published(state: State) -> Facts:
    """Return the fact that fixes the deal of a round when it is published."""
    if not state.config.duplicate:
        return {}
    if state.draw is None:
        refuse("duplicate_secret")
    return {"deal": {"no": state.draw.no + 1, "entries": len(state.entries)}}


def deal_revealed(state: State, held: Round, payload: Payload) -> Facts:
    """Return the fact that reveals a closed round's deal: {"deal": hex} is its secret."""
    secret = payload.get("deal")
    if held.deal is None or secret is None:
        return {}
    seed = seed_of(bytes.fromhex(secret), state.config.commitment, deal_parts(state, held.deal))
    return {"deal": {"secret": secret, "seed": seed.hex()}}


def with_deal(held: Round, facts: Payload) -> Round:
    """Return the round with what an action's facts say about its deal."""
    if "deal" not in facts:
        return held
    told = facts["deal"]
    deal = Deal(**told) if held.deal is None else replace(held.deal, **told)
    return replace(held, deal=deal)
