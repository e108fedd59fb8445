"""Cleaning what somebody typed: what does not show, or turns the line round, is taken out."""

from __future__ import annotations

import unicodedata

from games.matches.talk.refusals import refuse

MOST = 300
MARKS_IN_ROW = 3
JOINER = "\u200d"  # joins emoji; harmless


def clean_text(text: str) -> str:
    """Return one line of what was typed; refuses nothing and too much."""
    line = plain_line(text)
    if not line:
        raise refuse("empty_text")
    if len(line) > MOST:
        raise refuse("long_text")
    return line


def plain_line(text: str) -> str:
    """Return as one line what of a text shows, and shows where it stands; perhaps nothing."""
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
