"""Pairs that are kept apart: where a legal round exists it is proposed, else it is said why not.

Small rounds are held against an exhaustive search.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.tournaments.direct.ahead import rounds_ahead
from games.tournaments.direct.board import board
from games.tournaments.direct.fold import refusal
from games.tournaments.direct.pairing_input import contenders
from games.tournaments.pair.byes import bye_order
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.arenas import arena
from tests.tournaments.direct.support import Event, config, event, refused
from tests.tournaments.direct.test_random_events import CONFIGS, Evening
from tests.tournaments.pair.test_pods import all_divisions

FOURS = {"format": "pods", "sizes": SizeRule(4, 4, 4)}


def apart(held, *pairs):
    """Keep pairs apart."""
    for one, other in pairs:
        held.do("keep_apart", entry=one, other=other)
    return held


def is_legal(tables, forbidden):
    """Say whether nobody sits with whom they may not meet."""
    return not any(pair in forbidden for table in tables for pair in combinations(sorted(table), 2))


def byes(held):
    return set(held.state.current.unplayed)


@pytest.mark.parametrize(
    ("count", "settings_", "sizes", "resting"),
    [
        (5, {"format": "partners"}, [4], {2}),
        (5, FOURS, [4], {2}),
        (7, {"format": "pods", "sizes": SizeRule(3, 10, 6)}, [4, 3], set()),
        (4, {"format": "pods", "sizes": SizeRule(3, 5, 4)}, [3], {2}),
    ],
)
def test_a_barred_pair_leads_to_other_byes_then_to_other_sizes(count, settings_, sizes, resting):
    held = apart(event(count, rounds=3, **settings_), (1, 2))
    held.publish()
    assert is_legal(held.seats(), held.state.forbidden)
    assert [len(seats) for seats in held.seats()] == sizes
    assert byes(held) == resting
    held.check()


def test_the_last_round_by_standings_is_changed_as_little_as_the_pairs_ask_for():
    held = event(8, rounds=2, last_round_by_standings=True, **FOURS)
    held.play_round()
    order = [row.entry for row in board(held.state)]
    apart(held, sorted((order[3], order[2])))
    held.publish()
    seats = [{order.index(entry) for entry in seats} for seats in held.seats()]
    assert seats == [{0, 1, 2, 4}, {3, 5, 6, 7}]


def test_a_schedule_keeps_those_apart_who_are_at_its_start():
    held = Event(config(format="pods", rounds=3, fixed_schedule=True)).with_players(12)
    apart(held, (1, 2), (3, 7), (5, 9))
    held.do("start")
    assert all(is_legal(tables, held.state.forbidden) for tables in held.state.schedule)


def test_a_scheduled_round_that_brings_a_pair_together_is_divided_afresh():
    held = event(16, format="pods", rounds=5, sizes=SizeRule(3, 5, 4), fixed_schedule=True)
    apart(held, (1, 2))
    together = [
        number
        for number, tables in enumerate(held.state.schedule, 1)
        if not is_legal(tables, held.state.forbidden)
    ]
    assert together == sorted({1, 2, 3, 4, 5} - {one.number for one in rounds_ahead(held.state)})
    for _ in range(5):
        held.publish()
        assert is_legal(held.seats(), held.state.forbidden)
        held.play()
        held.do("close_round")
    held.check()


def test_who_comes_late_is_seated_in_a_schedule_where_nobody_is_barred():
    held = event(11, format="pods", rounds=3, sizes=SizeRule(3, 5, 4), fixed_schedule=True)
    held.do("late_entry", players=[500])
    smallest = min(held.state.schedule[0], key=len)
    apart(held, (smallest[0], 12))
    held.publish()
    assert sorted(map(len, held.seats())) == [3, 4, 5]
    assert is_legal(held.seats(), held.state.forbidden)


def test_who_has_a_bye_is_not_put_at_a_table_with_whom_they_may_not_meet():
    held = apart(event(5, format="pods", rounds=3, sizes=SizeRule(3, 3, 3)), (1, 2), (4, 5))
    held.publish()
    assert len(byes(held)) == 2
    apart(held, sorted(byes(held)))
    held.do("late_entry", players=[500], this_round=True)
    assert is_legal(held.seats(), held.state.forbidden)


@pytest.mark.parametrize("settings_", [{"format": "partners"}, FOURS, {}])
def test_a_round_that_cannot_be_made_says_who_would_have_to_meet(settings_):
    held = apart(event(4, **settings_), (1, 2), (1, 3), (1, 4))
    found = refusal(held.state, "propose_round")
    if settings_:
        assert found.code == "too_many_apart"
        assert found.phrase.args == {"pairs": 3}
        held.do("allow", entry=1, other=2)
        held.do("allow", entry=1, other=3)
        found = refusal(held.state, "propose_round")
    assert found.code == "no_pairing"
    held.do("allow", **{name: int(entry) for name, entry in found.phrase.args.items()})
    held.publish()


def test_what_forbids_a_round_is_said_by_name():
    held = event(4, rounds=3)
    held.do("propose_round")
    apart(held, held.seats()[0])
    found = refusal(held.state, "publish_round")
    assert found.code == "round_faulty"
    assert set(found.phrase.args.values()) == set(held.seats()[0])


@st.composite
def small_rounds(draw):
    """Return a number of entries and pairs of them to keep apart."""
    count = draw(st.integers(3, 8))
    pairs = list(combinations(range(1, count + 1), 2))
    most = draw(st.integers(0, len(pairs)))
    return count, draw(st.sets(st.sampled_from(pairs), max_size=most))


def best_places(held, rule):
    """Return sizes and byes of the best legal round by trying all, or None."""
    field = contenders(held.state, 1)
    order = bye_order(field)
    for resting in range(len(order)):
        for sizes in size_sets(len(order) - resting, rule):
            ways = combinations(range(len(order)), resting)
            for way in sorted(ways, key=lambda way: way[::-1]):
                rest = [one for at, one in enumerate(order) if at not in way]
                if any(is_legal(one, held.state.forbidden) for one in all_divisions(rest, sizes)):
                    return list(sizes), {order[at] for at in way}
    return None


def size_sets(count, rule):
    """Return every way to part so many into tables, the best first."""
    allowed = rule.allowed[::-1]
    found = [
        sizes
        for tables in range(1, count + 1)
        for sizes in combinations_with_replacement(allowed, tables)
        if sum(sizes) == count
    ]
    return sorted(
        found,
        key=lambda sizes: (
            sum((size - rule.preferred) ** 2 for size in sizes),
            sum(size < rule.preferred for size in sizes),
            len(sizes),
            sizes[::-1],
        ),
    )


@pytest.mark.parametrize(
    "settings_",
    [
        {"format": "pods", "sizes": SizeRule(3, 5, 4)},
        {"format": "pods", "sizes": SizeRule(2, 7, 5), "first_round": "random"},
        FOURS,
        {"format": "partners"},
    ],
)
@given(asked=small_rounds())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_small_rounds_of_tables_are_the_best_of_all_that_are_legal(settings_, asked):
    count, pairs = asked
    rule = config(**settings_).size_rule
    held = apart(event(max(count, rule.lo), **settings_), *pairs)
    best = best_places(held, rule) if settings_.get("first_round") is None else None
    found = refusal(held.state, "propose_round")
    if found is not None:
        assert found.code in ("no_pairing", "too_many_apart")
        assert best is None
        return
    held.publish()
    assert is_legal(held.seats(), held.state.forbidden)
    if best is not None:
        sizes, resting = best
        assert sorted(map(len, held.seats()), reverse=True) == sizes
        assert byes(held) == resting


def can_be_paired(entries, forbidden):
    """Say whether everybody has an opponent, or one a bye, by trying all."""
    if len(entries) < 2:
        return True
    first, *rest = entries
    if len(entries) % 2 and can_be_paired(rest, forbidden):
        return True
    return any(
        (first, other) not in forbidden
        and can_be_paired([one for one in rest if one != other], forbidden)
        for other in rest
    )


@given(asked=small_rounds())
@settings(max_examples=60, deadline=None)
def test_a_swiss_round_is_made_wherever_there_is_one(asked):
    count, pairs = asked
    held = apart(event(count, rounds=3), *pairs)
    everybody = list(range(1, count + 1))
    if can_be_paired(everybody, pairs):
        held.publish()
        assert is_legal(held.seats(), held.state.forbidden)
        return
    found = refusal(held.state, "propose_round")
    helps = [one for one in pairs if can_be_paired(everybody, pairs - {one})]
    assert found.code == ("no_pairing" if helps else "too_many_apart")
    if helps:
        assert tuple(found.phrase.args.values()) in helps


EVENINGS = {
    **CONFIGS,
    "last": config(format="pods", rounds=2, last_round_by_standings=True),
    "fours": config(rounds=4, **FOURS),
}


@pytest.mark.parametrize("name", EVENINGS)
@given(count=st.integers(5, 12), seed=st.integers(0, 10**9))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_proposed_can_be_published(name, count, seed):
    play_with_pairs_apart(Evening(EVENINGS[name], count, Stream("apart", seed)))


@pytest.mark.parametrize("count", [9, 12])
def test_whatever_a_fixed_schedule_proposes_can_be_published(count):
    fixed = config(format="pods", rounds=4, fixed_schedule=True)
    play_with_pairs_apart(Evening(fixed, count, Stream("apart", count)))


def play_with_pairs_apart(evening):
    """Keep some pairs apart and play an evening."""
    for _ in range(1 + evening.stream.below(6)):
        evening.try_to("keep_apart", entry=evening.somebody(), other=evening.somebody())
    evening.play(lambda held, number: None)


@given(asked=small_rounds())
@settings(max_examples=30, deadline=None)
def test_an_arena_pairs_as_many_as_may_meet(asked):
    count, pairs = asked
    held = apart(arena(count), *pairs)
    if all(pair in pairs for pair in combinations(range(1, count + 1), 2)):
        assert refused(held, "pair_free") == "nobody_to_pair"
        return
    held.do("pair_free")
    assert is_legal(held.seats(), held.state.forbidden)
    seated = {entry for seats in held.seats() for entry in seats}
    waiting = [one for one in range(1, count + 1) if one not in seated]
    if can_be_paired(list(range(1, count + 1)), pairs):
        assert len(waiting) < 2
    assert all(pair in pairs for pair in combinations(waiting, 2))
