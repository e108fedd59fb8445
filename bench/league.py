"""Whether a league's divisions sort its players by strength, and whether anybody gets stuck.

Forty players of known strength play ten seasons in divisions of eight; two of them leave after each
season, and two newcomers enter the last division. The first season is drawn by lot. Matches are
decided by chance: how often the stronger player wins follows from the difference in rating points.
Everything else is the site's own: `moves.py` of leagues, and the events' fold and standings.

Run: python bench/league.py [runs] [spread in rating points] [how many move]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import correlation, mean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.leagues.moves import next_divisions
from games.tournaments.direct.board import board
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.fold import BLANK, act
from games.tournaments.direct.state import State

PLAYERS, SIZE, SEASONS, CHANGING, FAR = 40, 8, 10, 2, 2
Divisions = list[list[int]]


class Run:
    """One league: the strength of everybody ever in it, and how long they are in wrong places."""

    def __init__(self, seed: int, spread: float, movers: int) -> None:
        self.dice, self.spread, self.movers = Random(seed), spread, movers
        self.strength: dict[int, float] = {}
        self.far: dict[int, int] = {}
        self.was: dict[int, int] = {}
        self.stays: list[int] = []
        people = [self.newcomer() for _ in range(PLAYERS)]
        self.divisions = self.moved([], people, people)

    def newcomer(self) -> int:
        """Add somebody; return their number."""
        number = len(self.strength)
        self.strength[number] = self.dice.gauss(0, self.spread)
        return number

    def moved(self, finished: Divisions, staying: Sequence[int], new: Sequence[int]) -> Divisions:
        """Return the next season's divisions."""
        placed = next_divisions(
            finished=finished,
            staying=staying,
            returning={},
            joining=[(one, None) for one in new],
            size=SIZE,
            most=12,
            movers=self.movers,
        )
        return [[one.player for one in division] for division in placed]

    def season(self) -> tuple[float, float, float]:
        """Play a season; return its rank correlation, and who is right or at most one off."""
        finished = [self.played(division) for division in self.divisions]
        told = self.judged()
        leaving = set(self.dice.sample([one for order in finished for one in order], CHANGING))
        staying = [one for order in finished for one in order if one not in leaving]
        new = [self.newcomer() for _ in range(CHANGING)]
        self.divisions = self.moved(finished, staying, new)
        return told

    def judged(self) -> tuple[float, float, float]:
        """Compare the divisions with those that strength alone would make."""
        at = {one: n for n, division in enumerate(self.divisions) for one in division}
        order = sorted(at, key=lambda one: -self.strength[one])
        sizes = [len(one) for one in self.divisions]
        right = dict(
            zip(order, [n for n, size in enumerate(sizes) for _ in range(size)], strict=True)
        )
        off = {one: abs(at[one] - right[one]) for one in at}
        for one, seasons in list(self.far.items()):
            if at.get(one) != self.was[one] or off[one] < FAR:
                self.stays.append(seasons)
                del self.far[one]
        for one, by in off.items():
            if by >= FAR:
                self.far[one] = self.far.get(one, 0) + 1
        self.was = at
        rho = correlation(ranks([at[one] for one in order]), list(range(len(order))))
        return rho, mean(not by for by in off.values()), mean(by < 2 for by in off.values())

    def played(self, division: Sequence[int]) -> list[int]:
        """Play a round robin by the events' own fold; return the final order."""
        config = Config("round_robin", f"{self.dice.random()}")
        state = done(BLANK, "create", config=config_to_json(config))
        state = done(state, "open_registration")
        for one in division:
            state = done(state, "register", players=[one + 1], strength=None)
        state = done(state, "start")
        for _ in range(state.planned):
            state = done(done(state, "propose_round"), "publish_round")
            for table in state.rounds[-1].tables:
                people = {one: state.entries[one].players[0] - 1 for one in table.present}
                state = done(state, "set_result", table=table.number, results=self.result(people))
            state = done(state, "close_round")
        return [state.entries[row.entry].players[0] - 1 for row in board(state)]

    def result(self, people: Mapping[int, int]) -> list[dict[str, int]]:
        """Return the result of two, by their strength and chance."""
        first, second = people
        gap = self.strength[people[first]] - self.strength[people[second]]
        wins = self.dice.random() < 1 / (1 + 10 ** (-gap / 400))
        return [{"entry": first, "rank": 2 - wins}, {"entry": second, "rank": 1 + wins}]


def done(state: State, kind: str, **payload: object) -> State:
    """Return the state after an action."""
    return act(state, kind, payload)[1]


def ranks(values: Sequence[int]) -> list[float]:
    """Return average ranks, so that a division counts as one tie."""
    order = sorted(values)
    return [order.index(one) + (order.count(one) - 1) / 2 for one in values]


def main() -> None:
    """Print the figures by season, as the mean of several leagues."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    spread = float(sys.argv[2]) if len(sys.argv) > 2 else 200.0
    movers = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    leagues = [Run(seed, spread, movers) for seed in range(runs)]
    print(f"{runs} leagues, {movers} up and down, strength spread by {spread:g} points")
    print("season  rank correlation  right division  at most one off")
    for season in range(1, SEASONS + 1):
        rows = [one.season() for one in leagues]
        rho, right, near = (mean(column) for column in zip(*rows, strict=True))
        print(f"{season:6}  {rho:16.2f}  {right:14.0%}  {near:15.0%}")
    stays = sorted(stay for one in leagues for stay in (*one.stays, *one.far.values()))
    print(f"{len(stays)} stays in a division two or more off; seasons until it is left:")
    for share in (0.5, 0.75, 0.9, 0.99, 1):
        print(f"  {share:4.0%}: {stays[round(share * len(stays)) - 1]} at most")


if __name__ == "__main__":
    main()
