"""Clean text written beside a replay, line by line, as for table talk."""

from __future__ import annotations

from typing import Any

from accounts.moderation.selectors import is_muted
from games.matches.talk.text import plain_line
from replays.refusals import refuse


def words_of(author: Any, text: str, most: int) -> str:
    """Return the cleaned text; refuses empty or too long text, and authors muted by moderators."""
    if is_muted(author.pk):
        raise refuse("muted")
    words = "\n".join(map(plain_line, text.splitlines())).strip()
    if not words:
        raise refuse("empty_text")
    if len(words) > most:
        raise refuse("long_text")
    return words
