"""Every reason that is told for a pairing or a place holds, in events full of mishaps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from games.tournaments.direct.board import board
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.fold import fold
from games.tournaments.direct.groups import grouped
from games.tournaments.direct.round import byes_of
from games.tournaments.direct.teams import as_players, contest
from games.tournaments.direct.why import byes, duels, goes_on, places, seeds
from games.tournaments.direct.why.byes import why_unplayed
from games.tournaments.direct.why.goes_on import why_across, why_goes_on
from games.tournaments.direct.why.pairing import KEPT_APART, why_table
from games.tournaments.direct.why.places import why_above
from games.tournaments.direct.why.teams import why_alone, why_board
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.claims import BYES, CLAIMS, Case, check_bye, check_claims
from tests.tournaments.direct.support import Event, config
from tests.tournaments.direct.test_random_events import CONFIGS, Evening
from tests.tournaments.direct.test_teams import teams

MORE = {
    "long_swiss": config(rounds=8),
    "round_robin_odd": config(format="round_robin"),
    "fixed": config(format="pods", rounds=3, fixed_schedule=True),
    "pods_random": config(format="pods", rounds=2, first_round="random"),
    "heats_of_four": config(format="table_knockout", sizes=SizeRule(4, 4, 4)),
    "strictly": config(format="pods", rounds=3, last_round_by_standings=True),
    "level_cut": config(rounds=2, cut=4, criteria=("wins",)),
    "drawn": config(format="knockout", first_round="random"),
    "groups": config(format="round_robin", groups=2, cut=4),
    "small_groups": config(format="round_robin", groups=3, cut=3),
    "groups_of_pods": config(format="pods", groups=2, cut=4, rounds=3, sizes=SizeRule(2, 4, 3)),
}
TEAMS = {
    "team_swiss": {"rounds": 4},
    "team_round_robin": {"format": "round_robin"},
    "team_pods": {"format": "pods", "rounds": 4, "sizes": SizeRule(2, 4, 3)},
    "short_team_pods": {"format": "pods", "rounds": 1, "sizes": SizeRule(2, 4, 3)},
    "team_knockout": {"format": "knockout", "third_place": True},
}
"""Settings of team events; they have half as many teams as others have entries."""


class TeamEvening(Evening):
    """An evening of teams of two boards and a reserve."""

    def __init__(self, settings_, count, stream):
        self.held = teams(max(3, count // 2), 2, 1, **settings_)
        self.stream, self.joined = stream, 0


def evening(name, count, seed, *, apart=False):
    """Play an event; with `apart`, pairs are kept apart and a director exchanges some."""
    stream = Stream("why", name, seed)
    kind = TeamEvening if name in TEAMS else Evening
    count = max(count, 6) if name == "small_groups" else count
    held = kind((CONFIGS | MORE | TEAMS)[name], count, stream)
    there = [one.number for one in held.held.state.listed()]

    def meddle(event, number):
        tables = event.state.current.tables
        if not apart or not tables:
            return
        if len(tables) > 1 and not stream.below(3):
            held.try_to("swap", entry=tables[0].seats[0], other=tables[1].seats[0])
        elif not stream.below(3):
            held.try_to("give_bye", entry=tables[0].seats[0])
        made = event.state.current
        if any(one.error for one in check_round(event.state, number, made.tables, byes_of(made))):
            held.try_to("propose_round")

    if apart:
        for one, other in zip(there[: count - 3 : 3], there[2::3], strict=False):
            held.try_to("keep_apart", entry=one, other=other)
    held.play(meddle)
    return held.held


def told_of(held):
    """Check all reasons of an event's pairings; return how often each was given."""
    found = Counter()
    for number in range(1, len(held.state.rounds) + 1):
        round_, case = held.state.round(number), Case(held.actions, number)
        if round_.phase == "proposed":
            continue
        for table in round_.tables:
            in_match = bool(round_.matches)
            told = why_board(case.made, round_, table) if in_match else why_table(case.made, table)
            check_claims(case, table, told)
            found.update(one.key for one in told)
        for entry, had in round_.unplayed.items():
            told = why_alone(round_, entry) or why_unplayed(
                case.made, entry, rests=had.kind == "pab"
            )
            check_bye(case, entry, told)
            found.update(one.key for one in told)
    return found


NAMES = [*CONFIGS, *MORE, *TEAMS]
EVENINGS = [
    (name, count, apart)
    for name in NAMES
    for count in ((6,) if name == "fixed" else range(4, 10))
    for apart in (False, True)
]
RARE = {byes.NOT_PAIRED, *duels.IF_LEVEL[0::2]}
"""The latter are about who has the bye."""


def test_every_reason_that_is_told_holds_and_each_is_told():
    told = Counter()
    for name, count, apart in EVENINGS:
        told += told_of(evening(name, count, count, apart=apart))
    assert {*CLAIMS, *BYES} - set(told) <= RARE


def test_a_reason_does_not_depend_on_who_is_kept_apart():
    held = evening("long_swiss", 8, 1, apart=True)
    for number in range(1, len(held.state.rounds)):
        case = Case(held.actions, number)
        assert case.made.apart
        assert not case.made.before.forbidden
        for table in case.made.published.values():
            told = why_table(case.made, table)
            assert told == why_table(replace(case.made, apart=frozenset()), table)
            assert not any(KEPT_APART in one.key for one in told)


def holds(state, upper, lower, told):
    """Say whether a sentence about two neighbours in the standings holds."""
    plain = {words: key for key, words in places.OF_TEAMS.items()}
    assert (told.key in plain) == (state.config.boards > 0 and state.config.format != "pods") or (
        told.key not in places.OF_TEAMS
    )
    told = replace(told, key=plain.get(told.key, told.key))
    if told.key in (places.BEST_PLAYER, places.NEXT_PLAYER):
        rank = {row.entry: row.place for row in board(as_players(state))}
        best = [
            sorted(rank[one] for one in state.entries[row.entry].members if one in rank)
            for row in (upper, lower)
        ]
        at = told.args.get("board", 1)
        return (
            upper.points == lower.points
            and best[0][: at - 1] == best[1][: at - 1]
            and [one[at - 1] for one in best] == [told.args["first"], told.args["second"]]
            and told.args["first"] < told.args["second"]
        )
    if told.key == places.MORE_POINTS:
        return upper.points > lower.points
    if told.key in (places.ON_VALUE, places.ON_CRITERION, places.BY_LOT):
        names = list(state.config.criteria_list)
        before = names[: names.index(lower.decided_by)]
        values = [row.values[lower.decided_by] for row in (upper, lower)]
        return upper.points == lower.points and all(
            upper.values[name] == lower.values[name] for name in before if name != "direct"
        ) and (told.key == places.ON_CRITERION or values[0] > values[1])  # fmt: skip
    if told.key in (places.SHARED, places.SHARED_STAGE):
        return upper.place == lower.place
    if told.key == places.STILL_IN:
        return upper.place is None and lower.place is not None
    if told.key == places.MADE_THE_CUT:
        return lower.entry not in state.rounds[state.planned].seeds
    if told.key == places.GOT_FURTHER:
        tables = {
            row.entry: max(
                held.number
                for held in contest(state).rounds
                for t in held.tables
                if row.entry in t.seats
            )
            for row in (upper, lower)
        }
        return (told.args["round"], told.args["earlier"]) == tuple(tables.values())
    table = contest(state).round(told.args["round"]).table_of(upper.entry)
    outcomes = [table.result.outcomes[row.entry] for row in (upper, lower)]
    ranks, scores = [one.rank for one in outcomes], [one.score for one in outcomes]
    if told.key == places.ON_SEED:
        return ranks[0] == ranks[1] and state.entries[upper.entry].seed < (
            state.entries[lower.entry].seed
        )
    if told.key == places.ON_BOARDS:
        [match] = [
            one for one in state.round(told.args["round"]).matches if upper.entry in one.teams
        ]
        return scores[0] == scores[1] and ranks[0] < ranks[1] and len(match.boards) > 1
    assert told.key in (places.WON_HERE, places.BEAT)
    return ranks[0] < ranks[1] and (not state.config.boards or scores[0] > scores[1])


def test_those_who_qualified_are_said_to_be_seeded_by_their_places():
    held = Event(config(format="knockout"))
    held.do("open_registration")
    for number, (event, rank) in enumerate([("a", 1), ("a", 2), ("b", 1), ("b", 2)], 1):
        origin = {"event": event, "title": event, "rank": rank, "place": rank, "entry": rank}
        held.do("register", players=[100 + number], strength=1500 + number, origin=origin)
    held.do("start")
    held.publish()
    case = Case(held.actions, 1)
    ranks = [held.state.entries[one].origin.rank for one in case.made.stage.seeds]
    assert ranks == sorted(ranks)
    for table in held.state.current.tables:
        assert seeds.QUALIFIED in [one.key for one in why_table(case.made, table)]


def test_every_reason_for_a_place_holds():
    told = Counter()
    runs = [(name, 2) for name in NAMES] + [(name, seed) for name in TEAMS for seed in range(9)]
    for name, seed in runs:
        state = evening(name, 8, seed).state
        rows, count = board(state), max(1, state.config.groups)
        stage = state.round(state.planned + 1) if state.config.cut else None
        inside = () if stage is None else stage.seeds
        for own in grouped(state, [row.entry for row in rows])[:count]:
            there = [row for row in rows if row.entry in own or row.entry in inside]
            for upper, lower in pairwise(there):
                found = why_above(state, upper, lower)
                if found is not None:
                    assert holds(state, upper, lower, found), (name, found)
                    told[found.key] += 1
    shown = {*places.OF_TEAMS.values(), places.BEST_PLAYER, places.BEAT, places.ON_BOARDS}
    assert shown - {*told} <= {places.OF_TEAMS[places.ON_CRITERION]}
    assert len(told) > 9


def placed_in_groups(state):
    """Return everybody's rank and place before the final stage, each within their group."""
    rows = board(state, before=state.planned + 1)
    count = max(1, state.config.groups)
    deal = [*range(count), *reversed(range(count))]
    group = {row.entry: deal[(state.entries[row.entry].seed - 1) % (2 * count)] for row in rows}
    own = {at: [row for row in rows if row.place and group[row.entry] == at] for at in range(count)}
    return {
        row.entry: (at, rank, 1 + sum(other.place < row.place for other in there))
        for at, there in own.items()
        for rank, row in enumerate(there, 1)
    }


def check_goes_on(state, seeds, entry, told, at):
    """Check why an entry is, or isn't, among the seeds of the final stage."""
    group, rank, _ = at[entry]
    first = state.config.cut // max(1, state.config.groups)
    ranked, *more = told
    assert (ranked.args["one"], ranked.args["rank"], ranked.args["first"]) == (entry, rank, first)
    assert ranked.args.get("letter", "A") == "ABC"[group]
    for one in more:
        about = one.args["one"]
        if one.key in (goes_on.WITHDREW, goes_on.IS_BOT):
            own = [each for each in at if at[each][0] == group and at[each][1] < at[about][1]]
            able = [each for each in own if state.entries[each].status == "registered"]
            assert len(able) < first, "it would have advanced"
        if one.key == goes_on.WITHDREW:
            assert state.entries[about].status != "registered"
        elif one.key == goes_on.IS_BOT:
            assert state.entries[about].is_bot
        else:
            other = one.args["other"]
            assert at[about][::2] == at[other][::2]
            assert about in seeds
            assert other not in seeds
            assert state.entries[about].seed < state.entries[other].seed
    if (rank <= first) != (entry in seeds):
        assert more, "an exception says why"


def test_why_somebody_advances_holds_and_what_a_place_across_groups_means():
    told, cuts = Counter(), [name for name in (*CONFIGS, *MORE) if (CONFIGS | MORE)[name].cut]
    for name, count, seed in [(name, count, seed) for name in cuts for count in (8, 9)
                              for seed in range(4)]:  # fmt: skip
        held = evening(name, count, seed)
        made = [
            at for at, one in enumerate(held.actions)
            if one.kind == "propose_round" and one.payload["round"] == held.state.planned + 1
        ]  # fmt: skip
        if not made:
            continue
        before, seeds = fold(held.actions[: made[-1]]), held.state.rounds[held.state.planned].seeds
        at = placed_in_groups(before)
        for entry in at:
            found = why_goes_on(before, entry)
            check_goes_on(before, seeds, entry, found, at)
            told.update(one.key for one in found)
        final = {row.entry: row.place for row in board(held.state)}
        at = placed_in_groups(held.state)
        out = [one for one in at if one not in seeds and final.get(one)]
        for entry in out if before.config.groups else ():
            [across] = why_across(held.state, entry, final[entry])
            assert across.args["rank"] == at[entry][2]
            same = {final[one] for one in out if at[one][2] == at[entry][2]}
            assert same == {across.args["place"]}
            told[across.key] += 1
    wanted = {goes_on.OF_GROUP, goes_on.OF_ALL, goes_on.WITHDREW, goes_on.BY_SEED, goes_on.ACROSS}
    assert wanted <= set(told)
