"""Every fact in the club bot's reasons holds when its action is played."""

from __future__ import annotations

from collections.abc import Callable

from games.registry import current_rules
from games.rules.zombie_rummy.bots import reasons as why
from games.rules.zombie_rummy.events import ending, lay
from games.rules.zombie_rummy.scoring import round_scores, stack_score
from games.rules.zombie_rummy.state import State
from tests.contract.matches import played_matches
from tests.support.reasons import Given, reasons_of

RULES = current_rules("zombie_rummy")


def points(state: State, seat: int) -> int:
    """Return the points that a seat's table counts."""
    return sum(stack_score(stack).points for stack in state.tables[seat])


def is_going_on(given: Given) -> bool:
    """Tell whether the round goes on, so that the tables are still there."""
    return given.before.round == given.after.round and given.after.turn is not None


def changes(given: Given, seat: int, by: int | None = None) -> bool:
    """Tell whether a seat's table loses points, or changes by so many."""
    change = points(given.after, seat) - points(given.before, seat)
    return not is_going_on(given) or (change < 0 if by is None else change == by)


def completes(given: Given) -> bool:
    """Tell whether the card taken lies in a set that can be laid now."""
    card, after = given.told("card"), given.after
    melds = [one for one in RULES.legal_actions(after, given.seat) if one["type"] == "meld"]
    return any(card in one["cards"] for one in melds)


def steals(given: Given) -> bool:
    """The zombie costs as much on the brain as it did in hand."""
    before, after = (round_scores(state) for state in (given.before, given.after))
    moved = [one.points - other.points for one, other in zip(after, before, strict=True)]
    return not is_going_on(given) or (moved[given.seat] == 5 and sorted(moved)[0] == -5)


def loses_device(given: Given, has: Callable[[State, int], bool]) -> bool:
    """Tell whether the seat named had that device when it was broken."""
    return given.names(lay.DeviceBroken) and has(given.before, given.told("seat"))


def eliminates(given: Given) -> bool:
    return points(given.after, given.seat) > points(given.before, given.seat)


def nukes(given: Given) -> bool:
    seat = given.action["seat"]
    return given.told("points") == points(given.before, seat) and given.names(lay.SeatNuked)


def is_rid_of(given: Given) -> bool:
    """Tell whether the card has left the hand."""
    card = given.action["card"]
    left = given.after.hands[given.seat].count(card)
    return not is_going_on(given) or left == given.before.hands[given.seat].count(card) - 1


def is_worth_more(given: Given) -> bool:
    return not is_going_on(given) or points(given.after, given.seat) > points(
        given.before, given.seat
    )


FACTS: dict[str, Callable[[Given], bool]] = {
    why.PILE: lambda given: given.action["from"] == "deck",
    why.TAKE: lambda given: given.action["from"] == "discard",
    why.COMPLETES: completes,
    why.SET: lambda given: given.names(lay.SetLaid) and is_worth_more(given),
    why.ELIMINATES: eliminates,
    why.BRAIN_PLACED: lambda given: changes(given, given.seat, +5),
    why.SHELTER: lambda given: not is_going_on(given) or given.after.barricaded(given.seat),
    why.ANTENNA: lambda given: not is_going_on(given) or given.after.has_radio(given.seat),
    why.ATTACK: lambda given: changes(given, given.told("seat"), -5),
    why.STEAL: steals,
    why.BREAK_RADIO: lambda given: loses_device(given, State.has_radio),
    why.BREAK_BARRICADE: lambda given: loses_device(given, State.barricaded),
    why.LOCK: lambda given: given.names(lay.BrainLocked),
    why.HORDE_OWN: lambda given: given.names(lay.HordeFormed),
    why.HORDE: lambda given: given.names(lay.HordeFormed) and changes(given, given.told("seat")),
    why.LAY_OFF: is_rid_of,
    why.NUKE: nukes,
    why.NUKE_SELF: nukes,
    why.OUT: lambda given: given.names(ending.RoundEnded),
    why.DISCARD: is_rid_of,
}


def test_every_fact_holds_when_the_action_is_played() -> None:
    told = set()
    for played in played_matches("zombie_rummy", 1):
        for given in reasons_of(played, 60):
            told.add(given.phrase.key)
            assert FACTS[given.phrase.key](given), (given.phrase, given.action)
    assert told == set(FACTS)
