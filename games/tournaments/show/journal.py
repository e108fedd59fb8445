"""An event's journal as its pages show it: who did what, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.matches.phrases import listing
from games.tournaments.direct.actions import Action
from games.tournaments.direct.fold import tell
from games.tournaments.models import DirectorAction
from games.tournaments.show.event import EventView
from games.tournaments.show.names import sentences


def journal_lines(view: EventView, rows: Iterable[DirectorAction]) -> list[dict[str, Any]]:
    """Return actions as lines of the journal."""
    rows = list(rows)
    in_rounds = view.state.config.format != "arena"
    phrases = [tell(Action(row.kind, row.payload, row.reason), in_rounds) for row in rows]
    return [
        {
            "no": row.no,
            "at": row.at,
            "kind": row.kind,
            "who": row.actor.get_username() if row.actor_id and row.actor else "",
            "what": what,
            "places": places_of(row.payload, view.names),
            "draw": _draw_of(row.payload),
            "reason": row.reason or row.payload.get("text", ""),
        }
        for row, what in zip(rows, sentences(phrases, view.names), strict=True)
    ]


def _draw_of(facts: Mapping[str, Any]) -> str:
    """Return the seed that an action revealed, or the commitment to the event's draws."""
    if "draw" in facts:
        return str(facts["draw"]["seed"])
    return str(facts.get("config", {}).get("commitment", ""))


def places_of(facts: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return the places and scores that an action set, so that a later one hides nothing."""
    rows = sorted(facts.get("results") or (), key=lambda row: row["rank"])
    return listing(
        f"{row['rank']}. {names[row['entry']]}"
        + ("" if row.get("score") is None else f" ({row['score']})")
        for row in rows
    )
