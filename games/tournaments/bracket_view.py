"""A knockout's bracket as it is drawn: every round to the final, also those nobody has reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.engine.text import gettext_noop
from games.tournaments.director.brackets import bracket
from games.tournaments.director.state import State, Table
from games.tournaments.pairing.bracket import Match

STAGES = {
    1: gettext_noop("Final"),
    2: gettext_noop("Semi-finals"),
    4: gettext_noop("Quarter-finals"),
}


def bracket_context(state: State, names: Mapping[int, str], own: int | None) -> dict[str, Any]:
    """Return the rounds of the bracket, each with its matches from top to bottom."""
    if not state.listed():
        return {"stages": []}
    known = bracket(state)
    count = len(known[0][0].matches)
    stages = []
    for number in range(1, state.planned + 1):
        size = max(1, count >> (number - 1))
        if number <= len(known):
            drawn, winners = known[number - 1]
            held = state.round(number)
            matches = [
                _match(match, at in winners, winners.get(at), names, own, _table(held, match))
                for at, match in enumerate(drawn.matches)
            ]
        else:
            matches = [_unknown()] * size
            third = state.config.third_place and size == 1 and state.planned > 1
            matches += [{**_unknown(), "third": True}] if third else []
        stages.append({"number": number, "title": stage_title(number, size), "matches": matches})
    return {"stages": stages}


def stage_title(number: int, size: int) -> str:
    """Return what a round of a knockout is called that has `size` matches."""
    if size in STAGES:
        return gettext(STAGES[size])
    return gettext("Round %(number)s") % {"number": number}


def _table(held: Any, match: Match) -> Table | None:
    """Return the table at which a match of the bracket is played."""
    if held is None or len(match.entries) < 2:
        return None
    return next((one for one in held.tables if set(one.seats) == set(match.entries)), None)


def _match(
    match: Match,
    decided: bool,
    winner: int | None,
    names: Mapping[int, str],
    own: int | None,
    table: Table | None,
) -> dict[str, Any]:
    """Return one match of the bracket; a slot is empty while nobody has reached it."""
    outcomes = table.result.outcomes if table is not None and table.result is not None else {}
    slots = [
        {
            "name": "" if entry is None else names[entry],
            "won": decided and entry is not None and entry == winner,
            "out": decided and entry is not None and entry != winner,
            "score": outcomes[entry].score if entry is not None and entry in outcomes else None,
            "is_me": entry is not None and entry == own,
        }
        for entry in (match.one, match.other)
    ]
    bye = len(match.entries) == 1 and not match.third
    return {"slots": slots, "third": match.third, "bye": bye, "table": table}


def _unknown() -> dict[str, Any]:
    """Return a match that nobody has reached yet."""
    empty = {"name": "", "won": False, "out": False, "score": None, "is_me": False}
    return {"slots": [empty, empty], "third": False, "bye": False, "table": None}
