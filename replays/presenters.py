"""The context of a replay's page: the fragments of live play, and what surrounds them.

Only modules that project through `observe` and `seen_by`, such as this one, may receive a timeline;
templates get nothing but the projections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from games.matches.models import Seat
from games.matches.phrases import listing
from games.matches.presenters import LogLine, Looked, shown_to
from games.matches.rendering import game_files
from replays.eyes import ALL, PUBLIC_KEY, Eyes
from replays.knowledge import knowledge_context
from replays.place import Place
from replays.timeline import Timeline

MOVING_PLIES = 8
"""How many plies back an animated picture begins by default."""


@dataclass(frozen=True)
class EyesChoice:
    """One entry of the viewpoint menu."""

    key: str
    label: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class ReplayLine:
    """A line of the log with the address of its ply."""

    line: LogLine
    url: str


@dataclass(frozen=True)
class Steps:
    """The addresses behind the step buttons; None where there is no such ply."""

    first: str | None
    back: str | None
    on: str | None
    last: str | None


def replay_context(
    *,
    timeline: Timeline,
    seats: Sequence[Seat],
    place: Place,
    eyes: Eyes,
    choices: Sequence[Eyes],
    bottom: Seat | None = None,
) -> dict[str, Any]:
    """Return the context of `replays/_position.html`.

    `bottom` is the seat at the bottom of the table when the viewpoint is not a single seat's.
    """
    for seat in seats:
        seat.is_away, seat.stand_in = False, ""  # current presence doesn't apply to past positions
    me = bottom if eyes.seat is None else seats[eyes.seat]
    looked = Looked(
        rules=timeline.rules, seats=seats, position=timeline.position(place.ply), ply=place.ply
    )
    shown = shown_to(looked, eyes.viewer, me)
    return {
        **shown.context,
        "rules": timeline.rules,
        **_of_match(timeline),
        **_of_ply(timeline, place),
        **_of_eyes(eyes, choices, place, timeline.seats),
        **knowledge_context(timeline, place.ply, eyes.seat),
        "log_lines": [ReplayLine(line, place.at(ply=line.ply)) for line in shown.lines],
    }


def _of_match(timeline: Timeline) -> dict[str, Any]:
    """Return what all positions share: the game, its files and who played."""
    key = timeline.rules.meta.key
    return {
        "game_title": gettext(timeline.rules.meta.title),
        "game_css": game_files(key, "css"),
        "game_scripts": f"games/{key}",
        "players_line": listing(timeline.seats),
        "names": timeline.seats,
    }


def _of_ply(timeline: Timeline, place: Place) -> dict[str, Any]:
    """Return what describes the ply, and the addresses of its neighbours."""
    here = timeline.plies[place.ply].facts
    return {
        "place": place,
        "steps": steps_of(timeline, place),
        "last": timeline.last if place.open else None,
        "head": here.head,
        "auto": here.auto,
        "elapsed": None if here.at_ms is None or place.ply == 0 else duration(here.at_ms),
        "moving_from": max(0, place.ply - MOVING_PLIES),
        "share_url": place.at(open=False, tour=""),
        "spoiler_url": place.at(open=not place.open),
    }


def _of_eyes(
    eyes: Eyes, choices: Sequence[Eyes], place: Place, names: Sequence[str]
) -> dict[str, Any]:
    """Return the current viewpoint and the available ones."""
    return {
        "eyes": eyes,
        "eyes_choices": [eyes_choice(choice, place, names) for choice in choices],
        "eyes_name": eyes_label(eyes, names),
        "eyes_line": eyes_sentence(eyes, names),
    }


def duration(milliseconds: int) -> str:
    """Format a duration as h:mm:ss or m:ss."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def steps_of(timeline: Timeline, place: Place) -> Steps:
    """Return the addresses of the neighbouring places."""
    ahead, behind = place.ply < timeline.last, place.ply > 0
    return Steps(
        first=place.at(ply=0) if behind else None,
        back=place.at(ply=place.ply - 1) if behind else None,
        on=place.at(ply=place.ply + 1) if ahead else None,
        last=place.at(ply="last") if ahead else None,
    )


def eyes_choice(eyes: Eyes, place: Place, names: Sequence[str]) -> EyesChoice:
    """Return the menu entry of one viewpoint, at the same ply."""
    return EyesChoice(
        key=eyes.key,
        label=eyes_label(eyes, names),
        url=place.at(eyes=eyes.key),
        chosen=eyes.key == place.eyes,
    )


def eyes_label(eyes: Eyes, names: Sequence[str]) -> str:
    """Return a viewpoint's name."""
    if eyes.key == ALL:
        return gettext("All hands")
    if eyes.key == PUBLIC_KEY:
        return pgettext("viewpoint", "The public")
    return names[eyes.seat or 0]


def eyes_sentence(eyes: Eyes, names: Sequence[str]) -> str:
    """Return the sentence that says whose viewpoint this is."""
    if eyes.seat is None:
        return eyes_label(eyes, names)
    return gettext("Through %(name)s’s eyes") % {"name": names[eyes.seat]}
