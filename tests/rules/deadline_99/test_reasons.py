"""Every fact in the club bot's reasons holds when its action is played."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.deadline_99.bots import reasons as why
from games.rules.deadline_99.events.moves import CardTaken, NothingTaken
from tests.contract.matches import played_matches
from tests.support.reasons import Given, reasons_of


def is_out(given: Given) -> bool:
    return not given.after.alive[given.seat]


def takes(given: Given) -> bool:
    target = given.told("target")
    held = len(given.before.hands[target])
    return given.names(CardTaken) and held == given.told("count") and not is_out(given)


def takes_nothing(given: Given) -> bool:
    nobody = not given.before.hands[given.told("target")]
    return nobody and given.names(NothingTaken) and not is_out(given)


def gain(given: Given) -> int:
    """Return how many cards more the other hand has than the player keeps."""
    kept = len(given.before.hands[given.seat]) - 1
    return len(given.before.hands[given.told("target")]) - kept


def calls(given: Given) -> bool:
    target = given.told("target")
    plays = given.after.turn == target or not given.after.alive[target]
    return plays and given.after.count == given.before.count == given.told("count")


FACTS: dict[str, Callable[[Given], bool]] = {
    why.OVER: is_out,
    why.REAPER_LAST: is_out,
    why.OWN_KING: lambda given: given.before.roles is not None,
    why.TAKES: takes,
    why.TAKES_NOTHING: takes_nothing,
    why.SWAP_GAINS: lambda given: gain(given) > 0,
    why.SWAP_EVEN: lambda given: gain(given) == 0,
    why.SWAP_LOSES: lambda given: gain(given) < 0 and not is_out(given),
    why.DRAWS_TWO: lambda given: (
        len(given.after.hands[given.seat]) == len(given.before.hands[given.seat]) + 1
    ),
    why.LOWERS: lambda given: given.after.count < given.before.count,
    why.STAYS: lambda given: given.after.count <= given.before.count and not is_out(given),
    why.TURNS: lambda given: (
        given.after.count == given.before.count and given.after.direction != given.before.direction
    ),
    why.CALLS: calls,
    why.FILLS: lambda given: given.after.count == 99,
    why.ADDS: lambda given: given.before.count < given.after.count == given.told("count") <= 99,
}


def test_every_fact_holds_when_the_action_is_played() -> None:
    told = set()
    for played in played_matches("deadline_99", 1):
        for given in reasons_of(played, 400):
            told.add(given.phrase.key)
            assert FACTS[given.phrase.key](given), (given.phrase, given.action)
    assert told >= {*FACTS} - {why.TAKES_NOTHING}  # that is in test_bots.py
