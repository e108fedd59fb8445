"""List every random operation of a match, as the rules requested it.

The proof page recomputes them from the seed in the visitor's browser. Listing them requires the
rules to decide the match again: besides `verify_matches`, replays call `decide` here, and no
position comes from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from games.engine.bot import dice_block
from games.engine.chance import Chance
from games.engine.contract import Action, JsonObject, Options, Refusal, Rules
from games.engine.match import play_action, start_match
from games.engine.text import gettext_noop

T = TypeVar("T")
OTHER_RULES = gettext_noop(
    "The rules refuse an action of this match, so its random operations can’t be listed."
)


class OperationsUnknown(Refusal):
    """The rules no longer reproduce the stored match, so its operations are unknown."""


class RecordingChance(Chance):
    """A `Chance` that records each request and its outcome."""

    def __init__(self, seed: bytes, game: str) -> None:
        super().__init__(seed, game)
        self.ply = 0
        self.operations: list[JsonObject] = []

    def uniform(self, count: int) -> int:
        """Answer as ever, and write it down."""
        k = self.operation
        value = super().uniform(count)
        self._note(k, "uniform", count=count, value=value)
        return value

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Answer as ever, and write it down."""
        k = self.operation
        after = super().shuffle(cards)
        self._note(k, "shuffle", before=list(cards), after=list(after))
        return after

    def _note(self, k: int, kind: str, **facts: Any) -> None:
        self.operations.append({"k": k, "ply": self.ply, "kind": kind, **facts})


def bot_dice_of(game: str, seed: bytes, entries: Sequence[JsonObject]) -> list[JsonObject]:
    """Return, for each of a record's entries that a bot chose, the first 32 bytes of its dice."""
    return [
        {
            "ply": ply,
            "seat": entry["seat"],
            "auto": entry["auto"],
            "dice": dice_block(seed, game, entry["seat"], ply, 0).hex(),
        }
        for ply, entry in enumerate(entries, start=1)
        if entry.get("auto", "").startswith("bot:")
    ]


def operations_of(
    rules: Rules, options: Options, seats: int, seed: bytes, actions: Sequence[tuple[int, Action]]
) -> list[JsonObject]:
    """Return every random operation of the match that the (seat, action) pairs make from `seed`.

    Raises OperationsUnknown if the rules refuse an action.
    """
    chance = RecordingChance(seed, rules.meta.key)
    _, state = start_match(rules, options, seats, chance)
    for ply, (seat, action) in enumerate(actions, start=1):
        chance.ply = ply
        try:
            _, state = play_action(rules, state, seat, action, chance)
        except Refusal:
            raise OperationsUnknown("other_rules", OTHER_RULES) from None
    return chance.operations
