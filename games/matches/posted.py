"""Parse browser input strictly: refuse here whatever cannot be stored or shown."""

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
    """Parse JSON text; raises ValueError also for values that cannot be serialized again."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()  # rejects lone surrogates
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_action(text: str) -> Any:
    """Parse an action, refusing invalid JSON and too large input."""
    if len(text) > MAX_ACTION_BYTES:
        raise IllegalAction("malformed", NOT_AN_ACTION)
    try:
        return parse_json(text)
    except ValueError:
        raise IllegalAction("malformed", NOT_AN_ACTION) from None


def read_int(text: str, refusal: str) -> int:
    """Parse a whole number; raises the refusal of that code for anything else."""
    number = whole_number(text, digits=MAX_DIGITS)
    if number is None:
        raise refuse(refusal)
    return number


def posted_int(request: HttpRequest, key: str, refusal: str) -> int:
    """Parse a posted whole number; raises the refusal of that code for anything else."""
    return read_int(request.POST.get(key, ""), refusal)


def posted_text(request: HttpRequest, key: str, refusal: str) -> str:
    """Return a posted text, refusing NUL, the one character that Postgres cannot store."""
    text: str = request.POST.get(key, "")
    if "\0" in text:
        raise refuse(refusal)
    return text
