"""Double elimination (tournaments 3.7)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.bracket import bracket_rounds
from games.tournaments.pairing.double import (
    OPEN,
    Held,
    double_bracket,
    double_places,
    event_rounds,
    last_round,
)


def pairs(parts):
    """Return what is played in each event round: side, number and who meets whom."""
    return [
        (part.event_round, part.side, part.number, [duel.entries for duel in part.duels])
        for part in parts
        if part.duels
    ]


class Evening:
    """Plays a bracket; people may leave between the rounds or not come."""

    def __init__(self, count):
        self.seeds = list(range(1, count + 1))
        self.registered = set(self.seeds)
        self.held = []
        self.losses = Counter()
        self.played = []
        self.missed = set()

    @property
    def parts(self):
        """Both brackets as they stand."""
        return double_bracket(self.seeds, self.held, self.registered)

    def duels(self):
        """Return the matches of the next event round, every slot of which is known."""
        duels = [
            duel
            for part in self.parts
            if part.event_round == len(self.held) + 1
            for duel in part.duels
        ]
        assert all(OPEN not in (duel.one, duel.other) for duel in duels)
        return duels

    def round(self, choose, missing=()):
        """Play an event round; who is missing loses without play, and is withdrawn."""
        duels = self.duels()
        there = frozenset(one for duel in duels for one in duel.entries)
        winners = {}
        for duel in duels:
            if len(duel.entries) == 2:
                winners[frozenset(duel.entries)] = self.decide(duel.entries, choose, missing)
        self.held.append(Held(there, winners))
        self.registered -= set(missing) & there

    def decide(self, entries, choose, missing):
        """Return the winner of a match."""
        came = [one for one in entries if one not in missing]
        self.missed |= set(entries) - set(came)
        if len(came) == 2:
            self.played.append(frozenset(entries))
            came = [choose(entries)]
            self.losses.update(set(entries) - set(came))
        return came[0] if came else None

    def to_the_end(self, choose):
        """Play all event rounds."""
        while len(self.held) < last_round(self.parts):
            self.round(choose)
        return self


def test_eight_players_by_hand():
    evening = Evening(8).to_the_end(min)
    assert pairs(evening.parts) == [
        (1, "winners", 1, [(1, 8), (4, 5), (2, 7), (3, 6)]),
        (2, "winners", 2, [(1, 4), (2, 3)]),
        (2, "losers", 1, [(8, 5), (7, 6)]),
        (3, "losers", 2, [(5, 3), (6, 4)]),
        (4, "winners", 3, [(1, 2)]),
        (4, "losers", 3, [(3, 4)]),
        (5, "losers", 4, [(3, 2)]),
        (6, "final", 1, [(1, 2)]),
    ]
    assert double_places(evening.parts) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}


def test_eight_players_by_hand_with_every_surprise():
    evening = Evening(8).to_the_end(max)
    assert pairs(evening.parts) == [
        (1, "winners", 1, [(1, 8), (4, 5), (2, 7), (3, 6)]),
        (2, "winners", 2, [(8, 5), (7, 6)]),
        (2, "losers", 1, [(1, 4), (2, 3)]),
        (3, "losers", 2, [(4, 6), (3, 5)]),
        (4, "winners", 3, [(8, 7)]),
        (4, "losers", 3, [(6, 5)]),
        (5, "losers", 4, [(6, 7)]),
        (6, "final", 1, [(8, 7)]),
    ]


def test_a_bye_in_the_winners_bracket_is_one_for_who_comes_down_beside_it():
    evening = Evening(7)
    assert [duel.entries for duel in evening.duels()] == [(1,), (4, 5), (2, 7), (3, 6)]
    evening.round(min)
    assert [duel.entries for duel in evening.duels()] == [(1, 4), (2, 3), (5,), (7, 6)]


def test_a_losers_round_in_which_nobody_would_meet_is_left_out():
    evening = Evening(6)
    evening.round(min)
    assert [duel.entries for duel in evening.duels()] == [(1, 4), (2, 3)]
    evening.round(min)
    assert [duel.entries for duel in evening.duels()] == [(5, 3), (6, 4)]


def test_the_losers_of_winners_round_three_come_down_last_first_with_halves_exchanged():
    evening = Evening(32)
    for _ in range(4):
        evening.round(min)
    down = next(one for one in evening.parts if (one.side, one.number) == ("losers", 4))
    thrown = next(one for one in evening.parts if (one.side, one.number) == ("winners", 3))
    assert [duel.loser for duel in thrown.duels] == [8, 5, 7, 6]
    assert [duel.other for duel in down.duels] == [5, 8, 6, 7]


def test_who_wins_the_grand_final_after_a_loss_must_win_it_twice():
    evening = Evening(4).to_the_end(min)
    evening.held.pop()
    evening.round(max)
    assert last_round(evening.parts) == 5
    assert [duel.entries for duel in evening.duels()] == [(1, 2)]
    assert not {1, 2} & set(double_places(evening.parts))
    evening.round(max)
    assert double_places(evening.parts) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_the_second_grand_final_is_open_while_the_first_is():
    evening = Evening(4)
    assert evening.parts[-1].duels[0].winner == OPEN
    assert last_round(evening.parts) == event_rounds(4) == 4


@pytest.mark.parametrize(("gone", "winner"), [(1, 2), (2, 1)])
def test_who_leaves_before_the_second_grand_final_loses_it_without_a_round(gone, winner):
    evening = Evening(4).to_the_end(min)
    evening.held.pop()
    evening.round(max)
    evening.registered.remove(gone)
    assert last_round(evening.parts) == 4
    places = double_places(evening.parts)
    assert (places[winner], places[gone]) == (1, 2)


def test_two_players_meet_until_one_has_lost_twice():
    evening = Evening(2)
    evening.round(min)
    evening.round(max)
    assert last_round(evening.parts) == 3
    evening.round(min)
    assert double_places(evening.parts) == {1: 1, 2: 2}


def test_after_a_double_no_show_both_are_out_and_the_next_opponents_have_byes():
    evening = Evening(4)
    evening.round(min, missing={1, 4})
    assert [duel.entries for duel in evening.duels()] == [(2,), (3,)]
    evening.to_the_end(min)
    assert double_places(evening.parts) == {2: 1, 3: 2, 1: 3, 4: 3}


def test_a_match_decided_without_play_sends_a_registered_loser_to_the_losers_bracket():
    evening = Evening(4)
    evening.round(min, missing={4})
    evening.registered.add(4)
    assert (4, 3) in [duel.entries for duel in evening.duels()]


def test_who_left_while_not_playing_and_came_back_in_time_goes_on():
    evening = Evening(8)
    evening.round(min)
    evening.round(min)
    evening.registered.remove(1)
    evening.round(min)
    assert (2,) in [duel.entries for duel in evening.duels()]
    evening.registered.add(1)
    assert (1, 2) in [duel.entries for duel in evening.duels()]


def test_an_unfinished_bracket_gives_places_only_to_those_who_are_out():
    evening = Evening(8)
    evening.round(min)
    evening.registered.remove(1)
    assert double_places(evening.parts) == {}
    duels = evening.duels()
    assert [duel.entries for duel in duels] == [(4,), (2, 3), (8, 5), (7, 6)]
    evening.held.append(Held(frozenset({2, 3, 4, 5, 6, 7, 8}), {frozenset({5, 8}): 5}))
    assert double_places(evening.parts) == {8: 7}


@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_when_all_come_everybody_but_the_winner_loses_exactly_twice(count, random):
    evening = Evening(count).to_the_end(random.choice)
    places = double_places(evening.parts)
    winner = next(one for one, place in places.items() if place == 1)
    assert evening.losses.pop(winner, 0) == len(evening.played) - (2 * count - 2) <= 1
    assert evening.losses == dict.fromkeys(set(places) - {winner}, 2)
    assert set(places) == set(evening.seeds)


@given(
    st.integers(2, 33),
    st.randoms(use_true_random=False),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
)
def test_with_no_shows_and_withdrawals_nobody_plays_after_two_losses(count, random, late, leave):
    evening = Evening(count)
    while len(evening.held) < last_round(evening.parts):
        evening.registered -= {one for one in evening.seeds if random.random() < leave / 4}
        before = Counter(evening.losses)
        there = {one for duel in evening.duels() for one in duel.entries}
        assert all(before[one] < 2 for one in there)
        assert there <= evening.registered
        evening.round(random.choice, {one for one in there if random.random() < late / 4})
    places = double_places(evening.parts)
    assert set(places) == set(evening.seeds)
    winners = [one for one, place in places.items() if place == 1]
    assert len(winners) <= 1
    left = set(evening.seeds) - evening.registered
    assert all(evening.losses[one] == 2 for one in set(evening.seeds) - left - set(winners))


@given(st.integers(2, 33), st.randoms(use_true_random=False), st.floats(0, 0.3))
def test_places_are_shared_by_as_many_as_are_missing_below(count, random, leave):
    evening = Evening(count)
    while len(evening.held) < last_round(evening.parts):
        evening.registered -= {one for one in evening.seeds if random.random() < leave / 4}
        evening.round(random.choice)
    places = double_places(evening.parts)
    for one, place in places.items():
        better = sum(other < place for other in places.values())
        assert place == 1 + better or 1 not in places.values(), one


@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_places_of_those_who_are_out_never_change(count, random):
    evening = Evening(count)
    found = {}
    while len(evening.held) < last_round(evening.parts):
        evening.round(random.choice)
        now = double_places(evening.parts)
        assert found.items() <= now.items()
        found = now


@given(st.integers(2, 64), st.randoms(use_true_random=False))
def test_nobody_meets_again_before_the_losers_round_of_the_brackets_height(count, random):
    evening = Evening(count).to_the_end(random.choice)
    met = set()
    for part in evening.parts:
        for duel in part.duels:
            pair = frozenset(duel.entries)
            if pair in met:
                assert part.side == "final" or part.number >= bracket_rounds(count)
            if len(pair) == 2:
                met.add(pair)


@pytest.mark.parametrize("rounds", range(2, 8))
def test_no_event_round_can_be_saved_as_who_loses_the_first_match_may_play_in_all_of_them(rounds):
    last = 2**rounds
    evening = Evening(last).to_the_end(lambda pair: 1 if 1 in pair else max(pair))
    assert len(evening.held) == event_rounds(last)
    assert all(last in held.there for held in evening.held)
