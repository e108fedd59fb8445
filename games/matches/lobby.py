"""The list of tables as HTML: for the page, and for everybody's socket."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from games.matches.rendering import Rendered
from games.matches.selectors import open_tables, running_matches
from games.registry import all_rules

MAX_LISTED = 50


def lobby_context(user: Any) -> dict[str, Any]:
    """Return the context of the table lists for one person."""
    games = {key: rules.meta for key, rules in all_rules().items()}
    tables = list(open_tables(user)[:MAX_LISTED])
    running = list(running_matches(user)[:MAX_LISTED])
    for match in [*tables, *running]:
        match.meta = games.get(match.game)  # type: ignore[attr-defined]  # for the template only
    return {"tables": tables, "running": running, "games": games.values(), "user": user}


def render_lobby(user: Any) -> Rendered:
    """Return the table lists to morph into the lobby page."""
    html = render_to_string("matches/_tables.html", {**lobby_context(user), "oob": True})
    return Rendered(0, "", html)
