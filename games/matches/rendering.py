"""Render one viewer's page fragments as HTML, for the page, its POST answers and its pushes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.matches.access import Access, access_known, access_match
from games.matches.live import LiveTable, live_table
from games.matches.models import Match
from games.matches.selectors import open_table_context
from games.matches.store import Position, known_position
from games.matches.talk.selectors import render_talk


@dataclass(frozen=True)
class Rendered:
    """What a viewer sees at a revision: finished HTML, or a table of regions."""

    revision: int
    status: str
    text: str = ""
    table: LiveTable | None = None

    @property
    def html(self) -> str:
        """Return everything as HTML to morph into a page."""
        return self.text if self.table is None else self.table.html() + self.text


def page_context(access: Access) -> dict[str, Any]:
    """Return the context that the page around the fragments needs."""
    key = access.match.game
    return {
        "match": access.match,
        "rules": access.match.rules,
        "talk": render_talk(access, oob=False),
        "fragments": SafeString(_fragments(access)),
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
        "game_css": game_files(key, "css"),
        "game_scripts": f"games/{key}",
    }


def _fragments(access: Access) -> str:
    if access.match.version == 0:
        return _open_table(access, oob=False)
    return live_table(access).html(oob=False)


@cache
def game_files(key: str, kind: str) -> list[str]:
    """Return a game's own style sheets or scripts, if its folder has any.

    They are the parts named `table-….*`, in alphabetical order, then `table.*`.
    """
    folder = finders.find(f"games/{key}")
    files = Path(folder).glob(f"table*.{kind}") if folder else ()
    return [f"games/{key}/{file.name}" for file in sorted(files)]


def render_push(user: Any, code: str, revision: int | None = None) -> Rendered:
    """Return the fragments to morph into `user`'s page; raises MatchNotFound.

    Reads match and seats first, then the log up to that match's version, so that it renders one
    consistent position. If `revision` is known to be the newest, cached rows of it suffice.
    """
    return render_access(access_match(user, code, revision))


def push_known(user: Any, code: str, revision: int) -> Rendered | None:
    """Return what `render_push` would, if this process has everything cached.

    It never blocks, so the event loop may call it directly, which costs less than a thread.
    """
    access = access_known(user, code, revision)
    if access is None or access.match.status != Match.Status.RUNNING:
        return None
    position = known_position(access.match)
    return None if position is None else render_access(access, position)


def render_access(access: Access, position: Position | None = None) -> Rendered:
    """Return the fragments for somebody whose access was just checked."""
    match = access.match
    if match.version == 0:
        return Rendered(match.revision, match.status, _open_table(access))
    return Rendered(match.revision, match.status, table=live_table(access, position))


def _open_table(access: Access, *, oob: bool = True) -> str:
    """Render a table before the first deal; `oob` makes it an out-of-band replacement."""
    return render_to_string("matches/_open.html", {**open_table_context(access), "oob": oob})
