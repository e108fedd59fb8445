"""Clean typed text: remove invisible characters and those that change the text direction."""

from __future__ import annotations

import unicodedata

from games.matches.talk.refusals import refuse

MOST = 300
MARKS_IN_ROW = 3
JOINER = "\u200d"  # joins emoji; harmless


def clean_text(text: str) -> str:
    """Return the input as one clean line; refuses empty and too long text."""
    line = plain_line(text)
    if not line:
        raise refuse("empty_text")
    if len(line) > MOST:
        raise refuse("long_text")
    return line


def plain_line(text: str) -> str:
    """Return a text as one line, without control characters or stacks of combining marks.

    The result may be empty.
    """
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind[0] == "C" and letter != JOINER:
            kept.append(" " if letter in "\n\t\r" else "")
        elif marks <= MARKS_IN_ROW:
            kept.append(letter)
    line = " ".join("".join(kept).split())
    return line if line.strip(JOINER + " ") else ""
