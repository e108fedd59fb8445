"""Single and double elimination (tournaments 3.7)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pair.bracket import (
    OPEN,
    Played,
    bracket,
    bracket_rounds,
    bracket_size,
    event_rounds,
    last_round,
    slots,
)
from games.tournaments.pair.bracket_places import double_places, single_places


def test_slots_of_eight():
    assert slots(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert slots(1) == [1]


@pytest.mark.parametrize("size", [3, 6, 0])
def test_only_powers_of_two_have_slots(size):
    with pytest.raises(ValueError, match="power"):
        slots(size)


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(1, 1, 0), (2, 2, 1), (3, 4, 2), (8, 8, 3), (9, 16, 4)]
)
def test_sizes_and_rounds_of_a_bracket(count, size, rounds):
    assert (bracket_size(count), bracket_rounds(count)) == (size, rounds)


@pytest.mark.parametrize("count", range(2, 20))
def test_the_top_seeds_have_the_byes_of_round_one(count):
    seeds = list(range(1, count + 1))
    first = bracket(seeds, [], seeds, "single")[0]
    alone = sorted(match.entries[0] for match in first.matches if len(match.entries) == 1)
    assert alone == seeds[: bracket_size(count) - count]
    assert all(match.entries for match in first.matches)


def pairs(rounds):
    """Return what is played in each event round: side, number and who meets whom."""
    return [
        (drawn.event_round, drawn.side, drawn.number, [match.entries for match in drawn.matches])
        for drawn in rounds
        if drawn.matches
    ]


class Evening:
    """Plays a bracket; people may leave between the rounds or not come."""

    def __init__(self, count, kind="double", **options):
        self.kind, self.options = kind, options
        self.seeds = list(range(1, count + 1))
        self.registered = set(self.seeds)
        self.held = []
        self.losses = Counter()
        self.played = []
        self.missed = set()

    @property
    def rounds(self):
        """The bracket as it stands."""
        return bracket(self.seeds, self.held, self.registered, self.kind, **self.options)

    def matches(self):
        """Return the matches of the next event round, every slot of which is known."""
        matches = [
            match
            for drawn in self.rounds
            if drawn.event_round == len(self.held) + 1
            for match in drawn.matches
        ]
        assert all(OPEN not in (match.one, match.other) for match in matches)
        return matches

    def round(self, choose, missing=()):
        """Play an event round; who is missing loses without play, and is withdrawn."""
        matches = self.matches()
        there = frozenset(one for match in matches for one in match.entries)
        winners = {}
        for match in matches:
            if len(match.entries) == 2:
                winners[frozenset(match.entries)] = self.decide(match.entries, choose, missing)
        self.held.append(Played(there, winners))
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
        while len(self.held) < last_round(self.rounds):
            self.round(choose)
        return self


def single_places_of(evening):
    """Return the places of a single elimination."""
    return single_places(evening.rounds, len(evening.held))


def test_with_the_better_seed_winning_the_places_follow_the_seeds():
    evening = Evening(8, "single").to_the_end(min)
    assert pairs(evening.rounds)[-1] == (3, "winners", 3, [(1, 2)])
    places = single_places_of(evening)
    assert places == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_the_match_for_the_third_place_parts_the_losers_of_the_semi_finals():
    evening = Evening(8, "single", third_place=True).to_the_end(min)
    assert pairs(evening.rounds)[-2:] == [(3, "winners", 3, [(1, 2)]), (3, "third", 1, [(4, 3)])]
    found = single_places_of(evening)
    assert (found[3], found[4]) == (3, 4)


def test_three_entries_need_no_match_for_the_third_place():
    evening = Evening(3, "single", third_place=True).to_the_end(min)
    assert evening.rounds[-1].matches[0].entries == (3,)
    assert single_places_of(evening) == {1: 1, 2: 2, 3: 3}


def test_after_a_double_no_show_the_next_opponent_advances_alone():
    evening = Evening(4, "single")
    evening.round(min, missing={1, 4})
    assert [(match.one, match.other) for match in evening.matches()] == [(None, 2)]
    evening.to_the_end(min)
    assert single_places_of(evening) == {2: 1, 1: 3, 3: 3, 4: 3}


def test_who_advances_and_leaves_is_placed_with_the_losers_of_the_next_match():
    evening = Evening(4, "single")
    evening.round(min)
    evening.registered.remove(1)
    assert single_places_of(evening) == {3: 3, 4: 3}
    evening.to_the_end(min)
    assert single_places_of(evening) == {1: 2, 2: 1, 3: 3, 4: 3}


@given(st.integers(2, 33), st.randoms(use_true_random=False), st.booleans())
def test_everybody_gets_a_place_and_there_is_one_winner(count, random, third_place):
    evening = Evening(count, "single", third_place=third_place).to_the_end(random.choice)
    found = single_places_of(evening)
    assert sorted(found) == list(range(1, count + 1))
    assert list(found.values()).count(1) == 1
    assert list(found.values()).count(2) == 1
    played = sum(
        len(match.entries) == 2
        for drawn in evening.rounds
        if drawn.side == "winners"
        for match in drawn.matches
    )
    assert played == count - 1


def test_an_unfinished_single_bracket_gives_places_only_to_those_who_are_out():
    evening = Evening(4, "single")
    evening.held.append(Played(frozenset({1, 2, 3, 4}), {frozenset({1, 4}): 1}))
    assert single_places_of(evening) == {4: 3}


def test_eight_players_by_hand():
    evening = Evening(8).to_the_end(min)
    assert pairs(evening.rounds) == [
        (1, "winners", 1, [(1, 8), (4, 5), (2, 7), (3, 6)]),
        (2, "winners", 2, [(1, 4), (2, 3)]),
        (2, "losers", 1, [(8, 5), (7, 6)]),
        (3, "losers", 2, [(5, 3), (6, 4)]),
        (4, "winners", 3, [(1, 2)]),
        (4, "losers", 3, [(3, 4)]),
        (5, "losers", 4, [(3, 2)]),
        (6, "final", 1, [(1, 2)]),
    ]
    assert double_places(evening.rounds) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}


def test_eight_players_by_hand_with_every_surprise():
    evening = Evening(8).to_the_end(max)
    assert pairs(evening.rounds) == [
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
    assert [match.entries for match in evening.matches()] == [(1,), (4, 5), (2, 7), (3, 6)]
    evening.round(min)
    assert [match.entries for match in evening.matches()] == [(1, 4), (2, 3), (5,), (7, 6)]


def test_a_losers_round_in_which_nobody_would_meet_is_left_out():
    evening = Evening(6)
    evening.round(min)
    assert [match.entries for match in evening.matches()] == [(1, 4), (2, 3)]
    evening.round(min)
    assert [match.entries for match in evening.matches()] == [(5, 3), (6, 4)]


def test_the_losers_of_winners_round_three_come_down_last_first_with_halves_exchanged():
    evening = Evening(32)
    for _ in range(4):
        evening.round(min)
    down = next(one for one in evening.rounds if (one.side, one.number) == ("losers", 4))
    thrown = next(one for one in evening.rounds if (one.side, one.number) == ("winners", 3))
    assert [match.loser for match in thrown.matches] == [8, 5, 7, 6]
    assert [match.other for match in down.matches] == [5, 8, 6, 7]


def test_who_wins_the_grand_final_after_a_loss_must_win_it_twice():
    evening = Evening(4).to_the_end(min)
    evening.held.pop()
    evening.round(max)
    assert last_round(evening.rounds) == 5
    assert [match.entries for match in evening.matches()] == [(1, 2)]
    assert not {1, 2} & set(double_places(evening.rounds))
    evening.round(max)
    assert double_places(evening.rounds) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_the_second_grand_final_is_open_while_the_first_is():
    evening = Evening(4)
    assert evening.rounds[-1].matches[0].winner == OPEN
    assert last_round(evening.rounds) == event_rounds(4) == 4


@pytest.mark.parametrize(("gone", "winner"), [(1, 2), (2, 1)])
def test_who_leaves_before_the_second_grand_final_loses_it_without_a_round(gone, winner):
    evening = Evening(4).to_the_end(min)
    evening.held.pop()
    evening.round(max)
    evening.registered.remove(gone)
    assert last_round(evening.rounds) == 4
    places = double_places(evening.rounds)
    assert (places[winner], places[gone]) == (1, 2)


def test_two_players_meet_until_one_has_lost_twice():
    evening = Evening(2)
    evening.round(min)
    evening.round(max)
    assert last_round(evening.rounds) == 3
    evening.round(min)
    assert double_places(evening.rounds) == {1: 1, 2: 2}


def test_after_a_double_no_show_both_are_out_and_the_next_opponents_have_byes():
    evening = Evening(4)
    evening.round(min, missing={1, 4})
    assert [match.entries for match in evening.matches()] == [(2,), (3,)]
    evening.to_the_end(min)
    assert double_places(evening.rounds) == {2: 1, 3: 2, 1: 3, 4: 3}


def test_a_match_decided_without_play_sends_a_registered_loser_to_the_losers_bracket():
    evening = Evening(4)
    evening.round(min, missing={4})
    evening.registered.add(4)
    assert (4, 3) in [match.entries for match in evening.matches()]


def test_who_left_while_not_playing_and_came_back_in_time_goes_on():
    evening = Evening(8)
    evening.round(min)
    evening.round(min)
    evening.registered.remove(1)
    evening.round(min)
    assert (2,) in [match.entries for match in evening.matches()]
    evening.registered.add(1)
    assert (1, 2) in [match.entries for match in evening.matches()]


def test_an_unfinished_bracket_gives_places_only_to_those_who_are_out():
    evening = Evening(8)
    evening.round(min)
    evening.registered.remove(1)
    assert double_places(evening.rounds) == {}
    matches = evening.matches()
    assert [match.entries for match in matches] == [(4,), (2, 3), (8, 5), (7, 6)]
    evening.held.append(Played(frozenset({2, 3, 4, 5, 6, 7, 8}), {frozenset({5, 8}): 5}))
    assert double_places(evening.rounds) == {8: 7}


@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_when_all_come_everybody_but_the_winner_loses_exactly_twice(count, random):
    evening = Evening(count).to_the_end(random.choice)
    places = double_places(evening.rounds)
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
    while len(evening.held) < last_round(evening.rounds):
        evening.registered -= {one for one in evening.seeds if random.random() < leave / 4}
        before = Counter(evening.losses)
        there = {one for match in evening.matches() for one in match.entries}
        assert all(before[one] < 2 for one in there)
        assert there <= evening.registered
        evening.round(random.choice, {one for one in there if random.random() < late / 4})
    places = double_places(evening.rounds)
    assert set(places) == set(evening.seeds)
    winners = [one for one, place in places.items() if place == 1]
    assert len(winners) <= 1
    left = set(evening.seeds) - evening.registered
    assert all(evening.losses[one] == 2 for one in set(evening.seeds) - left - set(winners))


@given(st.integers(2, 33), st.randoms(use_true_random=False), st.floats(0, 0.3))
def test_places_are_shared_by_as_many_as_are_missing_below(count, random, leave):
    evening = Evening(count)
    while len(evening.held) < last_round(evening.rounds):
        evening.registered -= {one for one in evening.seeds if random.random() < leave / 4}
        evening.round(random.choice)
    places = double_places(evening.rounds)
    for one, place in places.items():
        better = sum(other < place for other in places.values())
        assert place == 1 + better or 1 not in places.values(), one


@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_places_of_those_who_are_out_never_change(count, random):
    evening = Evening(count)
    found = {}
    while len(evening.held) < last_round(evening.rounds):
        evening.round(random.choice)
        now = double_places(evening.rounds)
        assert found.items() <= now.items()
        found = now


@given(st.integers(2, 64), st.randoms(use_true_random=False))
def test_nobody_meets_again_before_the_losers_round_of_the_brackets_height(count, random):
    evening = Evening(count).to_the_end(random.choice)
    met = set()
    for drawn in evening.rounds:
        for match in drawn.matches:
            pair = frozenset(match.entries)
            if pair in met:
                assert drawn.side == "final" or drawn.number >= bracket_rounds(count)
            if len(pair) == 2:
                met.add(pair)


@pytest.mark.parametrize("rounds", range(2, 8))
def test_no_event_round_can_be_saved_as_who_loses_the_first_match_may_play_in_all_of_them(rounds):
    last = 2**rounds
    evening = Evening(last).to_the_end(lambda pair: 1 if 1 in pair else max(pair))
    assert len(evening.held) == event_rounds(last)
    assert all(last in held.present for held in evening.held)
