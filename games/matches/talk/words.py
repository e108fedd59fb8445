"""What people can say: typed text, cleaned, and fixed phrases and reactions in every language.

The database stores the keys of phrases, so one may be reworded later. None of them may reveal
anything about cards, seats or sides.
"""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext, gettext_noop

from games.matches.talk.refusals import refuse

PHRASES = {
    "hello": gettext_noop("Hello!"),
    "luck": gettext_noop("Good luck!"),
    "thanks": gettext_noop("Thanks!"),
    "well_played": gettext_noop("Well played!"),
    "oops": gettext_noop("Oops!"),
    "sorry": gettext_noop("Sorry!"),
    "thinking": gettext_noop("I’m thinking…"),
    "moment": gettext_noop("One moment, please."),
    "lucky": gettext_noop("That was lucky!"),
    "good_game": gettext_noop("Good game!"),
    "again": gettext_noop("Another match?"),
    "bye": gettext_noop("Gotta go. Bye!"),
}
REACTIONS = {  # emoji that even devices without colour fonts can render
    "laugh": ("\U0001f604", gettext_noop("Laughter")),
    "wink": ("\U0001f609", gettext_noop("Wink")),
    "cool": ("\U0001f60e", gettext_noop("Cool")),
    "wow": ("\U0001f62e", gettext_noop("Surprise")),
    "fear": ("\U0001f628", gettext_noop("Fear")),
    "sad": ("\U0001f622", gettext_noop("Sadness")),
    "heart": ("\u2665\ufe0f", gettext_noop("Love")),
    "doom": ("\u2620\ufe0f", gettext_noop("Doom")),
}


def said_plainly(kind: str, body: str) -> str:
    """Return a message as plain text in the active language."""
    if kind == "phrase":
        return gettext(PHRASES.get(body, body))
    if kind == "emoji" and body in REACTIONS:
        sign, word = REACTIONS[body]
        return f"{sign} {gettext(word)}"
    return body


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
