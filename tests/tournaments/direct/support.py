"""A tournament under test: acts, keeps the actions, and checks what must always hold."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.tournaments.direct.actions import Action
from games.tournaments.direct.board import board
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.fold import BLANK, act, fold
from games.tournaments.direct.round import Table
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.text import TournamentRefusal

NAMES = {number: f"Player {number}" for number in range(1, 13)}


class Event:
    """Acts as a director would; every action goes through JSON as in the store."""

    def __init__(self, config: Config) -> None:
        self.state = BLANK
        self.actions: list[Action] = []
        self.do("create", config=config_to_json(config))

    def do(self, kind, reason="because", **payload):
        """Act and return the stored facts."""
        action, self.state = act(self.state, kind, payload, reason)
        stored = json.loads(json.dumps(action.payload))
        self.actions.append(Action(action.kind, stored, action.reason))
        return stored

    def with_players(self, count, **more):
        """Register players 101, 102, ... as entries 1, 2, ..., the first the strongest."""
        self.do("open_registration")
        for number in range(1, count + 1):
            size = self.state.config.team_size
            players = [100 * member + number for member in range(1, size + 1)]
            self.do("register", players=players, strength=2000 - number, **more)
        return self

    def started(self, count):
        """Register players and start."""
        self.with_players(count)
        self.do("close_registration")
        self.do("start")
        return self

    def publish(self):
        """Propose and publish the next round; return it."""
        self.do("propose_round")
        self.do("publish_round")
        return self.state.current

    def result(self, table, *order, scores=None, number=None, kind="set_result"):
        """Set a result: entries from first to last; a tuple of entries is a tie."""
        rows, rank = [], 1
        for group in order:
            group = group if isinstance(group, tuple) else (group,)
            for entry in group:
                score = None if scores is None else scores[entry]
                rows.append({"entry": entry, "rank": rank, "score": score})
            rank += len(group)
        return self.do(kind, round=number or self.state.current.number, table=table, results=rows)

    def play(self, choose=None):
        """Give every open table a result: in the order of entries, or as `choose` says."""
        for table in self.state.current.tables:
            if not table.decided:
                order = sorted(table.present) if choose is None else choose(table)
                self.result(table.number, *order)

    def play_round(self, choose=None):
        """Publish, play and close a round; return it as it ended."""
        self.publish()
        self.play(choose)
        self.do("close_round")
        return self.state.current

    def seats(self, number=None):
        """Return the seats of a round's tables."""
        held = self.state.current if number is None else self.state.round(number)
        return [table.seats for table in held.tables]

    def places(self):
        """Return (place, entry) in the order of the standings."""
        return [(row.place, row.entry) for row in board(self.state)]

    def points(self):
        """Return the shown points by entry."""
        return {row.entry: row.shown_points for row in board(self.state)}

    def kinds(self, entry):
        """Return the kinds of an entry's rounds."""
        return [line.kind for line in sheet(self.state)[entry]]

    def check(self):
        """Check what holds for every tournament at any time."""
        assert fold(self.actions) == self.state
        for held in self.state.rounds:
            places = Counter(list(held.unplayed))
            for table in held.tables:
                places.update(one for one in table.seats if one not in table.moved)
            assert max(places.values(), default=0) <= 1, held
        numbers = [row.place for row in board(self.state) if row.place is not None]
        assert numbers == sorted(numbers)
        for lines in sheet(self.state).values():
            assert [line.round for line in lines] == sorted({line.round for line in lines})


def config(**more):
    """Return settings of a Swiss of duels, or what is asked for."""
    return Config(**{"format": "swiss", "seed": "abc", "first_round": "seed", **more})


def event(count, **more):
    """Return a started tournament of so many entries."""
    return Event(config(**more)).started(count)


def table_with(held, entry):
    """Return the table of the newest round at which an entry sits."""
    return held.state.current.table_of(entry)


def problem_codes(held, number, tables, byes=()):
    """Return what is wrong with a round seated like this: codes, each with whether it forbids."""
    made = [Table(at, tuple(seats)) for at, seats in enumerate(tables, 1)]
    return {
        (problem.code, problem.error) for problem in check_round(held.state, number, made, byes)
    }


def refused(held, kind, reason="because", **payload):
    """Return the code with which an action is refused."""
    with pytest.raises(TournamentRefusal) as refusal:
        held.do(kind, reason, **payload)
    return refusal.value.code
