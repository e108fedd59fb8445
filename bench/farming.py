"""What colluders gain on a ladder, and what honest regular partners lose by the bound.

Run: python bench/farming.py [seeds] [modes]. docs/tournaments.md has the figures.

A year of 200 honest players whose strength is normal (one standard deviation: 112 points, half the
noise of a match, as in 1.3 of the spec), about 3 rated matches a week each; 40 of them are 20
couples who play every second match with each other. Three colluders of mean strength decide their
matches among themselves. Numbers were chosen on seeds 0 to 9; what is printed comes from others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import mean, median, stdev

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.ratings.algorithm import WLBT
from games.ratings.bound import CAP, Pair
from games.ratings.display import DAY, SCALE, cautious, shown, sigma_now
from games.ratings.ladder import ladder_table
from games.ratings.log import LogRow, Team
from games.ratings.replay import replay
from games.ratings.state import LadderState

HONEST, COUPLES, DAYS, A_WEEK, SPREAD = 200, 20, 365, 3.0, 7.5
ANN, BEN, CAL = 1001, 1002, 1003
HELD_OUT = 100
Played = tuple[list[tuple[int, ...]], list[int]]
"""Teams, and their ranks."""


@dataclass
class World:
    """The people of one seed, and the ladder's mode: `duel`, `four` (at one table) or `pairs`."""

    seed: int
    mode: str
    skill: dict[int, float] = field(default_factory=dict)
    partner: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rng = self.rng = Random(self.seed)
        people = range(1, HONEST + 1)
        self.skill = {one: rng.gauss(WLBT.mu0, SPREAD) for one in people}
        self.skill |= dict.fromkeys((ANN, BEN, CAL), WLBT.mu0)
        weights = {one: rng.lognormvariate(0, 0.8) for one in people}
        for one in range(1, 2 * COUPLES, 2):
            self.partner |= {one: one + 1, one + 1: one}
            weights[one] = weights[one + 1] = max(weights[one], weights[one + 1], 1.0)
        self.people, self.cumulated = list(people), list(accumulate(weights.values()))

    def anybody(self, *others: int) -> int:
        """Return an honest player, the busy ones more often, who is none of the others."""
        while (one := self.rng.choices(self.people, cum_weights=self.cumulated)[0]) in others:
            pass
        return one

    def result(self, teams: Sequence[tuple[int, ...]], lift: float = 0.0) -> Played:
        """Return an honest match of these teams by strength and luck; `lift` helps the first."""
        noise = WLBT.beta * sqrt(2)
        marks = [
            sum(self.skill.get(one, WLBT.mu0) - WLBT.mu0 for one in team)
            - noise * log(-log(self.rng.random()))
            for team in teams
        ]
        marks[0] += lift
        order = sorted(marks, reverse=True)
        return list(teams), [order.index(mark) + 1 for mark in marks]

    def honest_day(self) -> Iterator[Played]:
        """Yield the day's honest matches."""
        seats = 2 if self.mode == "duel" else 4
        number = HONEST * A_WEEK / 7 / seats
        for _ in range(int(number) + (self.rng.random() < number % 1)):
            yield self.result(self.teams(self._seated(seats)))

    def teams(self, seated: list[int]) -> list[tuple[int, ...]]:
        """Return people as teams: two against two, or each alone."""
        if self.mode == "pairs":
            return [(seated[0], seated[2]), (seated[1], seated[3])]
        return [(one,) for one in seated]

    def _seated(self, seats: int) -> list[int]:
        seated = [self.anybody()]
        if seated[0] in self.partner and self.rng.random() < 0.5:
            seated.append(self.partner[seated[0]])
        while len(seated) < seats:
            seated.append(self.anybody(*seated))
        return seated

    def thrown(self, winner: int, *losers: int) -> Iterator[Played]:
        """Yield matches in which the losers let the winner win, as the mode allows."""
        if self.mode == "duel":
            for loser in losers:
                yield [(winner,), (loser,)], [1, 2]
        elif self.mode == "pairs":
            partner = self.anybody()
            yield [(winner, partner), (*losers, self.anybody(partner))[:2]], [1, 2]
        else:
            guests = [self.anybody()]
            guests += [self.anybody(*guests) for _ in range(2 - len(losers))]
            teams, ranks = self.result([(winner,), *((one,) for one in guests)])
            yield [*teams, *((one,) for one in losers)], [*ranks, *[len(teams) + 1] * len(losers)]


Strategy = Callable[[World, int, LadderState], Iterator[Played]]


def honest(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Ann plays every second day, and nobody helps her."""
    if day % 2:
        seats = 2 if world.mode == "duel" else 4
        seated = [ANN]
        while len(seated) < seats:
            seated.append(world.anybody(*seated))
        yield world.result(world.teams(seated))


def audit(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Forty thrown matches in the last ten days, by accounts that were never used."""
    if day >= DAYS - 10:
        for _ in range(2):
            yield from world.thrown(ANN, BEN, CAL)


def daily(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Two lose to one twice a day, all year."""
    for _ in range(2):
        yield from world.thrown(ANN, BEN, CAL)


def weekly(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Two lose to one every fourth day, all year."""
    if day % 4 == 0:
        yield from world.thrown(ANN, BEN, CAL)


def chain(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Cal feeds Ben, who feeds Ann."""
    yield from world.thrown(BEN, CAL)
    yield from world.thrown(ANN, BEN)


def washing(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Ann wins three of four, for certainty as well as points."""
    for _ in range(2):
        other = world.rng.choice((BEN, CAL))
        yield from world.thrown(*((ANN, other) if world.rng.random() < 0.75 else (other, ANN)))


def mixed(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """All three play honestly too; Ann is fed on the other days."""
    yield from honest(world, day, state) if day % 2 else world.thrown(ANN, BEN, CAL)
    if day % 3 == 0:
        seats = 2 if world.mode == "duel" else 4
        seated = [world.rng.choice((BEN, CAL))]
        while len(seated) < seats:
            seated.append(world.anybody(*seated))
        yield world.result(world.teams(seated))


def late(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """Eleven honest months, then two lose to one twice a day."""
    yield from honest(world, day, state)
    if day >= DAYS - 30:
        yield from daily(world, day, state)


def knowing(world: World, day: int, state: LadderState) -> Iterator[Played]:
    """They know the bound: Ann wins while it lets much through, and else loses, to seem certain."""
    for other in (BEN, CAL):
        pair = state.pairs.get((ANN, other), Pair()).faded(day * DAY)
        is_open = max(pair.to_first, -pair.to_second) < 0.9 * CAP
        for number in range(6):
            wins = is_open or (number % 2 == 1 and world.mode != "duel")
            yield from world.thrown(*((ANN, other) if wins else (other, ANN)))


def accounts(monthly: int) -> Strategy:
    """Return: so many new accounts a month, all of which lose to Ann every second day."""

    def play(world: World, day: int, state: LadderState) -> Iterator[Played]:
        fresh = [2000 + day // 30 * monthly + number for number in range(monthly)]
        if day % 2:
            yield from world.thrown(ANN, *fresh[:2])

    return play


STRATEGIES: dict[str, Strategy] = {
    "honest": honest,
    "audit": audit,
    "daily": daily,
    "weekly": weekly,
    "chain": chain,
    "washing": washing,
    "mixed": mixed,
    "late": late,
    "knowing": knowing,
    "2 new accounts a month": accounts(2),
}


def year(world: World, strategy: Strategy | None, version: int) -> LadderState:
    """Return the ladder after a year, rated by an algorithm version."""
    state, number = LadderState(), 0
    for day in range(DAYS):
        rows = []
        played = [*world.honest_day(), *(strategy(world, day, state) if strategy else ())]
        for at, (teams, ranks) in enumerate(played):
            number += 1
            shares = (Team(team, rank) for team, rank in zip(teams, ranks, strict=True))
            when = day * DAY + at * DAY / len(played)
            rows.append(LogRow(number, f"{number:07}", when, "ffa", tuple(shares), version=version))
        state = replay(rows, start=state).state
    return state


def place(state: LadderState) -> tuple[int, int, int]:
    """Return the best colluder's place among the honest, their cautious rating, the 20th's."""
    lines = ladder_table(state.members, now=DAYS * DAY)
    ranked = [line for line in lines if line.rank is not None]
    honest = sorted((line.cautious for line in ranked if line.player <= HONEST), reverse=True)
    best = max((line.cautious for line in ranked if line.player in (ANN, BEN, CAL)), default=0)
    return sum(one > best for one in honest) + 1, best, honest[19]


@dataclass(frozen=True)
class Losses:
    """What the bound changed for the couples of one world, in points."""

    cautious: float
    stronger: float
    error: float
    everybody: float


def losses(seed: int, mode: str) -> Losses:
    """Return what couples lose in cautious rating, the stronger half in rating, all in accuracy."""
    free, bound = (year(World(seed, mode), None, version) for version in (1, 2))
    world = World(seed, mode)

    def of(state: LadderState, one: int) -> tuple[int, int]:
        member = state.members[one]
        now = sigma_now(member.sigma, member.last_match, DAYS * DAY)
        return cautious(member.mu, now), shown(member.mu)

    def error(state: LadderState) -> float:
        gaps = [state.members[one].mu - world.skill[one] for one in world.partner]
        return SCALE * sqrt(mean(gap * gap for gap in gaps))

    lost = [of(free, one)[0] - of(bound, one)[0] for one in world.partner]
    stronger = [
        of(free, one)[1] - of(bound, one)[1]
        for one, other in world.partner.items()
        if world.skill[one] > world.skill[other]
    ]
    people = [member for member in free.members if member in bound.members]
    moved = mean(bound.members[one].mu - free.members[one].mu for one in people)
    return Losses(mean(lost), mean(stronger), error(bound) - error(free), SCALE * moved)


def interval(values: Sequence[float]) -> str:
    """Return a mean with its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean(values):+.1f} ± {half:.1f}"


def main() -> None:
    """Print places of colluders with and without the bound, and what couples lose."""
    seeds = range(HELD_OUT, HELD_OUT + (int(sys.argv[1]) if len(sys.argv) > 1 else 5))
    spread = SCALE * SPREAD
    for mode in sys.argv[2:] or ("duel", "four", "pairs"):
        found = [losses(seed, mode) for seed in seeds]
        for name in ("cautious", "stronger", "error", "everybody"):
            values = [getattr(one, name) for one in found]
            print(f"{mode}: {name} {interval(values)} ({100 * mean(values) / spread:.1f} %)")
        sys.stdout.flush()
        for name, strategy in STRATEGIES.items():
            without = [place(year(World(seed, mode), strategy, 1)) for seed in seeds[:1]]
            bound = [place(year(World(seed, mode), strategy, 2)) for seed in seeds]
            print(
                f"{mode}: {name}: without {[one[0] for one in without]}, "
                f"with {min(one[0] for one in bound)} to {max(one[0] for one in bound)}, "
                f"cautious {median(one[1] for one in bound)} of {median(one[2] for one in bound)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
