"""The hash chain over a match's actions, from its rows. Spec: record format, "Chain"."""

from __future__ import annotations

from typing import Any

from games.engine.chain import chain_link, chain_start
from games.matches.models import Match, MatchAction
from games.matches.store import LoggedAction


def first_head(match: Match) -> str:
    """Return the head before the first action."""
    return chain_start(
        match=match.code,
        game=match.game,
        ruleset=match.ruleset,
        options=match.options,
        seats=match.seat_count,
        commitment=match.commitment,
    )


def next_head(head: str, played: MatchAction | LoggedAction) -> str:
    """Return the head after an action."""
    return chain_link(head, entry_of(played))


def entry_of(played: MatchAction | LoggedAction) -> dict[str, Any]:
    """Return an action in the record's form, which is what the chain hashes."""
    entry = {"seat": played.seat, "action": dict(played.action), "at": played.at_ms}
    return {**entry, "auto": played.auto} if played.auto else entry
