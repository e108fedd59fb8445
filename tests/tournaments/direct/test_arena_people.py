"""Who joins an arena, rests, does not come, or is taken out of it."""

from __future__ import annotations

from games.tournaments.direct.kinds.arena import free, next_pairs
from games.tournaments.direct.sheet import tables_of
from tests.tournaments.direct.arenas import arena, pairs, waiting, wins
from tests.tournaments.direct.support import refused


def test_anybody_joins_while_it_runs_and_has_lost_nothing():
    held = arena(2)
    held.do("pair_free")
    held.do("join", players=[777], strength=1500)
    assert held.points()[3] == "0"
    assert waiting(held) == {3}
    wins(held, 1)
    held.do("pair_free")
    assert pairs(held)[1] == (2, 3)


def test_who_joins_has_the_next_seed_and_their_games_are_counted_from_one():
    held = arena(2)
    held.do("join", players=[777], strength=2500)
    joined = held.state.entries[3]
    assert (joined.seed, joined.joined) == (3, 1)
    held.do("pair_free")
    seated = held.state.current.tables[0].seats
    assert [number for number, _ in tables_of(held.state, seated[0])] == [1]


def test_who_was_called_and_did_not_come_was_paired_as_late_as_the_other():
    held = arena(3)
    held.do("pair_free")
    one, other = held.state.current.tables[0].seats
    held.do("no_show", entry=one)
    held.do("come_back", entry=one)
    since = {entry.entry: entry.since for entry in free(held.state)}
    assert since[one] == since[other] == 1


def test_nobody_joins_twice_nor_a_full_arena():
    held = arena(2, capacity=2)
    assert refused(held, "join", players=[777]) == "arena_full"
    held.do("withdraw", entry=2)
    assert refused(held, "join", players=[102]) == "already_entered"
    held.do("join", players=[777])


def test_who_rests_is_not_paired_until_they_are_back():
    held = arena(4)
    held.do("withdraw", entry=3)
    held.do("pair_free")
    assert pairs(held) == [(1, 2)]
    assert refused(held, "come_back", entry=1) == "not_withdrawn"
    held.do("come_back", entry=3)
    assert waiting(held) == {3, 4}


def test_who_rests_plays_the_game_to_its_end():
    held = arena(2)
    held.do("pair_free")
    held.do("withdraw", entry=1)
    wins(held, 1)
    assert held.points()[1] == "2"
    assert waiting(held) == {2}


def test_who_rests_is_nobody_to_wait_for():
    held = arena(3)
    held.do("withdraw", entry=3)
    held.do("pair_free")
    wins(held, 1)
    assert next_pairs(held.state) == [(1, 2)]


def test_who_does_not_come_loses_and_rests_and_the_other_has_won():
    held = arena(2)
    held.do("pair_free")
    held.do("no_show", entry=2)
    assert held.points() == {1: "2", 2: "0"}
    assert held.kinds(1) == ["fwin"]
    assert waiting(held) == {1}
    held.do("come_back", entry=2)
    assert next_pairs(held.state) == [(1, 2)], "they have not met yet"


def test_if_neither_comes_both_have_lost():
    held = arena(2)
    held.do("pair_free")
    held.do("no_show", entry=2)
    held.do("no_show", entry=1)
    assert held.points() == {1: "0", 2: "0"}
    assert waiting(held) == set()


def test_who_is_taken_out_does_not_come_back_by_themselves():
    held = arena(3)
    held.do("pair_free")
    held.do("exclude", entry=1, keep_results=True)
    assert held.points() == {2: "2", 3: "0"}
    assert refused(held, "come_back", entry=1) == "not_withdrawn"
    assert refused(held, "join", players=[101]) == "already_entered"
