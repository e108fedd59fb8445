"""The whole tournament as JSON: anybody can fold the actions and compare.

Spec: tournaments 6 (round-trip import). Names and clubs are kept beside the actions, so that they
can be replaced when a person leaves the site. Pure: imports no Django, random, time, datetime, os
or secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.tournaments.direct.actions import Action
from games.tournaments.direct.board import board
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.fold import KINDS, fold
from games.tournaments.direct.round import Round, match_to_json, result_to_json
from games.tournaments.direct.state import Entry, State

FORMAT = "kibitz-tournament/1"
VERSIONS = {"points": 1, "standings": "fide-2026", "pairing": 1}


BROKEN = (LookupError, TypeError, AttributeError, ArithmeticError, StopIteration, ValueError)
"""The exceptions that folding arbitrary, undecided actions may raise."""


class DamagedExportError(ValueError):
    """The file is not a tournament, or its results do not follow from its actions."""


def export_event(
    actions: Sequence[Action],
    names: Mapping[int, str],
    about: Mapping[str, Any] | None = None,
    standing: Collection[int] | None = None,
) -> dict[str, Any]:
    """Return everything about a tournament as JSON types.

    The caller supplies `about`: title, club, dates. Everything else follows from the actions. An
    announcement that was taken back is included without its words: `standing` has those that were
    not taken back, even if the exported actions end before that.
    """
    state = fold(actions)
    stands = state.announcements if standing is None else standing
    published = sum(held.phase != "proposed" for held in state.rounds)
    return {
        "format": FORMAT,
        "about": dict(about or {}),
        "versions": dict(VERSIONS),
        "actions": [
            {
                "kind": one.kind,
                "payload": _told(
                    one, has_words=no in stands, seed=state.config.seed, published=published
                ),
                "reason": one.reason,
            }
            for no, one in enumerate(actions, 1)
        ],
        "names": {str(number): names[number] for number in sorted(names)},
        **derived(state),
    }


def _told(action: Action, *, has_words: bool, seed: str, published: int) -> dict[str, Any]:
    """Return an action's payload, without what is hidden: nothing that is told follows from it.

    That is words that were taken back, and line-ups for rounds that are not published.

    Settings include the seed once the start has revealed it, for programs that fold from there.
    """
    if action.kind == "announce" and not has_words:
        return {**action.payload, "text": ""}
    if action.kind == "line_up" and action.payload["round"] > published:
        return {**action.payload, "members": []}
    if "config" in action.payload:
        return {**action.payload, "config": {**action.payload["config"], "seed": seed}}
    return dict(action.payload)


def derived(state: State) -> dict[str, Any]:
    """Return what follows from the actions: settings, entries, rounds, standings.

    `missed` are the rounds before late entries joined, the only ones outside `rounds`.
    """
    return {
        "settings": config_to_json(state.config),
        "phase": state.phase,
        "entries": [_entry(one) for one in state.entries.values()],
        "missed": [
            {"entry": one.number, "round": number, "points": points}
            for one in state.entries.values()
            for number, points in sorted(one.missed.items())
        ],
        "rounds": [_round(held) for held in state.rounds],
        "penalties": [
            {"entry": one.entry, "points": one.points, "lifted": one.lifted}
            for one in state.penalties
        ],
        "standings": [
            {
                "place": row.place,
                "entry": row.entry,
                "points": row.points,
                "criteria": {
                    name: None if value is None else str(value)
                    for name, value in row.values.items()
                },
            }
            for row in board(state)
        ],
    }


def _entry(one: Entry) -> dict[str, Any]:
    """Return an entry as JSON types; `guests`, if any, are its people without an account.

    Only a team has `members`, in board order, and a `captain`.
    """
    guests = {"guests": list(one.guests)} if one.guests else {}
    team = {"members": list(one.members), "captain": one.captain} if one.is_team else {}
    origin = {"origin": asdict(one.origin)} if one.origin else {}
    return {
        **guests,
        **team,
        **origin,
        "entry": one.number,
        "players": list(one.players),
        "seed": one.seed,
        "status": one.status,
        "joined": one.joined,
        "club": one.club,
    }


def _round(held: Round) -> dict[str, Any]:
    """Return a round as JSON types."""
    seeds = {"seeds": list(held.seeds)} if held.seeds else {}
    matches = {"matches": [match_to_json(one) for one in held.matches]} if held.matches else {}
    return {
        "round": held.number,
        "phase": held.phase,
        **seeds,
        **matches,
        "tables": [
            {
                "table": table.number,
                "seats": list(table.seats),
                "absent": sorted(table.absent),
                "moved": sorted(table.moved),
                "result": None if table.result is None else result_to_json(table.result),
            }
            for table in held.tables
        ],
        "unplayed": [
            {"entry": entry, "kind": one.kind, "points": one.points}
            for entry, one in sorted(held.unplayed.items())
        ],
    }


def import_event(data: Mapping[str, Any]) -> list[Action]:
    """Return the actions of an exported tournament.

    Raises DamagedExportError unless the file's settings, rounds and standings
    are those that follow from its actions.
    """
    if data.get("format") != FORMAT:
        raise DamagedExportError("not a tournament of this format")
    try:
        actions = [
            Action(one["kind"], one["payload"], one.get("reason", "")) for one in data["actions"]
        ]
        is_known = bool(actions) and all(one.kind in KINDS for one in actions)
        follows = derived(fold(actions)) if is_known else {}
    except BROKEN as error:
        raise DamagedExportError("damaged actions") from error
    if not is_known:
        raise DamagedExportError("unknown or missing actions")
    given = {
        "missed": follows["missed"],  # older files lack it
        **data,
        "settings": _with_newer_settings(data.get("settings"), follows["settings"]),
    }
    for key, value in follows.items():
        if given.get(key) != value:
            raise DamagedExportError(f"{key} does not follow from the actions")
    return actions


def _with_newer_settings(given: Any, follows: Mapping[str, Any]) -> Any:
    """Return a file's settings with defaults for settings newer than the file."""
    defaults = config_to_json(Config(follows["format"], follows["seed"]))
    return {**defaults, **given} if isinstance(given, dict) else given
