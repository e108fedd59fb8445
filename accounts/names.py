"""Which names people may take. Must not import anything of ours; only Django's errors.

A name appears beside moves and in URLs, so it must not look like another, escape its path, or stack
up combining marks. The database refuses names that differ in case only.
"""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 30
PUNCTUATION = "._-"
MARKS_IN_ROW = 2
# Scripts with look-alike letters: a name that mixes two of them can pass for another.
LOOKALIKES = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})
# Invisible letters and marks: those of Unicode's Default_Ignorable_Code_Point.
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
RESERVED = [
    *("admin", "administrator", "anonymous", "bot", "club", "director", "everybody", "guest"),
    "former-member",  # replaces the name of a person who left (accounts/leaving.py)
    *("help", "info", "kibitz", "mail", "me", "moderator", "nobody", "null", "official"),
    *("operator", "owner", "postmaster", "referee", "root", "security", "server", "staff"),
    *("support", "system", "undefined", "webmaster", "you"),
    *("管理員", "管理员", "系統", "系统", "客服", "官方", "版主"),
]

GUEST = "guest-"
"""How the names of people without an account begin (accounts/guests), and nobody else's."""

CHARACTERS = _("Use letters and digits from any script, with . _ or - in between.")
EDGES = _("Start and end with a letter or digit.")
ROW = _("Don’t put two of . _ - next to each other.")
MARKS = _("One letter has too many accents or marks to be readable.")
GUESTS = _("Names that begin with “guest-” are for guests.")
MIXED = _("Don’t mix look-alike letters from different scripts.")


def normal_name(name: str) -> str:
    """Return the name as stored: Unicode-normalized, so that equal letters have equal codes."""
    return unicodedata.normalize("NFKC", name)


def validate_name(name: str) -> None:
    """Raise ValidationError, saying why, unless a person may be called `name`."""
    if not all(_is_word(letter) or letter in PUNCTUATION for letter in name):
        raise ValidationError(CHARACTERS, code="name_characters")
    if not name or name[0] in PUNCTUATION or name[-1] in PUNCTUATION or _is_mark(name[0]):
        raise ValidationError(EDGES, code="name_edges")
    if name.lower().startswith(GUEST):
        raise ValidationError(GUESTS, code="name_guest")
    if re.search(r"[._-]{2}", name):
        raise ValidationError(ROW, code="name_row")
    if _longest_marks(name) > MARKS_IN_ROW:
        raise ValidationError(MARKS, code="name_marks")
    if len(_scripts(name) & LOOKALIKES) > 1:
        raise ValidationError(MIXED, code="name_mixed")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in {"Mn", "Mc"}


def _is_word(letter: str) -> bool:
    """Tell whether this is a visible letter, combining mark or digit."""
    if letter in UNSEEN:
        return False
    return unicodedata.category(letter)[0] == "L" or letter.isdecimal() or _is_mark(letter)


def _longest_marks(name: str) -> int:
    """Return the length of the longest run of combining marks on one letter."""
    kinds = "".join("m" if unicodedata.category(letter) == "Mn" else "-" for letter in name)
    return max(map(len, kinds.split("-")))


def _scripts(name: str) -> set[str]:
    """Return the first words of the letters' Unicode names, which for these scripts name them."""
    return {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
