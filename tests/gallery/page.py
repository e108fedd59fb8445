"""What one picture of a page is, and how its address is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page as Tab

from tests.gallery.world import World

Path = Callable[[World], str]


@dataclass(frozen=True)
class Page:
    """One picture: its name, the route it shows, the address, who looks, what they do first."""

    name: str
    route: str
    path: Path
    viewer: str = ""
    steps: Callable[[Tab], None] | None = None
    status: int | None = 200


def at(path: str) -> Path:
    """Return an address that needs nothing of the world."""
    return lambda world: path


def of_match(what: str, tail: str = "") -> Path:
    """Return the address of a match."""
    return lambda world: f"/matches/{world.match(what)}/{tail}"


def of_replay(what: str, tail: str = "") -> Path:
    """Return the address of a replay."""
    return lambda world: f"/replays/{world.match(what)}/{tail}"


def of_club(tail: str = "") -> Path:
    """Return the address of a page of the club."""
    return lambda world: f"/clubs/{world.club.slug}/{tail}"


def of_challenges(tail: str = "") -> Path:
    """Return the address of a page of the club's challenge ladder."""
    return lambda world: f"/clubs/{world.club.slug}/challenges/{world.ladder.pk}/{tail}"


def of_league(tail: str = "") -> Path:
    """Return the address of a page of the club's league."""
    return lambda world: f"/clubs/{world.club.slug}/leagues/{world.league.pk}/{tail}"


def of_study(tail: str = "") -> Path:
    """Return the address of the first chapter of the study room, or of the room."""
    return lambda world: (
        f"/replays/study/{world.study.code}/{world.study.chapter_id}/{tail}"
        if tail
        else f"/replays/study/{world.study.code}/"
    )


def of_event(what: str, tail: str = "") -> Path:
    """Return the address of a page of an event."""
    return lambda world: f"/tournaments/{world.event(what)}/{tail}"


def of_room(kind: str, tail: str = "") -> Path:
    """Return the address of the talk of the club, or of the running event."""
    return lambda world: (
        f"/talk/club/{world.club.slug}/{tail}"
        if kind == "club"
        else f"/talk/event/{world.event('running')}/{tail}"
    )
