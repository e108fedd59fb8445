"""An event's standings as its pages show them: places, and how each value comes about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from games.engine.text import gettext_noop
from games.matches.phrases import listing
from games.matches.recent import Recent
from games.tournaments.direct.board import BoardRow, board, shown_points
from games.tournaments.direct.config import ELIMINATIONS
from games.tournaments.direct.elimination import stage_of
from games.tournaments.direct.groups import group_of, grouped, letter
from games.tournaments.direct.pairing_input import going_on
from games.tournaments.direct.round import Round
from games.tournaments.direct.sheet import field
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import meets_in_matches
from games.tournaments.direct.why.goes_on import why_across, why_goes_on
from games.tournaments.direct.why.places import why_above
from games.tournaments.rank.criteria import CRITERIA, LOT, Criterion, explain
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line
from games.tournaments.rank.points import decimal
from games.tournaments.show.bracket import GROUP
from games.tournaments.show.event import EventView
from games.tournaments.show.names import sentences
from games.tournaments.show.prizes import prizes_by_place
from games.tournaments.store import KEPT, round_made, state_at

POINTS = gettext_noop("Points")
BOARDS: Recent[list[BoardRow]] = Recent(KEPT)
"""Cache the standings of recently viewed events: their explanations are read just as often."""


def ranked(view: EventView) -> list[BoardRow]:
    """Return the standings, best first."""
    state = view.state
    key = (view.tournament.pk, state.no, len(state.rounds))  # directors see one round more
    return BOARDS.get_or_make(key, lambda: board(state))


def standings_context(view: EventView) -> dict[str, Any]:
    """Return the standings; values are explained for one entry at a time."""
    rows, criteria = ranked(view), _criteria(view)
    columns = [one for one in criteria if one.name != LOT or _drawn(rows)]
    return {
        "criteria": criteria,
        "columns": columns,
        "rows": [_standing(view, row, columns) for row in rows],
        "last_in": last_in(view.state, rows),
        "groups": _groups(view, columns) if view.state.config.groups and view.state.planned else [],
        "in_stage": stage_of(view.state) is not None,
        "is_running": view.state.phase == "running",
    }


def _groups(view: EventView, columns: list[Criterion]) -> list[dict[str, Any]]:
    """Return the standings of each group, before the final stage."""
    state = view.state
    rows = board(state, before=state.planned + 1)
    found = []
    for at, own in enumerate(grouped(state, [row.entry for row in rows])):
        there = [row for row in rows if row.entry in own]
        own_rows = _placed_within(there)
        found.append(
            {
                "title": gettext(GROUP) % {"letter": letter(at)},
                "rows": [_standing(view, row, columns) for row in own_rows],
                "last_in": last_in(state, there),
            }
        )
    return found


def _placed_within(rows: Sequence[BoardRow]) -> list[BoardRow]:
    """Return some lines of the standings with their places among themselves."""
    places = sorted(row.place for row in rows if row.place is not None)
    return [
        replace(row, place=None if row.place is None else 1 + places.index(row.place))
        for row in rows
    ]


def _compared(view: EventView, entry: int) -> Sequence[BoardRow]:
    """Return the lines of the standings that an entry's place is compared with.

    In groups these are its group's, and those of the final stage if it missed that.
    """
    state, rows = view.state, ranked(view)
    stage = stage_of(state)
    inside = () if stage is None else stage.seeds
    if not state.config.groups or entry in inside or not state.entries[entry].seed:
        return rows
    own = group_of(state, entry)
    there = [row for row in rows if row.entry in inside or group_of(state, row.entry) == own]
    return there if stage else _placed_within(there)


def reasons_context(view: EventView, entry: int) -> dict[str, Any] | None:
    """Return the explanation of an entry's place, None if it has no line in the standings."""
    if entry not in view.state.entries:
        return None
    rows = _compared(view, entry)
    at = next((at for at, one in enumerate(rows) if one.entry == entry), None)
    if at is None:
        return None
    row, whole, criteria = rows[at], field(view.state), _criteria(view)
    return {
        **_place(view, row),
        "sentences": [*why_placed(view, rows, at), *_why_in(view, row)],
        "reasons": [
            *_reasons_of_points(view, whole, row),
            *(_reason(view, whole, row, one) for one in criteria),
        ],
    }


def why_placed(view: EventView, rows: Sequence[BoardRow], at: int) -> list[str]:
    """Return what separates a line of the standings from the one above it, and the one below."""
    if not has_results(view.state):
        return []
    pairs = zip(rows[max(0, at - 1) : at + 1], rows[max(1, at) : at + 2], strict=False)
    told = [why_above(view.state, upper, lower) for upper, lower in pairs]
    return sentences([one for one in told if one is not None], view.names)


def _why_in(view: EventView, row: BoardRow) -> list[str]:
    """Return why an entry advances to the final stage or not, and what its place among all means.

    Once the stage was made, what counts is the state that it was made of.
    """
    event, state = view.tournament, view.state
    if not state.config.cut or not has_results(state):
        return []
    stage, made = stage_of(state), round_made(event, state.planned + 1)
    if stage is None or made is None:
        return sentences(why_goes_on(state, row.entry), view.names)
    before = state_at(event, made[0].no - 1)
    told = why_goes_on(before, row.entry)
    if row.entry not in stage.ranks and row.place is not None:
        told += why_across(state, row.entry, row.place)
    return sentences(told, view.names)


def _criteria(view: EventView) -> list[Criterion]:
    """Return the criteria of the standings; an elimination is ordered by its rounds alone."""
    config = view.state.config
    if config.format in ELIMINATIONS or (config.boards and not meets_in_matches(view.state)):
        return []
    return [CRITERIA[one] for one in config.criteria_list]


def places(view: EventView) -> list[dict[str, Any]]:
    """Return the standings without explanations, which cost more than the standings do."""
    return [_place(view, row) for row in ranked(view)]


def moves(view: EventView) -> dict[int, int]:
    """Return how many places each entry has gained since the round before; below 0: lost.

    Counts from the standings before the latest round that has a result; empty in the first one.
    """
    state = view.state
    latest = max((held.number for held in state.rounds if _has_result(held)), default=0)
    if latest < 2:
        return {}
    key = (view.tournament.pk, state.no, len(state.rounds), latest)
    rows = BOARDS.get_or_make(key, lambda: board(state, before=latest))
    before = {row.entry: row.place for row in rows}
    return {
        row.entry: was - row.place
        for row in ranked(view)
        if row.place is not None and (was := before.get(row.entry)) is not None
    }


def podium(view: EventView) -> list[dict[str, Any]]:
    """Return the first three places of an event that is over, with their prizes."""
    if view.state.phase not in ("finished", "archived"):
        return []
    placed = [one for one in places(view) if one["place"] is not None]
    prizes = prizes_by_place(view.tournament, [one["place"] for one in placed])
    return [{**one, "prize": prizes[one["place"]]} for one in placed if one["place"] <= 3]


def _drawn(rows: Sequence[BoardRow]) -> bool:
    """Tell whether a lot decided anything; otherwise its numbers are meaningless to readers."""
    return any(row.decided_by == LOT for row in rows)


def has_results(state: State) -> bool:
    """Tell whether any table has a result: before, everybody's place would be chance."""
    return any(_has_result(held) for held in state.rounds)


def _has_result(held: Round) -> bool:
    return any(table.result is not None for table in held.tables)


def _place(view: EventView, row: BoardRow) -> dict[str, Any]:
    return {
        "place": row.place if has_results(view.state) else None,
        "entry": row.entry,
        "name": view.names[row.entry],
        "face": view.faces.get(row.entry, ""),
        "points": row.shown_points,
        "is_me": row.entry in view.own_entries,
    }


def _standing(view: EventView, row: BoardRow, criteria: list[Criterion]) -> dict[str, Any]:
    values = [{"short": one.short, "value": _value(row, one)} for one in criteria]
    return {**_place(view, row), "played": row.played, "status": row.status, "criteria": values}


def _value(row: BoardRow, criterion: Criterion) -> str:
    """Return a criterion's value; of the random order only whether it decided this place."""
    if criterion.name == LOT:
        return gettext("drawn") if row.decided_by == LOT else ""
    return row.shown.get(criterion.name, "")


def _reasons_of_points(view: EventView, whole: Field, row: BoardRow) -> list[dict[str, Any]]:
    """Return an arena's points game by game; other formats need no explanation."""
    games = whole.sheet.get(row.entry, ()) if view.state.config.format == "arena" else ()
    if not games:
        return []
    taken = -whole.adjustments.get(row.entry, 0)
    values = [shown_points(view.state, line.points) for line in games]
    return [
        {
            "name": POINTS,
            "value": row.shown_points,
            "parts": [
                {
                    "round": line.round,
                    "value": value,
                    "counts": True,
                    "against": _against(line, view.names),
                }
                for line, value in zip(games, values, strict=True)
            ],
            "text": " + ".join(values) + (f" - {shown_points(view.state, taken)}" if taken else ""),
        }
    ]


def _reason(view: EventView, whole: Field, row: BoardRow, criterion: Criterion) -> dict[str, Any]:
    """Return one value of an entry: round by round if it is a sum, otherwise its meaning."""
    known = row.entry in whole.sheet
    parts = explain(whole, row.entry, criterion.name) if known else []
    return {
        "name": criterion.title,
        "explanation": criterion.explanation,
        "value": row.shown.get(criterion.name, ""),
        "parts": [
            {
                "round": part.line.round,
                "value": decimal(part.value),
                "counts": part.counts,
                "against": _against(part.line, view.names),
            }
            for part in parts
        ],
        "text": " + ".join(decimal(part.value) for part in parts if part.counts),
    }


def _against(line: Line, names: Mapping[int, str]) -> str:
    return listing(names.get(one, "") for one in line.others)


def last_in(state: State, rows: list[BoardRow]) -> int | None:
    """Return the last entry in the standings that advances, or advanced, to a final stage."""
    if not (state.config.cut and state.rounds):
        return None
    stage = stage_of(state)
    inside = going_on(state) if stage is None else stage.seeds
    there = [row.entry for row in rows if row.entry in inside]
    return there[-1] if there and len(there) < len(rows) else None
