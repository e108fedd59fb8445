"""Swiss pairing against an exhaustive checker (tournaments 3.4)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import Contender, Meetings, pair_of, score_steps
from games.tournaments.pair.swiss import NoPairingError, SwissPairing, pair_swiss
from games.tournaments.rank.points import UNIT
from tests.support.programs import printed

HALF = UNIT // 2


def all_pairings(entries, barred):
    """Yield every way to pair all entries; an odd one out has the bye."""
    if not entries:
        yield (), None
        return
    first, *rest = entries
    for at, other in enumerate(rest):
        if pair_of(first, other) in barred:
            continue
        for pairs, bye in all_pairings(rest[:at] + rest[at + 1 :], barred):
            yield ((first, other), *pairs), bye
    if len(entries) % 2:
        for pairs, bye in all_pairings(rest, barred):
            if bye is None:
                yield pairs, first


def quality(contenders, meetings, pairs, bye):
    """Rules (2) to (7) of the spec, in their order: smaller is better."""
    by_entry = {one.entry: one for one in contenders}
    index = {one.entry: at for at, one in enumerate(contenders)}
    points = dict(zip(by_entry, score_steps(contenders), strict=True))
    scores = list(points.values())
    taker = by_entry.get(bye)
    fold = 0 if taker is None else len(contenders) - 1 - index[bye]
    for one, other in pairs:
        if points[one] == points[other]:
            half = max(1, -(-scores.count(points[one]) // 2))
            fold += abs(abs(index[one] - index[other]) - half)
    return (
        0 if taker is None else taker.byes,
        sum(meetings.times(*pair) ** 2 for pair in pairs),
        0 if taker is None else points[bye],
        sum((points[one] - points[other]) ** 2 for one, other in pairs),
        0 if taker is None else taker.unplayed,
        fold,
    )


@st.composite
def fields(draw, largest=8):
    count = draw(st.integers(1, largest))
    halves = sorted(draw(st.lists(st.integers(0, 8), min_size=count, max_size=count)), reverse=True)
    contenders = [
        Contender(at + 1, half * HALF, draw(st.integers(0, 2)), draw(st.integers(0, 3)))
        for at, half in enumerate(halves)
    ]
    pairs = [(one, other) for one in range(1, count + 1) for other in range(one + 1, count + 1)]
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 2))) if pairs else {}
    barred = draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    return contenders, Meetings(met, frozenset(barred))


@given(fields())
@settings(max_examples=150, deadline=None)
def test_the_pairing_is_the_best_of_all(event):
    contenders, meetings = event
    entries = [one.entry for one in contenders]
    ways = [
        quality(contenders, meetings, pairs, bye)
        for pairs, bye in all_pairings(entries, meetings.forbidden)
    ]
    if not ways:
        with pytest.raises(NoPairingError):
            pair_swiss(contenders, meetings, rounds=8)
        return
    found = pair_swiss(contenders, meetings, rounds=8)
    assert quality(contenders, meetings, found.pairs, found.bye) == min(ways)


def crowded(stream):
    """Return a field in which the rules pull against each other: many met, rested or are barred."""
    count = 3 + stream.below(5)
    halves = sorted((stream.below(4) for _ in range(count)), reverse=True)
    contenders = [
        Contender(at, half * HALF, stream.below(3), stream.below(4))
        for at, half in enumerate(halves)
    ]
    pairs = list(combinations(range(count), 2))
    met = {pair: times for pair in pairs if (times := stream.below(3))}
    return contenders, Meetings(met, frozenset(pair for pair in pairs if not stream.below(6)))


@pytest.mark.parametrize("rounds", [1, 7])
def test_where_rules_pull_against_each_other_each_outweighs_all_after_it(rounds):
    for seed in range(150):
        contenders, meetings = crowded(Stream("crowded", seed))
        entries = [one.entry for one in contenders]
        ways = list(all_pairings(entries, meetings.forbidden))
        if ways:
            found = pair_swiss(contenders, meetings, rounds)
            best = min(quality(contenders, meetings, *way) for way in ways)
            assert quality(contenders, meetings, found.pairs, found.bye) == best, seed


def test_two_pairs_met_once_rather_than_one_met_twice():
    meetings = Meetings({(1, 3): 2, (1, 2): 1, (3, 4): 1, (1, 4): 2, (2, 3): 2})
    found = pair_swiss([Contender(entry) for entry in range(1, 5)], meetings, 5)
    assert found.pairs == ((1, 2), (3, 4))


def test_who_had_two_byes_has_no_third_while_one_had_one():
    field = [Contender(1, byes=1), Contender(2, byes=2), Contender(3)]
    assert pair_swiss(field, Meetings({}, frozenset({(1, 2)})), 5).bye == 1


def test_closer_scores_come_before_the_unplayed_rounds_of_who_has_the_bye():
    rested = [Contender(1, HALF), Contender(2, HALF), Contender(3, 0, 0, 3), Contender(4, 0, 0, 3)]
    found = pair_swiss([*rested, Contender(5)], Meetings({(3, 4): 1}), 5)
    assert (found.pairs, found.bye) == (((1, 2), (3, 5)), 4)


@given(fields(largest=30))
@settings(max_examples=50, deadline=None)
def test_everybody_is_paired_exactly_once(event):
    contenders, meetings = event
    meetings = Meetings(meetings.met)
    found = pair_swiss(contenders, meetings, rounds=8)
    seated = [entry for pair in found.pairs for entry in pair]
    if found.bye is not None:
        seated.append(found.bye)
    assert sorted(seated) == sorted(one.entry for one in contenders)
    assert (found.bye is None) == (len(contenders) % 2 == 0)


def play(seed, count, rounds):
    """Play a whole event with random results; return pairs by round and byes."""
    stream = Stream("test", seed, count)
    points = dict.fromkeys(range(count), 0)
    byes = dict.fromkeys(range(count), 0)
    met, history = {}, []
    for _ in range(rounds):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        found = pair_swiss(
            [Contender(one, points[one], byes[one], byes[one]) for one in order],
            Meetings(met),
            rounds,
        )
        history.append(found)
        for one, other in found.pairs:
            met[pair_of(one, other)] = met.get(pair_of(one, other), 0) + 1
            halves = stream.below(3)
            points[one] += halves * HALF
            points[other] += (2 - halves) * HALF
        if found.bye is not None:
            points[found.bye] += UNIT
            byes[found.bye] += 1
    return history, met, byes


@given(st.integers(0, 10**6), st.integers(5, 24))
@settings(max_examples=25, deadline=None)
def test_in_a_whole_event_nobody_meets_twice_or_has_two_byes(seed, count):
    rounds = min(7, (count + 1) // 2)  # beyond that a repeat may be forced
    history, met, byes = play(seed, count, rounds)
    assert set(met.values()) == {1}
    assert max(byes.values()) <= 1
    assert len(history) == rounds


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_as_many_rounds_as_a_round_robin_meet_everybody_or_repeat_only_where_forced(count):
    _, met, byes = play(3, count, count - 1 if count % 2 == 0 else count)
    assert sum(met.values()) == sum(times for times in met.values())
    assert max(byes.values()) - min(byes.values()) <= 1


def test_the_first_round_pairs_the_top_half_with_the_bottom_half():
    found = pair_swiss([Contender(entry) for entry in range(1, 9)], Meetings(), 3)
    assert found == SwissPairing(((1, 5), (2, 6), (3, 7), (4, 8)))
    odd = pair_swiss([Contender(entry) for entry in range(1, 8)], Meetings(), 3)
    assert odd.bye == 7


def test_forbidden_pairs_that_block_everybody_are_reported():
    barred = frozenset({(1, 2), (1, 3), (1, 4)})
    with pytest.raises(NoPairingError) as refusal:
        pair_swiss([Contender(entry) for entry in range(1, 5)], Meetings({}, barred), 3)
    assert 1 in refusal.value.blocked


def test_nobody_and_one_alone():
    assert pair_swiss([], Meetings(), 3) == SwissPairing(())
    assert pair_swiss([Contender(4)], Meetings(), 3) == SwissPairing((), 4)


def test_scores_on_another_scale_are_cut_to_their_common_step():
    contenders = [Contender(1, UNIT * 7 // 3), Contender(2, UNIT // 3), Contender(3, 0)]
    assert score_steps(contenders) == [14, 2, 0]
    assert score_steps(contenders[:2]) == [4, 0]


PROGRAM = """
from games.tournaments.pair.contenders import Contender, Meetings
from games.tournaments.pair.swiss import pair_swiss
field = [Contender(n, (20 - n) // 4 * 2520, n % 3 == 0, n % 3) for n in range(21)]
print(pair_swiss(field, Meetings({(0, 1): 1, (2, 5): 1, (7, 9): 2}), 7))
"""


def test_the_pairing_is_the_same_in_another_process():
    assert len(printed(PROGRAM, hash_seeds=(1, 2))) == 1
