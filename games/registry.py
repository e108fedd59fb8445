"""Find the games: every package under `games/rules/` that exposes RULES.

Adding a game edits no list, nor does keeping an older ruleset: `past/ruleset_<n>` in the game's
folder exposes RULES too. Pure: must not import a framework.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from games import rules as rules_package
from games.engine.contract import Rules


class UnknownRules(KeyError):
    """Stored data refers to rules that are not installed."""


class UnknownGame(UnknownRules):
    """No folder of that name exists under `games/rules/`."""


class UnknownRuleset(UnknownRules):
    """The game is installed, but not the ruleset of that number."""


@cache
def all_rulesets() -> dict[str, dict[int, Rules]]:
    """Return each game's rules by number, by game key in alphabetical order."""
    packages = pkgutil.iter_modules(rules_package.__path__)
    return {key: _rulesets(key) for key in sorted(found.name for found in packages if found.ispkg)}


def ruleset_names() -> list[str]:
    """Return all installed rulesets, each as `game/ruleset`."""
    return [f"{key}/{number}" for key, rulesets in all_rulesets().items() for number in rulesets]


def all_rules() -> dict[str, Rules]:
    """Return each game's current rules, for new tables; existing matches keep their ruleset."""
    return {key: rulesets[max(rulesets)] for key, rulesets in all_rulesets().items()}


def current_rules(key: str) -> Rules:
    """Return the rules for new matches of a game, raising UnknownGame if there are none."""
    try:
        return all_rules()[key]
    except KeyError:
        raise UnknownGame(key) from None


def rules_of(key: str, ruleset: int) -> Rules:
    """Return the ruleset that stored data was played by, raising UnknownRules if missing."""
    rulesets = all_rulesets().get(key)
    if rulesets is None:
        raise UnknownGame(key)
    if ruleset not in rulesets:
        raise UnknownRuleset(f"{key}, ruleset {ruleset}")
    return rulesets[ruleset]


def _rulesets(key: str) -> dict[int, Rules]:
    """Return a game's rules by number, newest first."""
    package = importlib.import_module(f"games.rules.{key}")
    newest: Rules = package.RULES
    if newest.meta.key != key:
        raise RuntimeError(f"games/rules/{key} calls itself {newest.meta.key}")
    found = {newest.meta.ruleset: newest}
    for name, rules in _past(package):
        number = rules.meta.ruleset
        if (key, name) != (rules.meta.key, f"ruleset_{number}") or number >= max(found):
            raise RuntimeError(f"{key}/past/{name} calls itself {rules.meta.key}, {number}")
        found[number] = rules
    return found


def _past(package: ModuleType) -> Iterator[tuple[str, Rules]]:
    """Yield a game's older rulesets, each with its module's name."""
    for folder in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if folder.name.endswith(".past"):
            past = importlib.import_module(folder.name)
            for found in pkgutil.iter_modules(past.__path__):
                yield found.name, importlib.import_module(f"{folder.name}.{found.name}").RULES
