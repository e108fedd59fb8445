"""What each sentence about a pairing claims, checked from the journal by other means.

Pairings are compared with all others there could be; points, places, meetings and seats are counted
from the rounds played.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import combinations, permutations

from games.engine.text import Phrase
from games.tournaments.direct.board import board
from games.tournaments.direct.elimination import stage_of
from games.tournaments.direct.fold import fold
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.teams import contest
from games.tournaments.direct.why import (
    byes,
    duels,
    groups,
    larger,
    pairing,
    seats,
    seeds,
    teams,
)
from games.tournaments.direct.why.made import made_of
from games.tournaments.pair.contenders import Meetings
from tests.tournaments.pair.test_swiss import all_pairings, quality

HAND = ("set_tables", "swap", "give_bye")
RULES = ("byes", "repeats", "score", "difference", "unplayed", "fold")


class Case:
    """A round of an event as the journal tells it."""

    def __init__(self, actions, number):
        of_round = [
            at
            for at, one in enumerate(actions)
            if one.kind in ("propose_round", *HAND) and one.payload["round"] == number
        ]
        proposed = max(at for at in of_round if actions[at].kind == "propose_round")
        self.number, self.before = number, contest(fold(actions[:proposed]), number)
        published = actions[max(of_round)].payload
        self.after = fold(actions)
        is_knockout = "knockout" in self.after.config.format
        begins = 1 if is_knockout else self.after.planned + 1 if self.after.config.cut else 99
        stage = stage_of(self.after) if number >= begins else None
        seen = fold(actions[:proposed])
        self.made = made_of(seen, number, stage, actions[proposed].payload, published)
        rows = board(self.before, before=number)
        self.points = {row.entry: row.shown_points for row in rows}
        in_order = (
            [one.number for one in self.before.listed()]
            if number == 1
            else [row.entry for row in rows]
        )
        self.ranked = in_order
        self.order = [one for one in in_order if self.before.entries[one].active(number)]
        self.lines = sheet(self.before, before=number)
        self.round = self.after.round(number)

    def group(self, entry):
        """Return the letter of an entry's group, dealt in a snake."""
        letters = "ABCDEFGH"[: self.before.config.groups]
        return (letters + letters[::-1])[(self.before.entries[entry].seed - 1) % (2 * len(letters))]

    def within(self, entry):
        """Return the case as an entry's group alone has it; the same where there are none."""
        if not self.before.config.groups or self.made.stage or entry not in self.before.entries:
            return self
        own = copy(self)
        there = [one for one in self.before.entries if self.group(one) == self.group(entry)]
        own.ranked = [one for one in self.ranked if one in there]
        own.order = [one for one in self.order if one in there]
        own.made = replace(
            self.made,
            proposed=tuple(one for one in self.made.proposed if set(one.seats) <= set(there)),
            byes=tuple(one for one in self.made.byes if one in there),
        )
        return own

    def met(self, one, other):
        return sum(line.played and other in line.others for line in self.lines[one])

    def firsts(self, entry):
        """Return the rounds in which an entry had the first seat of a table of two."""
        return [one.round for one in self.lines[entry] if one.size == 2 and one.seat == 0]

    def level(self, entry):
        """Return everybody with as many points, in the order of the standings."""
        return [one for one in self.order if self.points[one] == self.points[entry]]

    @cached_property
    def pairings(self):
        """Every pairing that there could have been, kept apart or not, and its quality."""
        met = Meetings({pair: self.met(*pair) for pair in combinations(sorted(self.order), 2)})
        return [
            (pairs, bye, quality(self.made.field, met, pairs, bye))
            for pairs, bye in all_pairings(self.order, ())
        ]

    @property
    def actual(self):
        pairs = {frozenset(one.seats) for one in self.made.proposed}
        return next(
            found for made, _, found in self.pairings if {frozenset(pair) for pair in made} == pairs
        )


def check_claims(case, table, told):
    """Check all sentences about a table, as it is now; of teams, about the match it belongs to."""
    meeting = teams.meeting_at(case.round, table.number)
    planned = case.made.published.get(meeting.number if meeting else table.number)
    for one in told:
        assert isinstance(one, Phrase)
        at = table if one.key == teams.IN_ORDER else planned or table
        CLAIMS[one.key](
            case.within(at.seats[0]), at, {key: int_of(v) for key, v in one.args.items()}
        )


def int_of(value):
    return int(value) if isinstance(value, int) else value


def same(case, table, told):
    one, other = told["one"], told["other"]
    assert {one, other} == set(table.seats)
    assert case.points[one] == case.points[other] == told["points"]


def alone(case, table, told):
    same(case, table, told)
    assert set(case.level(told["one"])) == set(table.seats)


def apart(case, table, told):
    assert case.points[told["one"]] == told["points"]
    assert case.points[told["other"]] == told["fewer"] != told["points"]
    assert float(told["points"]) > float(told["fewer"])


def halves(case, table, told):
    higher = min(table.seats, key=case.order.index)
    group = case.level(higher)
    lower = next(one for one in table.seats if one != higher)
    places = (group.index(higher) + 1, group.index(lower) + 1)
    assert (len(group), *places) == (told["count"], told["first"], told["second"])
    return places[1] - places[0] == max(1, -(-len(group) // 2))


def are_halves(case, table, told):
    assert halves(case, table, told)


def are_not_halves(case, table, told):
    assert not halves(case, table, told)


def had_met(case, table, told):
    assert case.met(told["one"], told["other"])
    assert told["one"] in table.seats
    group = case.level(told["one"])
    distance = abs(group.index(told["one"]) - group.index(told["other"]))
    assert distance == max(1, -(-len(group) // 2))


def nobody(case, table, told):
    higher = min(table.seats, key=case.order.index)
    assert case.level(higher) == [higher]
    assert case.points[higher] == told["points"]


def met_all(case, table, told):
    group = case.level(told["one"])
    assert len(group) > 1
    assert all(case.met(told["one"], one) for one in group if one != told["one"])


def odd(case, table, told):
    group = case.level(min(table.seats, key=case.order.index))
    assert len(group) == told["count"]
    assert len(group) % 2
    assert not set(group) & set(case.made.byes)


def if_level(rule):
    def check(case, table, told):
        """In all pairings in which it meets somebody level, that rule is the first one worse."""
        one, actual = told["one"], case.actual
        level = set(case.level(one))
        ways = [
            found
            for pairs, bye, found in case.pairings
            if bye != one and any(one in pair and set(pair) <= level for pair in pairs)
        ]
        best = min(ways)
        first = next((at for at in range(6) if best[at] != actual[at]), None)
        assert best >= actual
        assert first == rule, (best, actual)

    return check


def again(case, table, told):
    one, other = table.seats
    found = [line.round for line in case.lines[one] if line.played and other in line.others]
    assert told["rounds"] == ", ".join(map(str, found)) != ""


def unavoidable(case, table, told):
    assert min(found[1] for _, _, found in case.pairings) == case.actual[1]


def drawn(case, table, told):
    assert case.number == 1
    assert case.after.config.first_round == "random"


def fewer_firsts(case, table, told):
    one, other = told["one"], told["other"]
    assert table.seats == (one, other)
    assert (len(case.firsts(one)), len(case.firsts(other))) == (told["first"], told["second"])
    assert told["first"] < told["second"]


def longer_ago(case, table, told):
    one, other = table.seats
    assert len(case.firsts(one)) == len(case.firsts(other)) > 0
    assert max(case.firsts(one)) < max(case.firsts(other))


def by_table(case, table, told):
    one, other = table.seats
    assert len(case.firsts(one)) == len(case.firsts(other))
    assert max(case.firsts(one), default=0) == max(case.firsts(other), default=0)
    ranks = case.made.stage.ranks if case.made.stage else {e: n for n, e in enumerate(case.order)}
    assert (ranks[one] < ranks[other]) == bool(table.number % 2)


def neither(case, table, told):
    by_table(case, table, told)
    assert not case.firsts(table.seats[0])


def evenly(case, table, told):
    """Count every seat anew."""

    def cost(order):
        found = 0
        for seat, entry in enumerate(order):
            there = [line for line in case.lines[entry] if line.played and line.size == len(order)]
            found += 1000 * (2 * sum(line.seat == seat for line in there) + 1)
            found += case.made.seats.left.get((entry, order[(seat + 1) % len(order)]), 0)
        return found

    for one, other in combinations(range(len(table.seats)), 2):
        order = list(table.seats)
        order[one], order[other] = order[other], order[one]
        assert cost(order) >= cost(table.seats)


def scheduled(case, table, told):
    listed = sorted(case.before.listed(), key=lambda one: one.seed)
    if case.before.config.groups:
        listed = [one for one in listed if case.group(one.number) == case.group(table.seats[0])]
    number = {one.number: at for at, one in enumerate(listed, 1)}
    assert [number[one] for one in table.seats] == [told["first"], told["second"]]
    assert told["round"] == case.number


def of_bracket(case, table, told):
    ranks = case.made.stage.ranks
    assert sorted(ranks[one] for one in table.seats) == [told["first"], told["second"]]


def seeds_met(case, table, told):
    of_bracket(case, table, told)
    assert case.number == case.made.stage.begins


def third(case, table, told):
    before = case.before.rounds[case.number - 2]
    lost = [one for other in before.tables for one in other.seats]
    assert set(table.seats) <= set(lost)
    assert not set(table.seats) & {
        one for other in case.made.proposed if other.seats != table.seats for one in other.seats
    }


def final_table(case, table, told):
    assert [one.seats for one in case.made.proposed] == [table.seats]


def seeds_there(case, table, told):
    ranks = case.made.stage.ranks
    assert told["seeds"] == ", ".join(str(ranks[one]) for one in table.seats)


def dealt(case, table, told):
    ranks = case.made.stage.ranks
    assert list(table.seats) == sorted(table.seats, key=ranks.__getitem__)


def stood(case, table, told):
    at_table = sorted(table.seats, key=case.order.index)
    assert told["count"] == len(case.order)
    assert told["places"] == ", ".join(str(1 + case.order.index(one)) for one in at_table)
    assert told["points"] == ", ".join(case.points[one] for one in at_table)


def no_repeats(case, table, told):
    assert not any(case.met(*pair) for pair in combinations(table.seats, 2))


def meet_again(case, table, told):
    assert {told["one"], told["other"]} <= set(table.seats)
    assert case.met(told["one"], told["other"])


def met_most(case, table, told):
    team = case.after.team_of(told["one"])
    mates = () if team is None else team.members
    left = [
        one for one in case.order
        if one != told["one"] and one not in mates and not case.met(told["one"], one)
    ]  # fmt: skip
    assert (len(left), len(table.seats)) == (told["count"], told["size"])
    assert told["one"] in table.seats
    assert len(left) < len(table.seats) - 1


def repeats_of(case, tables):
    return sum(case.met(*pair) for seats in tables for pair in combinations(seats, 2))


def no_swap(case, table, told):
    tables = [one.seats for one in case.made.proposed]
    now = repeats_of(case, tables)
    own = next(one for one in tables if set(one) == set(table.seats))
    for one in own:
        for other in (other for there in tables if there != own for other in there):
            change = {one: other, other: one}
            assert repeats_of(case, [[change.get(x, x) for x in there] for there in tables]) >= now


def partners(case, table, told):
    def weight(order):
        a, b, c, d = order
        found = 0
        for held in case.before.rounds[: case.number - 1]:
            for other in held.tables:
                if not other.sides or other.result is None:
                    continue
                side_of = {one: at for at, side in enumerate(other.sides) for one in side}
                for pair, partnered in [
                    ((a, b), True), ((c, d), True), ((a, c), False), ((a, d), False),
                    ((b, c), False), ((b, d), False),
                ]:  # fmt: skip
                    if pair[0] in side_of and pair[1] in side_of:
                        together = side_of[pair[0]] == side_of[pair[1]]
                        found += 3 * (partnered and together) + (not partnered and not together)
        return found

    (a, b), (c, d) = table.sides
    assert weight((a, b, c, d)) == min(weight(order) for order in permutations(table.seats))


def in_schedule(case, table, told):
    assert case.before.schedule
    assert case.number <= len(case.before.schedule)


def in_order(case, table, told):
    playing = [one for one in case.order if one not in case.made.byes]
    places = sorted(playing.index(one) for one in table.seats)
    assert places == list(range(places[0], places[0] + len(places)))
    assert case.number == case.before.planned


def snake(case, table, told):
    assert case.number == 1
    first = case.order[: len(case.made.proposed)]
    assert len(set(first) & set(table.seats)) == 1


def by_hand(case, table, told):
    assert set(table.seats) not in [set(one.seats) for one in case.made.proposed]


def added(case, table, told):
    assert table.number not in case.made.published


def came(case, table, told):
    assert told["one"] not in case.made.published[table.number].seats


def in_group(case, table, told):
    assert {case.group(one) for one in table.seats} == {told["letter"]}


def of_groups(case, table, told):
    inside = [one for one in case.ranked if one in case.made.stage.ranks]
    own = {one: [x for x in inside if case.group(x) == case.group(one)] for one in inside}
    rank = {one: 1 + own[one].index(one) for one in inside}
    there = sorted(table.seats, key=case.made.stage.ranks.__getitem__)
    assert told["places"] == ", ".join(f"{case.group(one)}{rank[one]}" for one in there)
    in_order = [rank[one] for one in case.made.stage.seeds]
    assert in_order == sorted(in_order)


def of_standings(case, table, told):
    assert told["round"] == case.number - 1
    seeds_ = case.made.stage.seeds
    assert list(seeds_) == [one for one in case.ranked if one in seeds_]


def drawn_seeds(case, table, told):
    assert case.after.config.first_round == "random"
    assert case.made.stage.begins == 1


def by_rating(case, table, told):
    strengths = [case.before.entries[told[key]].strength for key in ("one", "other")]
    assert strengths == [told["first"], told["second"]]
    all_by_rating(case, table, told)


def all_by_rating(case, table, told):
    there = sorted(table.seats, key=case.made.stage.ranks.__getitem__)
    strengths = [case.before.entries[one].strength for one in there]
    assert strengths == sorted(strengths, reverse=True)


def apart_from_mates(case, table, told):
    of_teams = [case.after.team_of(one).number for one in table.seats]
    assert len(set(of_teams)) == len(of_teams)


def first_seats(case, table, told):
    match = case.round.matches[table.number - 1]
    assert match.teams == (told["one"], told["other"])
    for at, board_of in enumerate(match.boards):
        if board_of.table:
            first = case.round.at(board_of.table).seats[0]
            assert first == board_of.players[at % 2]


def boards_in_order(case, table, told):
    """Both sit on their board because so many of their team's players sit before them."""
    match = next(one for one in case.round.matches if table.number in [b.table for b in one.boards])
    for side, team in enumerate(match.teams):
        players = [one.players[side] for one in match.boards if one.players[side]]
        members = case.after.entries[team].members
        places = [members.index(one) for one in players]
        assert places == sorted(places)
        assert players[told["board"] - 1] in table.seats


CLAIMS = {
    duels.DRAWN: drawn,
    duels.LEVEL: same,
    duels.ALONE: alone,
    duels.APART: apart,
    duels.HALVES: are_halves,
    duels.BY_SEED: are_halves,
    duels.OUT_OF_LINE: are_not_halves,
    duels.HAD_MET: had_met,
    duels.NOBODY: nobody,
    duels.MET_ALL: met_all,
    duels.ODD: odd,
    **{text: if_level(rule) for rule, text in enumerate(duels.IF_LEVEL)},
    duels.AS_GOOD: if_level(None),
    duels.AGAIN: again,
    duels.UNAVOIDABLE: unavoidable,
    seats.FEWER: fewer_firsts,
    seats.LONGER_AGO: longer_ago,
    seats.BY_TABLE: by_table,
    seats.NEITHER: neither,
    seats.EVENLY: evenly,
    larger.DRAWN: drawn,
    larger.SCHEDULE: in_schedule,
    larger.IN_ORDER: in_order,
    larger.SNAKE: snake,
    larger.STOOD: stood,
    larger.NO_REPEATS: no_repeats,
    larger.AGAIN: meet_again,
    larger.MET_MOST: met_most,
    larger.NO_SWAP: no_swap,
    larger.PARTNERS: partners,
    pairing.BY_HAND: by_hand,
    pairing.ADDED: added,
    pairing.CAME: came,
    pairing.SCHEDULED: scheduled,
    pairing.SEEDS: seeds_met,
    pairing.CAME_THROUGH: of_bracket,
    pairing.THIRD: third,
    pairing.FINAL_TABLE: final_table,
    pairing.AT_TABLE: seeds_there,
    pairing.DEALT: dealt,
    groups.IN_GROUP: in_group,
    seeds.OF_GROUPS: of_groups,
    seeds.OF_STANDINGS: of_standings,
    seeds.DRAWN: drawn_seeds,
    seeds.BY_RATING: by_rating,
    seeds.ALL_BY_RATING: all_by_rating,
    larger.MATES: apart_from_mates,
    teams.FIRST_SEATS: first_seats,
    teams.IN_ORDER: boards_in_order,
}


def byes_and_points(case, entry):
    had = sum(line.kind in ("pab", "fwin") for line in case.lines[entry])
    return had, float(case.points[entry])


def check_bye(case, entry, told):
    """Check all sentences about an entry without a table."""
    for one in told:
        BYES[one.key](case.within(entry), entry, {key: int_of(v) for key, v in one.args.items()})


def lowest(case, entry, told):
    own = byes_and_points(case, entry)
    seated = [one for one in case.order if one not in case.made.byes]
    assert all(byes_and_points(case, one) >= own for one in seated)
    return own, [one for one in seated if byes_and_points(case, one) == own]


def first_bye(case, entry, told):
    (had, points), _ = lowest(case, entry, told)
    assert (told["one"], float(told["points"])) == (entry, points)
    assert not had


def another_bye(case, entry, told):
    (had, points), _ = lowest(case, entry, told)
    assert (told["one"], float(told["points"])) == (entry, points)
    assert had


def unplayed(case, entry):
    return sum(not line.played for line in case.lines[entry])


def lowest_of_equals(case, entry, told):
    _, level = lowest(case, entry, told)
    assert level
    assert all(unplayed(case, one) == unplayed(case, entry) for one in level)
    assert all(case.order.index(one) < case.order.index(entry) for one in level)


def missed_fewest(case, entry, told):
    _, level = lowest(case, entry, told)
    assert min(unplayed(case, one) for one in level) >= unplayed(case, entry)
    assert max(unplayed(case, one) for one in level) > unplayed(case, entry)


def lowest_seed(case, entry, told):
    assert case.number == 1
    seated = [one for one in case.order if one not in case.made.byes]
    assert max(map(case.order.index, seated)) < case.order.index(entry)


def free(case, entry, told):
    ranks = case.made.stage.ranks
    assert told["count"] == len(ranks)
    assert told["size"] & (told["size"] - 1) == 0
    assert told["size"] / 2 < told["count"] < told["size"]
    assert ranks[entry] <= told["size"] - told["count"]


def top_seeds(case, entry, told):
    ranks = case.made.stage.ranks
    seated = [ranks[one] for table in case.made.proposed for one in table.seats]
    assert ranks[entry] < min(seated)


def group_rests(case, entry):
    """Return how many a group has, and how many rounds a round robin of so many takes."""
    own = [one for one in case.before.listed() if case.group(one.number) == case.group(entry)]
    return len(own), len(own) - 1 + len(own) % 2


def group_is_done(case, entry, told):
    assert told["letter"] == case.group(entry)
    assert case.number > case.before.config.cycles * group_rests(case, entry)[1]


def too_small(case, entry, told):
    assert (told["letter"], told["count"]) == (case.group(entry), len(case.order))
    assert told["count"] < min(case.before.config.size_rule.allowed)


def an_odd_number(case, entry, told):
    is_grouped = bool(case.before.config.groups)
    count = group_rests(case, entry)[0] if is_grouped else len(case.before.listed())
    assert count % 2


def alone_on_board(case, player, told):
    assert told["one"] == player
    team = case.after.entries[told["team"]]
    own = case.after.team_of(player)
    match = next(one for one in case.round.matches if own.number in one.teams)
    assert set(match.teams) == {team.number, own.number}
    side = match.teams.index(own.number)
    assert match.boards[told["board"] - 1].players[side] == player
    assert match.boards[told["board"] - 1].players[1 - side] == 0


BYES = {
    byes.DONE: group_is_done,
    byes.TOO_SMALL: too_small,
    groups.IN_GROUP: lambda case, entry, told: check(told["letter"] == case.group(entry)),
    teams.ALONE: alone_on_board,
    byes.BY_HAND: lambda case, entry, told: check(entry not in case.made.byes),
    byes.EXCUSED: lambda case, entry, told: check(case.number in case.before.entries[entry].absent),
    byes.GONE: lambda case, entry, told: check(case.before.entries[entry].status != "registered"),
    byes.LATE: lambda case, entry, told: check(entry not in case.before.entries),
    byes.NOT_PAIRED: lambda case, entry, told: check(entry not in case.made.byes),
    byes.RESTS: an_odd_number,
    byes.FREE: free,
    byes.NO_OPPONENT: lambda case, entry, told: check(
        not any(entry in table.seats for table in case.made.proposed)
    ),
    byes.TOP_SEEDS: top_seeds,
    byes.FIRST_BYE: first_bye,
    byes.ANOTHER_BYE: another_bye,
    byes.LOWEST: lowest_of_equals,
    byes.LOWEST_SEED: lowest_seed,
    byes.FEWEST_MISSED: missed_fewest,
}


def check(holds):
    assert holds
