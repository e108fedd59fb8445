"""Finds the games: every package under `games/rules/` that exposes RULES.

No list is edited to add a game. Pure: knows no framework.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from games import rules as rules_package
from games.engine.contract import Rules


class UnknownGame(KeyError):
    """No folder of that name under `games/rules/`."""


@cache
def all_rules() -> dict[str, Rules]:
    """Return every game by key, in alphabetical order of the keys."""
    found: dict[str, Rules] = {}
    for module in sorted(pkgutil.iter_modules(rules_package.__path__), key=lambda m: m.name):
        if module.ispkg:
            package = importlib.import_module(f"games.rules.{module.name}")
            rules: Rules = package.RULES
            if rules.meta.key != module.name:
                raise RuntimeError(f"games/rules/{module.name} calls itself {rules.meta.key}")
            found[module.name] = rules
    return found


def rules_for(key: str) -> Rules:
    """Return the rules of one game, raising UnknownGame if there is none."""
    try:
        return all_rules()[key]
    except KeyError:
        raise UnknownGame(key) from None
