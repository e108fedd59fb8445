"""The reasons that bots give for legal actions, beside what these actions then do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.botplay import observed, remember
from games.engine.contract import Action, Event
from games.engine.hidden import Memory
from games.engine.match import play_action
from games.engine.text import Phrase
from tests.contract.matches import PlayedMatch

OF_EACH = 6
"""Most actions of a kind to look at in one position."""


@dataclass(frozen=True)
class Given:
    """A reason for an action, and the positions before and after it."""

    phrase: Phrase
    seat: int
    action: Action
    before: Any
    events: list[Event]
    after: Any

    def told(self, name: str) -> Any:
        """Return the value of an argument: a number, a seat, or a card."""
        value = self.phrase.args[name]
        return getattr(value, "seat", getattr(value, "code", value))

    def names(self, event: type[Event]) -> bool:
        """Tell whether the action caused such an event."""
        return any(isinstance(one, event) for one in self.events)


def reasons_of(played: PlayedMatch, positions: int) -> Iterator[Given]:
    """Yield the club bot's reasons in some positions of a match, for actions of every kind."""
    rules, dice = played.rules, random.Random(f"{played.seed!r}")
    bot = rules.bot_at("club")
    assert bot.reason is not None
    for ply in played.sample(positions)[:-1]:
        seat = rules.to_act(ply.state)
        if seat is None:
            continue
        memory = Memory(played.seats)
        for earlier in played.plies[: ply.number + 1]:
            remember(rules, memory, earlier.events, seat)
        known = observed(rules, ply.state, ply.number, seat, memory)
        for action in _some(known.legal, dice):
            events, after = play_action(rules, ply.state, seat, action, ply.chance(played))
            yield Given(bot.reason(known, action), seat, action, ply.state, [*events], after)


def _some(legal: list[Action], dice: random.Random) -> list[Action]:
    kinds: dict[str, list[Action]] = {}
    for action in legal:
        kinds.setdefault(action["type"], []).append(action)
    return [one for each in kinds.values() for one in dice.sample(each, min(OF_EACH, len(each)))]
