"""One viewer's page parts as HTML, for the page itself, its answers and its pushes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.matches.access import Access, access_known, access_match
from games.matches.drawings import drawn_once
from games.matches.models import Match
from games.matches.selectors import open_table_context, table_context
from games.matches.store import Position, known_position
from games.matches.talk.rendering import render_talk


@dataclass(frozen=True)
class Rendered:
    """The fragments of a match for one viewer, and the revision they show."""

    revision: int
    status: str
    html: str


def match_context(access: Access, position: Position | None = None) -> dict[str, Any]:
    """Return the context of a match's fragments, whatever stage it is at."""
    if access.match.version == 0:
        return open_table_context(access)
    return table_context(access, position)


def page_context(access: Access) -> dict[str, Any]:
    """Return what the page round the fragments needs besides their own context."""
    key = access.match.game
    return {
        "match": access.match,
        "rules": access.match.rules,
        "talk": render_talk(access, oob=False),
        "fragments": SafeString(_draw(access, oob=False)),
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
        "game_css": game_files(key, "css"),
        "game_scripts": f"games/{key}",
    }


@cache
def game_files(key: str, kind: str) -> list[str]:
    """Return a game's own style sheets or scripts, if its folder has any.

    They are `table.*` and, before it, parts called `table-….*` in alphabetical order.
    """
    folder = finders.find(f"games/{key}")
    files = Path(folder).glob(f"table*.{kind}") if folder else ()
    return [f"games/{key}/{file.name}" for file in sorted(files)]


def render_push(user: Any, code: str, revision: int | None = None) -> Rendered:
    """Return the fragments to morph into `user`'s page; raises MatchNotFound.

    Match and seats are read first, the log up to that match's version after: what is rendered is
    one consistent position. Where `revision` is known to be the newest, rows that this process
    has read of it will do.
    """
    return render_access(access_match(user, code, revision))


def push_known(user: Any, code: str, revision: int) -> Rendered | None:
    """Return what `render_push` would, if this process knows all that it takes.

    Then nothing is waited for: an event loop may draw it by itself, which costs less than a thread.
    """
    access = access_known(user, code, revision)
    if access is None or access.match.status != Match.Status.RUNNING:
        return None
    position = known_position(access.match)
    return None if position is None else render_access(access, position)


def render_access(access: Access, position: Position | None = None) -> Rendered:
    """Return the fragments for somebody whose access was just checked.

    A started match is drawn once for each seat, and once for all who only watch.
    """
    match = access.match
    if match.version == 0:
        return Rendered(match.revision, match.status, _draw(access))
    seat, language = access.seat.number if access.seat else None, get_language() or ""
    draw = partial(_draw, access, position, language=language)
    return Rendered(match.revision, match.status, drawn_once(match, seat, language, draw))


def _draw(
    access: Access,
    position: Position | None = None,
    *,
    oob: bool = True,
    language: str | None = None,
) -> str:
    """Draw the fragments of the match's stage; `oob` where they are to replace what is there."""
    stage = match_context(access, position)
    context = {**stage, "oob": oob, "language": language or get_language()}
    if access.match.version == 0:
        return render_to_string("matches/_open.html", context)
    fragments: Any = engines["fragments"]
    drawn: str = fragments.env.get_template("matches/_live.jinja").render(context)
    return drawn
