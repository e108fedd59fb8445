"""A bot: what it is told, what it returns, and the dice it may use. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hmac import digest
from itertools import chain, count
from struct import unpack
from typing import Any, Protocol, TypeVar

from games.engine.chance import shuffle_by, uniform_of
from games.engine.hidden import Memory
from games.engine.text import Phrase

T = TypeVar("T")

LEVELS = ("novice", "casual", "club", "expert")
"""The usual levels, weakest first. A game may lack some, or have bots of other names."""


class Dice(Protocol):
    """The random source a bot may use for its decisions (a `random.Random` fits)."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, seq: Sequence[Any], /) -> Any: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def sample(self, population: Sequence[Any], k: int) -> list[Any]: ...


@dataclass(frozen=True)
class Observation:
    """Everything a bot knows when it acts; a person in its seat could know the same.

    `view` is its seat's snapshot with `"seat"` added, `legal` its legal actions in normal form
    and order, and `memory` what the game's `recall` kept of all that the seat was shown.
    """

    view: dict[str, Any]
    legal: list[dict[str, Any]]
    memory: Memory


@dataclass(frozen=True)
class Character:
    """Who a bot is to people: a name and a temperament in a sentence, both gettext keys.

    The face is the symbol named after the level in `static/games/<game>/faces.svg`.
    """

    name: str
    temper: str


@dataclass(frozen=True)
class Bot:
    """One level of a game's bots.

    The same observation and dice always lead to the same action. Raise `version` (1, 2, …) when
    that changes, and keep the earlier version in `Rules.past_bots`, so that records stay
    verifiable. Version 0 makes no such promise, and its actions go unmarked.
    """

    level: str
    version: int
    choose: Callable[[Observation, Dice], dict[str, Any]]
    reason: Callable[[Observation, dict[str, Any]], Phrase] | None = None
    """Returns in words, for hints, why this bot would play a legal action here."""
    character: Character | None = None

    @property
    def auto(self) -> str:
        """Return the `auto` of a record's entry whose action this bot chose."""
        return f"bot:{self.level}/{self.version}" if self.version else ""


def by_level(*bots: Bot) -> Mapping[str, Bot]:
    """Return the bots, weakest first, by their levels."""
    return {bot.level: bot for bot in bots}


class BotDice:
    """A bot's dice for one action. Spec: record format, section "Randomness"."""

    def __init__(self, seed: bytes, game: str, seat: int, ply: int) -> None:
        """Take the match's 32-byte `seed`, its `game` key, and the action's seat and ply."""
        blocks = (dice_block(seed, game, seat, ply, block) for block in count())
        self._words: Iterator[int] = chain.from_iterable(unpack(">4Q", one) for one in blocks)

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return (next(self._words) >> 11) * 2.0**-53

    def randrange(self, stop: int, /) -> int:
        """Return a number in 0 … stop-1."""
        return uniform_of(self._words, stop)

    def choice(self, seq: Sequence[T], /) -> T:
        """Return an element."""
        return seq[self.randrange(len(seq))]

    def shuffle(self, x: list[Any], /) -> None:
        """Shuffle a list in place."""
        shuffle_by(self._words, x)

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` different elements in random order."""
        mixed = list(population)
        self.shuffle(mixed)
        return mixed[:k]


def dice_block(seed: bytes, game: str, seat: int, ply: int, block: int) -> bytes:
    """Return 32 bytes of a bot's dice: the block's four words."""
    return digest(seed, f"kibitz-bot/1|{game}|{seat}|{ply}|{block}".encode(), "sha256")
