"""Matches that the contract tests look at: of every registered game, at random and recorded.

The random ones are fixed by the game's key and the case's number, so that a
failure can be run again. Players differ: some follow the default action most of
the time (long matches), some love or shun kinds of actions, some resign. The
recorded ones were played sensibly: a few of `tests/golden/samples/<game>`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, Event, Options, Rules
from games.engine.match import play_action, start_match, still_in
from games.engine.options import complete_options
from games.engine.read_record import read_record
from games.engine.record import Record
from games.registry import all_rulesets, rules_of

Choose = Callable[[Any], tuple[int, Action]]

CASES = 6
RARE_CASES = 3
"""Matches more in which every rare option is set."""
RECORDED = 4
SAMPLES = Path(__file__).parents[1] / "golden" / "samples"
MOST_PLIES = 400


@dataclass(frozen=True)
class Ply:
    """One position: the action that led to it (none at the start), its events, the state."""

    number: int
    seat: int | None
    action: Action | None
    events: tuple[Event, ...]
    state: Any
    operation: int

    def chance(self, played: PlayedMatch) -> Chance:
        """Return the chance that the next action of this match is given."""
        return Chance(played.seed, played.rules.meta.key, self.operation)


@dataclass(frozen=True)
class PlayedMatch:
    """A match, to its end or to its 400th action."""

    rules: Rules
    options: Options
    seats: int
    seed: bytes
    plies: tuple[Ply, ...]

    def sample(self, count: int) -> list[Ply]:
        """Return the first and the last position and some between, evenly spread."""
        last = len(self.plies) - 1
        wanted = {round(last * step / max(1, count - 1)) for step in range(count)}
        return [self.plies[number] for number in sorted(wanted)]

    def moves(self) -> Iterator[tuple[Ply, Ply]]:
        """Yield each position with the one that follows it."""
        return pairwise(self.plies)


@cache
def played_matches(game: str, ruleset: int) -> tuple[PlayedMatch, ...]:
    """Return the matches of one game's ruleset that every contract test looks at."""
    paths = sorted((SAMPLES / game).glob("[0-9][0-9].json"))
    samples = [record for record in map(read, paths) if record.rules.meta.ruleset == ruleset]
    chosen = samples[:: -(-len(samples) // RECORDED) or 1]
    return (
        *(_played(rules_of(game, ruleset), case) for case in range(CASES + RARE_CASES)),
        *map(_recorded, chosen),
    )


@cache
def read(path: Path) -> Record:
    """Return the record in a file, with the rules of its own ruleset."""
    return read_record(path.read_bytes(), all_rulesets())


def any_options(rules: Rules, seats: int, dice: random.Random, *, rare: bool = False) -> Options:
    """Return options chosen at random, each among the values that apply; rare ones if asked."""
    chosen: Options = {}
    for option in rules.meta.options if rare else rules.meta.choices:
        values = option.values(seats, chosen)
        if values is not None:
            chosen[option.key] = dice.choice(values)
    return complete_options(rules.meta, seats, chosen)


def _recorded(record: Record) -> PlayedMatch:
    """Return the match that a record tells."""
    rules, seats = record.rules, len(record.seats)
    moves = iter([(entry["seat"], entry["action"]) for entry in record.entries])
    plies = _plies(rules, record.options, seats, record.seed, lambda state: next(moves))
    return PlayedMatch(
        rules, record.options, seats, record.seed, tuple(islice(plies, len(record.entries) + 1))
    )


def _played(rules: Rules, case: int) -> PlayedMatch:
    dice = random.Random(f"{rules.meta.key} {case}")
    allowed = rules.meta.allowed_seats()
    # The largest table first, then from the smallest up.
    seats = allowed[(case - 1) % len(allowed)]
    options = any_options(rules, seats, dice, rare=case >= CASES)
    seed = dice.randbytes(32)
    player = Player(rules, dice)
    plies = _plies(rules, options, seats, seed, player.choose)
    return PlayedMatch(rules, options, seats, seed, tuple(plies))


def _plies(
    rules: Rules, options: Options, seats: int, seed: bytes, choose: Choose
) -> Iterator[Ply]:
    """Play one match and yield its positions."""
    chance = Chance(seed, rules.meta.key)
    events, state = start_match(rules, options, seats, chance)
    yield Ply(0, None, None, tuple(events), state, chance.operation)
    for number in range(1, MOST_PLIES + 1):
        if rules.to_act(state) is None:
            return
        seat, action = choose(state)
        events, state = play_action(rules, state, seat, action, chance)
        yield Ply(number, seat, action, tuple(events), state, chance.operation)


class Player:
    """Plays all seats of one match at random, in a temper of its own."""

    def __init__(self, rules: Rules, dice: random.Random) -> None:
        self.rules = rules
        self.dice = dice
        self.follows_default = dice.choice((0.0, 0.5, 0.9))
        self.resigns = dice.choice((0.0, 0.01, 0.03))
        self.liking: dict[str, float] = {}

    def choose(self, state: Any) -> tuple[int, Action]:
        """Return a seat and what it does."""
        seat = self.rules.to_act(state)
        assert seat is not None
        if self.dice.random() < self.resigns:
            return self._resigning(state), RESIGN
        if self.dice.random() < self.follows_default:
            return seat, self.rules.default_action(state, seat)
        actions = self.rules.legal_actions(state, seat)
        weights = [self._weight(action["type"]) for action in actions]
        return seat, self.dice.choices(actions, weights)[0]

    def _weight(self, kind: str) -> float:
        """Return how much this player likes a kind of action."""
        if kind not in self.liking:
            self.liking[kind] = self.dice.choice((0.02, 1.0, 1.0, 8.0))
        return self.liking[kind]

    def _resigning(self, state: Any) -> int:
        """Return a seat that may resign, to act or not."""
        seats = range(len(state.resigned))
        return self.dice.choice([seat for seat in seats if still_in(self.rules, state, seat)])
