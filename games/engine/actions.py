"""Read an action from a client: exact keys, strict types. Pure.

Spec: README, "Shared conventions": an action has exactly the keys of its
form; true, false and 1.0 are not integers, and 0 is not null.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import Action, IllegalAction
from games.engine.text import Phrase, gettext_noop

MISSING_KEY = gettext_noop("The action is missing “%(key)s”.")
UNKNOWN_KEY = gettext_noop("The action has an unknown field: “%(key)s”.")
BAD_VALUE = gettext_noop("“%(key)s” has an invalid value.")


def require_keys(action: Action, required: Iterable[str], optional: Iterable[str] = ()) -> None:
    """Refuse an action that lacks a required key or has one in neither list."""
    required = {"type", *required}
    if action.keys() == required:
        return
    for key in sorted(required):
        if key not in action:
            raise IllegalAction("missing_key", Phrase(MISSING_KEY, {"key": key}))
    for key in action:
        if key not in required and key not in optional:
            raise IllegalAction("unknown_key", Phrase(UNKNOWN_KEY, {"key": str(key)[:40]}))


def bad_value(key: str) -> IllegalAction:
    """Return the refusal for a value of the wrong type or shape."""
    return IllegalAction("bad_value", Phrase(BAD_VALUE, {"key": key}))


def read_int(action: Action, key: str) -> int:
    """Return the integer at `key`, refusing anything that is not a JSON integer."""
    value = action[key]
    if type(value) is not int:
        raise bad_value(key)
    return value


def read_str(action: Action, key: str) -> str:
    """Return the string at `key`, refusing anything else."""
    value = action[key]
    if not isinstance(value, str):
        raise bad_value(key)
    return value


def read_str_list(action: Action, key: str) -> list[str]:
    """Return the list of strings at `key`, refusing anything else."""
    value: Any = action[key]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise bad_value(key)
    return list(value)
