"""The context of a replay's page: the fragments of live play, and what surrounds them.

Only modules that project through `observe` and `seen_by`, such as this one, may receive a timeline;
templates get nothing but the projections.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from django.utils.translation import gettext, pgettext

from accounts.registry import Hook
from games.engine.contract import Rules
from games.matches.models import Seat
from games.matches.phrases import listing
from games.matches.presenters import TablePosition, table_context
from games.matches.rendering import game_files
from replays.access import ReplayAccess
from replays.address import ALL, PUBLIC_KEY, Address, Eyes
from replays.knowledge import knowledge_context
from replays.moments import chapters_of
from replays.timeline import Timeline

beside_position: Hook[[ReplayAccess, Timeline, int, int], dict[str, Any]] = Hook()
"""Return more context of a finished match's position, given its ply and the seat that sees it."""
MOVING_PLIES = 8
"""How many plies back an animated picture begins by default."""


def replay_context(
    *,
    timeline: Timeline,
    seats: Sequence[Seat],
    address: Address,
    eyes: Eyes,
    choices: Sequence[Eyes],
    bottom: Seat | None = None,
    controls: bool = False,
) -> dict[str, Any]:
    """Return the context of `replays/_position.html`.

    `bottom` is the seat at the bottom of the table when the viewpoint is not a single seat's. With
    `controls` the table offers that seat's legal actions.
    """
    rules, ply = timeline.rules, address.ply
    names = timeline.holders.at(ply)
    table = _table_context(timeline, seats, ply, eyes, bottom, controls=controls)
    facts = timeline.plies[ply].facts
    return {
        **table,
        **knowledge_context(timeline, ply, eyes.seat),
        **_game_context(rules),
        **_eyes_context(eyes, choices, address, names),
        "players_line": listing(names),
        "names": names,
        "address": address,
        "steps": steps_of(timeline, address),
        "last": timeline.last if address.open else None,
        "chapters": chapters_of(timeline, address, timeline.last if address.open else ply),
        "head": facts.head,
        "auto": facts.auto,
        "elapsed": None if facts.at_ms is None or ply == 0 else duration(facts.at_ms),
        "moving_from": max(0, ply - MOVING_PLIES),
        "share_url": address.at(open=False, tour=""),
        "spoiler_url": address.at(open=not address.open),
        "log_lines": [{"line": line, "url": address.at(ply=line.ply)} for line in table["log"]],
    }


def _table_context(
    timeline: Timeline,
    seats: Sequence[Seat],
    ply: int,
    eyes: Eyes,
    bottom: Seat | None,
    *,
    controls: bool,
) -> dict[str, Any]:
    """Return the table after `ply` actions, with the seats' holders of that moment."""
    seats = [_as_if_present(seat.as_of(ply)) for seat in seats]
    seated = bottom.number if bottom is not None and eyes.seat is None else eyes.seat
    me = None if seated is None else seats[seated]
    shown = TablePosition(
        rules=timeline.rules,
        seats=seats,
        position=timeline.position(ply),
        ply=ply,
        past=timeline.holders,
    )
    return table_context(shown, eyes.viewer, me, controls=controls)


def _game_context(rules: Rules) -> dict[str, Any]:
    """Return the game's title and files."""
    return {
        "rules": rules,
        "game_title": gettext(rules.meta.title),
        "game_css": game_files(rules.meta.key, "css"),
        "game_scripts": f"games/{rules.meta.key}",
    }


def _eyes_context(
    eyes: Eyes, choices: Sequence[Eyes], address: Address, names: Sequence[str]
) -> dict[str, Any]:
    """Return through whose eyes the position is shown, and the other choices."""
    return {
        "eyes": eyes,
        "eyes_choices": _eyes_choices(choices, address, names),
        "eyes_name": eyes_label(eyes, names),
        "eyes_line": eyes_sentence(eyes, names),
    }


def _eyes_choices(
    choices: Sequence[Eyes], address: Address, names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the menu of viewpoints, each with its address at this position."""
    return [
        {
            "key": choice.key,
            "label": eyes_label(choice, names),
            "url": address.at(eyes=choice.key),
            "chosen": choice.key == address.eyes,
        }
        for choice in choices
    ]


def _as_if_present(seat: Seat) -> Seat:
    """Return a copy of a seat without its current presence, which no past position shows."""
    seat = copy(seat)
    seat.is_away, seat.stand_in = False, ""
    return seat


def steps_of(timeline: Timeline, address: Address) -> dict[str, str | None]:
    """Return the addresses behind the step buttons; None where there is no such ply."""
    ahead, behind = address.ply < timeline.last, address.ply > 0
    return {
        "first": address.at(ply=0) if behind else None,
        "back": address.at(ply=address.ply - 1) if behind else None,
        "on": address.at(ply=address.ply + 1) if ahead else None,
        "last": address.at(ply="last") if ahead else None,
    }


def duration(milliseconds: int) -> str:
    """Format a duration as h:mm:ss or m:ss."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def eyes_label(eyes: Eyes, names: Sequence[str]) -> str:
    """Return a viewpoint's name."""
    if eyes.key == ALL:
        return gettext("All hands")
    if eyes.key == PUBLIC_KEY:
        return pgettext("viewpoint", "Spectators")
    return names[eyes.seat or 0]


def eyes_sentence(eyes: Eyes, names: Sequence[str]) -> str:
    """Return the sentence that says whose viewpoint this is."""
    if eyes.seat is None:
        return eyes_label(eyes, names)
    return gettext("%(name)s’s view") % {"name": names[eyes.seat]}
