"""Bundles of scripts that pages load together; in production each bundle is one file.

Scripts are listed in loading order. A game's scripts form a bundle too, `games/<key>`.
"""

from __future__ import annotations

from games.matches.rendering import game_files
from games.registry import all_rules

BUNDLES: dict[str, tuple[str, ...]] = {
    "site": (
        "vendor/htmx.min.js",
        "js/requests.js",
        "js/morph.js",
        "js/focus.js",
        "js/flip.js",
        "js/link.js",
        "js/menus.js",
        "js/offline.js",
        "js/later.js",
    ),
    "match": (
        "matches/menus.js",
        "matches/stage.js",
        "matches/act.js",
        "matches/hand.js",
        "matches/talk.js",
        "matches/turn.js",
    ),
    "room": ("matches/menus.js", "matches/act.js", "matches/talk.js", "rooms/mention.js"),
    "study": ("matches/menus.js", "matches/act.js", "matches/hand.js"),
    "shuffle": ("matches/sha256.js", "matches/fairness.js"),
    "lesson": (
        "matches/menus.js",
        "matches/act.js",
        "matches/hand.js",
        "matches/ticker.js",
        "matches/lesson.js",
    ),
}


def bundle_names() -> list[str]:
    """Return every bundle's name."""
    return [*BUNDLES, *(f"games/{key}" for key in all_rules())]


def bundle_parts(name: str) -> tuple[str, ...]:
    """Return the scripts of a bundle, in order; none for a game without scripts."""
    if name in BUNDLES:
        return BUNDLES[name]
    return tuple(game_files(name.removeprefix("games/"), "js"))


def bundle_file(name: str) -> str:
    """Return a bundle's file in production."""
    return f"bundles/{name.replace('/', '-')}.js"
