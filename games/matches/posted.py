"""Reading what a browser sent, strictly: whatever cannot be stored or shown is refused here."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest

from accounts.numbers import whole_number
from games.engine.contract import IllegalAction
from games.engine.match import NOT_AN_ACTION
from games.matches.refusals import refuse

MAX_ACTION_BYTES = 4096
MAX_DIGITS = 9


def parse_json(text: str) -> Any:
    """Return JSON text as a value, raising ValueError for what cannot be written out again."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_action(text: str) -> Any:
    """Return the action that a text stands for, refusing what is no JSON or too large."""
    if len(text) > MAX_ACTION_BYTES:
        raise IllegalAction("malformed", NOT_AN_ACTION)
    try:
        return parse_json(text)
    except ValueError:
        raise IllegalAction("malformed", NOT_AN_ACTION) from None


def read_int(text: str, refusal: str) -> int:
    """Return the whole number of a text, raising the refusal of that code for anything else."""
    number = whole_number(text, digits=MAX_DIGITS)
    if number is None:
        raise refuse(refusal)
    return number


def posted_int(request: HttpRequest, key: str, refusal: str) -> int:
    """Return a posted whole number, raising the refusal of that code for anything else."""
    return read_int(request.POST.get(key, ""), refusal)


def posted_text(request: HttpRequest, key: str, refusal: str) -> str:
    """Return a posted text, refusing the one character that no database takes."""
    text: str = request.POST.get(key, "")
    if "\0" in text:
        raise refuse(refusal)
    return text
