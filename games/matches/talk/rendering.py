"""Render the talk as HTML, for the page, its POST answers and its pushes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from games.matches.access import Access, access_match
from games.matches.talk.selectors import TalkKey, lasts_of, talk_context, talk_key


def render_talk(access: Access, *, oob: bool = True, lasts: Mapping[str, int] | None = None) -> str:
    """Render the page's talk fragment, with `oob` as an out-of-band replacement."""
    return render_to_string("matches/_talk.html", {**talk_context(access, lasts), "oob": oob})


def render_talk_since(
    user: Any, code: str, known: TalkKey, revision: int | None = None
) -> tuple[TalkKey, str] | None:
    """Return the fragment with its key, or None if the page shows it already.

    With `revision`, cached rows of a started match that are at least as new are not read again.
    """
    access = access_match(user, code, revision)
    lasts = lasts_of(access.match.code)
    key = talk_key(access, lasts)
    return None if key == known else (key, render_talk(access, lasts=lasts))
