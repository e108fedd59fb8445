"""Team events: line-ups, matches board by board, sums at larger tables."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.direct.board import board, final_places
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.problems import config_problems
from games.tournaments.direct.sheet import field, sheet
from games.tournaments.direct.teams import as_players, as_teams, lineup, match_points
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import UNIT
from tests.tournaments.direct.support import Event, config, refused


def teams(count, boards=2, reserves=1, start=True, **more):
    """Return an event of teams A, B, …; of each, the strongest players come first."""
    held = Event(config(boards=boards, **more))
    size = boards + reserves
    held.with_players(count * size)
    for at in range(count):
        own = [1 + at + count * board for board in range(size)]
        held.do("make_team", name="ABCDEFGHI"[at], members=own, captain=None)
    if start:
        held.do("start")
    return held


def team(held, name):
    """Return a team by its name."""
    return next(one for one in held.state.teams() if one.name == name)


def match_of(held, name):
    """Return the match that a team plays in the latest round."""
    number = team(held, name).number
    return next(one for one in held.state.current.matches if number in one.teams)


def test_boards_meet_in_order_and_first_seats_alternate():
    held = teams(2, boards=4, reserves=0)
    held.publish()
    (match,) = held.state.current.matches
    first, second = (held.state.entries[one] for one in match.teams)
    for at, board_of in enumerate(match.boards):
        assert board_of.players == (first.members[at], second.members[at])
        seats = held.state.current.at(board_of.table).seats
        assert seats == (board_of.players if at % 2 == 0 else board_of.players[::-1])


def test_board_points_make_match_points():
    held = teams(2, boards=4, reserves=0, format="round_robin")
    held.publish()
    (match,) = held.state.current.matches
    for at, board_of in enumerate(match.boards):  # 2½ – 1½
        first, second = board_of.players
        orders = [(first, second), (second, first), ((first, second),), (first, second)]
        held.result(board_of.table, *orders[at])
    rows = board(held.state)
    assert [row.entry for row in rows] == list(match.teams)
    assert [row.shown_points for row in rows] == ["2.00", "0.00"]
    assert [row.shown["board_points"] for row in rows] == ["2.50", "1.50"]
    held.do("close_round")
    held.check()


def test_a_drawn_match_is_one_point_each_and_board_points_break_ties():
    held = teams(4, boards=2, reserves=0)
    held.publish()
    for number, match in enumerate(held.state.current.matches):
        for at, board_of in enumerate(match.boards):
            won, lost = board_of.players
            order = ((won, lost),) if number and at else (won, lost)
            if not number and at:
                order = (lost, won)
            held.result(board_of.table, *order)
    assert [row.shown_points for row in board(held.state)] == ["2.00", "1.00", "1.00", "0.00"]
    assert board(held.state)[0].shown["board_points"] == "1.50"


def test_a_captain_chooses_who_plays_but_not_the_order():
    held = teams(2, boards=2, reserves=1)
    owls = team(held, "B")
    one, _, three = owls.members
    held.do("line_up", entry=owls.number, round=1, members=[three, one])
    held.publish()
    match = match_of(held, "B")
    side = match.teams.index(owls.number)
    assert [board_of.players[side] for board_of in match.boards] == [one, three]


def test_without_a_line_up_the_first_boards_play():
    held = teams(2, boards=2, reserves=1)
    held.publish()
    for match in held.state.current.matches:
        for side, number in enumerate(match.teams):
            played = [one.players[side] for one in match.boards]
            assert played == list(held.state.entries[number].members[:2])


def test_a_proposed_round_tells_nothing_of_line_ups():
    held, blind = teams(4, boards=2, reserves=2), teams(4, boards=2, reserves=2)
    for one in held.state.teams():
        held.do("line_up", entry=one.number, round=1, members=list(one.members[-2:]))
    assert held.do("propose_round") == blind.do("propose_round")
    assert held.state.current == blind.state.current


def test_a_line_up_after_the_proposal_counts_and_after_publication_is_refused():
    held = teams(2, boards=2, reserves=1)
    foxes = team(held, "A")
    held.do("propose_round")
    held.do("line_up", entry=foxes.number, round=1, members=list(foxes.members[1:]))
    held.do("publish_round")
    match = match_of(held, "A")
    side = match.teams.index(foxes.number)
    assert {one.players[side] for one in match.boards} == set(foxes.members[1:])
    assert refused(held, "line_up", entry=foxes.number, round=1, members=[1]) == "line_up_over"


def test_at_larger_tables_line_ups_close_with_the_proposal():
    held = teams(4, boards=2, reserves=1, format="pods", sizes=SizeRule(2, 4, 3))
    foxes = team(held, "A")
    last = {"entry": foxes.number, "members": list(foxes.members[1:])}
    held.do("propose_round")
    assert refused(held, "line_up", round=1, **last) == "line_up_over"
    held.do("line_up", round=2, **last)
    held.do("cancel_round")
    held.do("line_up", round=1, **last)
    held.publish()
    assert not any(foxes.members[0] in table.seats for table in held.state.current.tables)


@pytest.mark.parametrize(
    ("members", "code"),
    [([0], "line_up_size"), ([0, 0], "line_up_size"), ([0, 1, 2], "line_up_size")],
)
def test_a_line_up_has_as_many_players_as_there_are_boards(members, code):
    held = teams(2, boards=2, reserves=1)
    foxes = team(held, "A")
    named = [foxes.members[one] for one in members]
    assert refused(held, "line_up", entry=foxes.number, round=1, members=named) == code


def test_nobody_lines_up_a_player_of_another_team_or_one_who_left():
    held = teams(2, boards=2, reserves=1)
    foxes, owls = team(held, "A"), team(held, "B")
    mixed = [foxes.members[0], owls.members[0]]
    assert refused(held, "line_up", entry=foxes.number, round=1, members=mixed) == "cannot_play"
    held.do("withdraw", entry=foxes.members[0])
    named = list(foxes.members[:2])
    assert refused(held, "line_up", entry=foxes.number, round=1, members=named) == "cannot_play"


def test_a_reserve_plays_for_whoever_is_away_and_boards_keep_their_order():
    held = teams(2, boards=2, reserves=1)
    foxes = team(held, "A")
    held.do("absent", entry=foxes.members[0], round=1)
    assert lineup(held.state, foxes, 1) == foxes.members[1:]


def test_a_board_that_nobody_comes_to_is_won_by_the_other():
    held = teams(2, boards=3, reserves=0, format="round_robin")
    owls = team(held, "B")
    held.do("withdraw", entry=owls.members[1])
    held.publish()
    match = match_of(held, "B")
    alone = match.boards[2]
    side = match.teams.index(owls.number)
    assert alone.table == 0
    assert alone.players[side] == 0
    held.play(lambda table: sorted(table.present, key=lambda one: one not in owls.members))
    held.do("close_round")
    rows = {row.entry: row for row in board(held.state)}
    assert rows[owls.number].shown["board_points"] == "2.00"
    assert rows[team(held, "A").number].shown["board_points"] == "1.00"
    held.check()


def test_a_team_of_which_nobody_comes_forfeits_the_match():
    held = teams(2, boards=2, reserves=0, format="round_robin")
    held.publish()
    owls = team(held, "B")
    for one in owls.members:
        held.do("no_show", entry=one)
    lines = sheet(held.state)
    assert lines[owls.number][0].kind == "floss"
    assert lines[team(held, "A").number][0].kind == "fwin"
    assert {row.shown["board_points"] for row in board(held.state)} == {"2.00", "0.00"}


def test_a_bye_is_a_won_match_with_half_of_the_boards():
    held = teams(3, boards=4, reserves=0, rounds=2)
    held.play_round()
    (resting,) = [one for one in held.state.teams() if one.number in held.state.current.unplayed]
    row = next(one for one in board(held.state) if one.entry == resting.number)
    assert (row.shown_points, row.shown["board_points"]) == ("2.00", "2.00")


def test_a_disqualified_player_loses_the_boards_they_played():
    held = teams(2, boards=2, reserves=0, format="round_robin")
    held.publish()
    held.play()
    (match,) = held.state.current.matches
    before = match_points(held.state, held.state.current, match)
    winner = next(one for one in match.boards[0].players if one == min(match.boards[0].players))
    side = match.boards[0].players.index(winner)
    held.do("exclude", entry=winner)
    after = match_points(held.state, held.state.current, match)
    assert after[side] == before[side] - UNIT
    assert after[1 - side] == before[1 - side] + UNIT


def test_a_withdrawn_team_is_paired_no_more_and_can_return():
    held = teams(4, boards=2, reserves=0, rounds=3)
    held.play_round()
    owls = team(held, "B")
    held.do("withdraw", entry=owls.number)
    held.publish()
    assert all(owls.number not in one.teams for one in held.state.current.matches)
    held.play()
    held.do("close_round")
    held.do("restore", entry=owls.number)
    held.publish()
    assert any(owls.number in one.teams for one in held.state.current.matches)


def test_directors_exchange_teams_of_a_proposed_round():
    held = teams(4, boards=2, reserves=0)
    held.do("propose_round")
    (one, other), (third, last) = held.seats()
    held.do("swap", entry=one, other=third)
    assert {frozenset(seats) for seats in held.seats()} == {
        frozenset({third, other}),
        frozenset({one, last}),
    }
    held.do("publish_round")
    held.check()


def test_teams_are_made_of_players_who_are_in_no_other():
    held = teams(2, start=False)
    assert refused(held, "make_team", name="a", members=[], captain=None) == "team_name"
    assert refused(held, "make_team", name="C", members=[1], captain=None) == "in_a_team"
    assert refused(held, "make_team", name="C", members=[99], captain=None) == "no_entry"
    own = team(held, "A").number
    assert refused(held, "make_team", name="C", members=[own], captain=None) == "no_entry"
    assert refused(teams(2), "make_team", name="C", members=[], captain=None) == "wrong_phase"


def test_a_reserve_who_comes_late_can_join_but_whoever_played_stays():
    held = teams(2, boards=2, reserves=0, rounds=3)
    held.play_round()
    entry = held.do("late_entry", players=[900], strength=None)["entry"]
    foxes = team(held, "A")
    named = {"name": "A", "captain": None, "entry": foxes.number}
    assert refused(held, "change_team", members=[entry], **named) == "member_played"
    held.do("change_team", members=[*foxes.members, entry], **named)
    held.do("line_up", entry=foxes.number, round=2, members=[foxes.members[0], entry])
    held.publish()
    assert held.state.current.table_of(entry) is not None
    held.check()


def test_a_removed_team_frees_its_players():
    held = teams(2, start=False)
    foxes = team(held, "A")
    held.do("unregister", entry=foxes.number)
    held.do("make_team", name="A", members=list(foxes.members), captain=foxes.members[1])
    assert team(held, "A").captain == foxes.members[1]


def test_places_of_a_team_are_those_of_its_players():
    held = teams(2, boards=2, reserves=1, format="round_robin")
    held.play_round()
    held.do("finish")
    places = final_places(held.state)
    assert sorted(places.values()) == [1, 1, 3, 3]
    assert team(held, "A").members[2] not in places


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"boards": 1}, "boards"),
        ({"boards": 13}, "boards"),
        ({"boards": 2, "team_size": 2}, "boards_format"),
        ({"boards": 2, "cut": 4}, "boards_format"),
        ({"boards": 2, "format": "table_knockout"}, "boards_format"),
        ({"boards": 2, "format": "pods", "fixed_schedule": True}, "boards_format"),
    ],
)
def test_settings_that_no_team_event_can_have(more, problem):
    assert problem in {one.code for one in config_problems(config(**more))}


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 7), st.integers(2, 4), st.integers(0, 2), st.randoms(use_true_random=False))
def test_matches_keep_their_boards_in_order_and_points_add_up(count, boards, reserves, dice):
    held = teams(count, boards, reserves, rounds=min(3, count - 1))
    while len(held.state.rounds) < held.state.planned:
        number = len(held.state.rounds) + 1
        for one in held.state.teams():
            if dice.random() < 0.5:
                named = dice.sample(list(one.members), boards)
                held.do("line_up", entry=one.number, round=number, members=named)
        held.publish()
        current = held.state.current
        for match in current.matches:
            for side, name in enumerate(match.teams):
                order = held.state.entries[name].members
                played = [order.index(one.players[side]) for one in match.boards]
                assert played == sorted(set(played))
                assert len(played) == boards
        held.play(lambda table: dice.sample(list(table.present), 2))
        for match in current.matches:
            total = match_points(held.state, held.state.current, match)
            assert sum(total) == boards * UNIT
        held.do("close_round")
        held.check()
    played = sum(len(one.matches) for one in held.state.rounds)
    byes = sum(len(as_teams(held.state).round(one.number).unplayed) for one in held.state.rounds)
    assert sum(row.points for row in board(held.state)) == 2 * UNIT * (played + byes)
    single = field(as_players(held.state)).points
    assert sum(single.values()) == played * boards * UNIT


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(2, 4), st.randoms(use_true_random=False))
def test_at_larger_tables_no_team_mates_meet_and_sums_are_those_of_players(count, boards, dice):
    held = teams(count, boards, 1, format="pods", sizes=SizeRule(3, 3, 3), rounds=2)
    for _ in range(2):
        held.play_round(lambda table: dice.sample(list(table.present), len(table.present)))
        for table in held.state.current.tables:
            for one, other in combinations(table.seats, 2):
                assert held.state.team_of(one) != held.state.team_of(other)
        for one in held.state.teams():
            there = lineup(held.state, one, held.state.current.number)
            seated = {entry for table in held.state.current.tables for entry in table.seats}
            assert seated.intersection(one.members) <= set(there)
    held.check()
    single = field(as_players(held.state)).points
    for row in board(held.state):
        own = sum(single[one] for one in held.state.entries[row.entry].members)
        assert row.points == own


def play_boards(held, outcomes):
    """Give the boards of every match of the round "1", "½" or "0", as its first team has them."""
    for match in held.state.current.matches:
        for board_of, outcome in zip(match.boards, outcomes, strict=True):
            first, second = board_of.players
            orders = {"1": (first, second), "½": ((first, second),), "0": (second, first)}
            held.result(board_of.table, *orders[outcome])


def knockout(count, boards=3, **more):
    return teams(count, boards=boards, reserves=0, format="knockout", **more)


@pytest.mark.parametrize(
    ("outcomes", "first_advances"),
    [("1½0", True), ("0½1", False), ("10½", True), ("½01", False), ("½½½", None), ("110", True)],
)
def test_a_drawn_match_of_a_knockout_goes_to_the_better_high_boards_then_to_the_seed(
    outcomes, first_advances
):
    held = knockout(4)
    held.publish()
    first = [match.teams[0] for match in held.state.current.matches]
    seeds = [min(match.teams) for match in held.state.current.matches]
    losers = [max(match.teams) for match in held.state.current.matches]
    play_boards(held, outcomes)
    others = [one for one in seeds + losers if one not in first]
    held.do("close_round")
    held.publish()
    (final,) = held.state.current.matches
    expected = {True: first, False: others, None: seeds}[first_advances]
    assert set(final.teams) == set(expected)
    held.check()


def test_a_board_of_a_knockout_may_be_drawn_and_an_earlier_one_is_final():
    held = knockout(4)
    held.publish()
    play_boards(held, "1½½")
    held.do("close_round")
    held.publish()
    rows = [{"entry": one, "rank": 1} for one in held.state.round(1).at(1).seats]
    about = {"round": 1, "table": 1, "results": rows, "absent": []}
    assert refused(held, "override_result", **about) == "bracket_moved_on"


@settings(max_examples=20, deadline=None)
@given(
    st.integers(2, 9), st.integers(2, 4), st.sampled_from(["single", "double"]), st.booleans(),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_a_knockout_of_teams_goes_to_its_end_whatever_happens(
    count, boards, kind, third_place, dice
):
    third_place = third_place and kind == "single"
    held = knockout(count, boards, knockout_kind=kind, third_place=third_place)
    there = [one.number for one in held.state.teams()]
    gone = set()
    while len(held.state.rounds) < last_round(held.state):
        if dice.random() < 0.2:
            out = dice.choice(there)
            if out not in gone:
                held.do("withdraw", entry=out)
                gone.add(out)
        held.publish()
        for match in held.state.current.matches:
            for number in [one.table for one in match.boards if one.table]:
                one, other = dice.sample(list(held.state.current.at(number).seats), 2)
                held.result(number, *([(one, other)] if dice.random() < 0.4 else [one, other]))
        held.do("close_round")
        held.check()
    held.do("finish", reason="over")
    places = {row.entry: row.place for row in board(held.state)}
    assert sorted(places) == sorted(there)
    assert None not in places.values()
    assert min(places.values()) in (1, 2)
    assert set(final_places(held.state)) <= {one for x in held.state.teams() for one in x.members}


def test_in_matches_points_are_deducted_from_teams_and_players_are_warned():
    held = teams(2, boards=2, reserves=0, format="round_robin")
    held.play_round()
    foxes = team(held, "A")
    player = foxes.members[0]
    assert refused(held, "penalty", entry=player, points=UNIT) == "teams_penalty"
    held.do("penalty", entry=player, points=0)
    assert {row.entry: row.points for row in board(held.state)}[foxes.number] == 2 * UNIT
    held.do("penalty", entry=foxes.number, points=UNIT)
    assert {row.entry: row.points for row in board(held.state)}[foxes.number] == UNIT


def test_at_larger_tables_a_players_penalty_counts_for_the_team():
    held = teams(3, boards=2, reserves=0, format="pods", sizes=SizeRule(3, 3, 3), rounds=1)
    held.play_round()
    foxes = team(held, "A")
    before = {row.entry: row.points for row in board(held.state)}
    held.do("penalty", entry=foxes.members[0], points=UNIT // 2)
    after = {row.entry: row.points for row in board(held.state)}
    assert after == {**before, foxes.number: before[foxes.number] - UNIT // 2}


def test_who_is_in_no_team_gets_no_penalty():
    held = teams(2, boards=2, reserves=0, rounds=2)
    entry = held.do("late_entry", players=[900], strength=None)["entry"]
    assert refused(held, "penalty", entry=entry, points=0) == "not_registered"


def test_a_disqualified_player_has_no_share_in_the_teams_place():
    held = teams(2, boards=2, reserves=0, format="round_robin")
    held.play_round()
    out = team(held, "A").members[1]
    held.do("exclude", entry=out, keep_results=True)
    assert set(final_places(held.state)) == {1, 2, 3, 4} - {out}
