"""Who came to their tables: what counts as missed, and what no longer does (tournaments 3.2)."""

from __future__ import annotations

from games.tournaments.direct.attendance import attended, changes
from games.tournaments.direct.fold import BLANK, apply
from tests.tournaments.direct.support import event


def noted(held):
    """Return what is known after every action's changes, in their order."""
    state, found = BLANK, {}
    for action in held.actions:
        after = apply(state, action)
        for key, came in changes(state, action, after).items():
            found.pop(key, None)
            if came is not None:
                found[key] = came
        state = after
    return found


def rival_of(held, entry):
    return next(one for one in held.state.current.table_of(entry).seats if one != entry)


def test_a_no_show_is_missed_and_its_opponent_has_not_played():
    held = event(4, rounds=2)
    held.publish()
    held.do("no_show", entry=1)
    rival = rival_of(held, 1)
    held.play()
    rest = {one for one in range(1, 5) if one not in (1, rival)}
    assert noted(held) == {(101, 1): False, **{(100 + one, 1): True for one in rest}}


def test_a_no_show_that_is_taken_back_is_none():
    held = event(4, rounds=2)
    held.publish()
    held.do("no_show", entry=1)
    held.do("reseat", entry=1)
    assert noted(held) == {}
    held.do("no_show", entry=1)
    held.do("cancel_round", round=1)
    assert noted(held) == {}


def test_a_ruling_says_who_missed_and_who_played():
    held = event(4, rounds=2)
    held.play_round()
    table = held.state.current.table_of(1)
    asked = {"round": 1, "table": table.number}
    held.do("override_result", **asked, absent=[1], results=[])
    assert noted(held)[101, 1] is False
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    held.do("override_result", **asked, results=results)
    assert noted(held)[101, 1] is True


def test_leaving_in_the_middle_of_a_round_misses_it_and_between_rounds_does_not():
    held = event(4, rounds=3)
    held.publish()
    held.do("withdraw", entry=1, this_round=True)
    held.do("withdraw", entry=rival_of(held, 1))
    held.play()
    held.do("close_round")
    held.publish()
    assert noted(held)[101, 1] is False
    assert (101, 2) not in noted(held)


def test_forfeits_of_who_left_a_round_robin_are_not_missed():
    held = event(4, format="round_robin")
    held.play_round()
    held.play_round()
    held.do("withdraw", entry=1)
    held.publish()
    assert attended(held.state)[101, 3] is False
    assert (101, 3) not in noted(held)


def test_who_is_excluded_has_not_missed_the_round():
    held = event(4, rounds=2)
    held.publish()
    held.do("exclude", entry=1)
    assert noted(held) == {}


def test_who_was_sent_elsewhere_has_missed_nothing():
    held = event(7, format="pods")
    held.publish()
    small = min(held.state.current.tables, key=lambda table: len(table.seats))
    held.do("no_show", entry=small.seats[0])
    held.play()
    known = noted(held)
    assert known[100 + small.seats[0], 1] is False
    assert {known.get((100 + one, 1)) for one in small.seats[1:]} == {True, None}  # one has a bye
