"""Direct encounter (tournaments 3.3.1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.direct import direct_encounter, results_between
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line, played_lines
from games.tournaments.rank.points import UNIT


def field(games, *, forfeits=(), entries=range(1, 8), round_robin=False):
    """`games` are tables: (entries, ranks)."""
    sheet = {entry: [] for entry in entries}
    for number, (seats, ranks) in enumerate(games, 1):
        for entry, line in played_lines(number, 1, seats, ranks, [0] * len(seats)).items():
            sheet[entry].append(line)
    for winner, loser in forfeits:
        sheet[winner].append(Line(9, "fwin", UNIT, (loser,)))
        sheet[loser].append(Line(9, "floss", 0, (winner,)))
    return Field(sheet, 9, round_robin=round_robin)


def beats(winner, loser):
    return ([winner, loser], [1, 2])


def draws(one, other):
    return ([one, other], [1, 1])


def test_of_two_who_met_the_winner_is_ahead():
    assert direct_encounter(field([beats(2, 1)]), [1, 2]) == [[2], [1]]


def test_of_two_who_did_not_meet_nobody_is_ahead():
    assert direct_encounter(field([beats(2, 3)]), [1, 2]) == [[1, 2]]


def test_a_draw_leaves_them_tied():
    assert direct_encounter(field([draws(1, 2)]), [1, 2]) == [[1, 2]]


def test_where_all_met_the_mini_score_orders():
    held = field([beats(1, 2), beats(1, 3), beats(2, 3)])
    assert direct_encounter(held, [3, 2, 1]) == [[1], [2], [3]]


def test_a_circle_stays_tied():
    held = field([beats(1, 2), beats(2, 3), beats(3, 1)])
    assert direct_encounter(held, [1, 2, 3]) == [[1, 2, 3]]


def test_a_smaller_subgroup_is_treated_again_with_its_own_games_only():
    held = field([beats(1, 2), beats(1, 3), draws(1, 4), beats(2, 3), beats(4, 2), beats(3, 4)])
    assert direct_encounter(held, [1, 2, 3, 4]) == [[1], [4], [2], [3]]


def test_with_games_missing_only_a_certain_first_is_separated():
    held = field([beats(1, 2), beats(1, 3)])
    assert direct_encounter(held, [1, 2, 3]) == [[1], [2, 3]]
    held = field([beats(1, 2)])
    assert direct_encounter(held, [1, 2, 3]) == [[1, 2, 3]]


def test_who_can_still_be_equalled_is_not_certainly_first():
    held = field([beats(1, 2), draws(1, 3)])
    assert direct_encounter(held, [1, 2, 3]) == [[1, 2, 3]]


def test_after_a_certain_first_the_rest_is_treated_again():
    held = field([beats(1, 2), beats(1, 3), beats(1, 4), beats(2, 3), beats(2, 4)])
    assert direct_encounter(held, [4, 3, 2, 1]) == [[1], [2], [4, 3]]


def test_several_meetings_count_as_their_mean():
    held = field([beats(1, 2), beats(2, 1), beats(1, 2)])
    assert results_between(held, [1, 2]) == {(1, 2): Fraction(2, 3), (2, 1): Fraction(1, 3)}
    assert direct_encounter(held, [1, 2]) == [[1], [2]]


def test_shared_tables_of_any_size_are_meetings():
    held = field([([1, 2, 3], [1, 2, 2]), ([3, 4, 1], [1, 2, 3])])
    assert results_between(held, [1, 3]) == {(1, 3): Fraction(1, 2), (3, 1): Fraction(1, 2)}
    assert direct_encounter(held, [2, 1, 3]) == [[1], [3], [2]]


def test_forfeits_are_no_games_in_a_swiss_and_games_in_a_round_robin():
    assert direct_encounter(field([], forfeits=[(1, 2)]), [2, 1]) == [[2, 1]]
    held = field([], forfeits=[(1, 2)], round_robin=True)
    assert direct_encounter(held, [2, 1]) == [[1], [2]]


results = st.dictionaries(
    st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0, 1, 2]),
    max_size=10,
)


@given(results)
def test_everybody_is_listed_once_and_a_certain_first_is_first_in_every_completion(known):
    games = [
        ([one, other], {0: [2, 1], 1: [1, 1], 2: [1, 2]}[result])
        for (one, other), result in known.items()
    ]
    group = [1, 2, 3, 4, 5]
    ordered = direct_encounter(field(games), group)
    assert sorted(entry for part in ordered for entry in part) == group
    if len(ordered[0]) != 1:
        return
    missing = [
        (one, other)
        for one in group
        for other in group
        if one < other and (one, other) not in known
    ]
    if len(missing) > 5:
        return
    for completion in product([0, 1, 2], repeat=len(missing)):
        whole = known | dict(zip(missing, completion, strict=True))
        scores = dict.fromkeys(group, 0)
        for (one, other), result in whole.items():
            scores[one] += result
            scores[other] += 2 - result
        assert scores[ordered[0][0]] == max(scores.values())
