"""Judge a position by tables: how likely its player is to win. Pure.

A judgement is a sum of table entries, in hundredths of a logit, one from each table. The tables
were fitted by temporal differences (TD(λ), λ = 0.8) over matches of this bot against itself and
the club bot. docs/bots.md has the result, and what was tried without success.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import mul

from games.rules.deadline_99.bots.ahead import FACES, PLACE, WIDE_ZONES, ZONES, Ahead
from games.rules.deadline_99.bots.sides import Sides
from games.rules.deadline_99.bots.tables import FACTION, SURVIVOR

Tables = Mapping[str, list[int]]

_WIDE, _ZONES, _CARDS = len(WIDE_ZONES) + 1, len(ZONES) + 1, (len(WIDE_ZONES) + 1) * len(FACES) * 3
SURVIVOR_SIZES = {
    "once": 1,
    "cards": _CARDS,
    "escapes, unknown": 7 * 6,
    "zone, next hand": _ZONES * 6,
    "others' cards": 21,
    "least hand": 7,
    "wait": 10,
    "zone, escapes": _ZONES * 7,
    "hand": 9,
    "next hand, hand": 6 * 6,
    "zone, fitting": _ZONES * 6,
    "least hand, jacks": 5 * 4,
}
FACTION_SIZES = {
    "once": 1,
    "cards": _CARDS,
    "escapes, unknown": 7 * 6,
    "zone, escapes": _ZONES * 7,
    "hand": 9,
    "zone, fitting": _ZONES * 6,
    "next": _WIDE * 5 * 6,
    "own king's hand": 7,
    "enemy king's hand": _WIDE * 7,
    "enemy king's turn": 10,
    "own king's turn": 10,
    "friends' cards": 21,
    "foes' cards": 21,
    "friends": 5,
    "foes": 5,
    "after next": _WIDE * 5,
}


def _tables(text: str, sizes: Mapping[str, int]) -> Tables:
    """Return the tables written one after the other in `text`."""
    numbers = list(map(int, text.split()))
    ends = dict(zip(sizes, accumulate(sizes.values()), strict=True))
    return {name: numbers[end - sizes[name] : end] for name, end in ends.items()}


_FOR_SURVIVORS = [_tables(text, SURVIVOR_SIZES) for text in SURVIVOR]
"""With two, three, four, and more players still in."""
_FOR_KING, _FOR_MINISTER = (_tables(text, FACTION_SIZES) for text in FACTION)


WON = 10_000


def survivor_worth(ahead: Ahead) -> int:
    """Return how good a position is for a player who has to stay in."""
    if not ahead.others:
        return WON
    tables = _FOR_SURVIVORS[min(len(ahead.others), 4) - 1]
    others = [ahead.sizes[seat] for seat in ahead.others]
    escapes, least, following = min(ahead.escapes(), 6), min(others), ahead.sizes[ahead.next]
    rows = {
        "once": 0,
        "escapes, unknown": escapes * 6 + min(ahead.unknown, 5),
        "zone, next hand": ahead.zone * 6 + min(following, 5),
        "others' cards": min(sum(others), 20),
        "least hand": min(least, 6),
        "wait": min(len(ahead.order), 9),
        "zone, escapes": ahead.zone * 7 + escapes,
        "hand": min(ahead.size, 8),
        "next hand, hand": min(following, 5) * 6 + min(ahead.size, 5),
        "zone, fitting": ahead.zone * 6 + min(ahead.fitting(), 5),
        "least hand, jacks": min(least, 4) * 4 + min(ahead.held[PLACE["J"]], 3),
    }
    return _total(tables, ahead, rows)


def faction_worth(ahead: Ahead, sides: Sides, *, king: bool) -> int:
    """Return how good a position is for the faction of a king, or of a minister."""
    enemy, own = sides.enemy_king, sides.own_king
    if enemy in ahead.starved or own in ahead.starved:
        return WON if enemy in ahead.starved else -WON
    escapes, zone = min(ahead.escapes(), 6), ahead.wide_zone
    plain = [seat for seat in ahead.others if seat not in (enemy, own)]
    friends, foes = ([side[seat] for seat in plain] for side in (sides.friend, sides.foe))
    sizes = [ahead.sizes[seat] for seat in plain]
    rows = {
        "once": 0,
        "escapes, unknown": escapes * 6 + min(ahead.unknown, 5),
        "zone, escapes": ahead.zone * 7 + escapes,
        "hand": min(ahead.size, 8),
        "zone, fitting": ahead.zone * 6 + min(ahead.fitting(), 5),
        "next": (zone * 5 + sides.relation(ahead.next)) * 6 + min(ahead.sizes[ahead.next], 5),
        "enemy king's hand": zone * 7 + min(ahead.sizes[enemy], 6),
        "enemy king's turn": min(_turn(ahead, enemy), 9),
        "friends' cards": min(_rounded(map(mul, friends, sizes)), 20),
        "foes' cards": min(_rounded(map(mul, foes, sizes)), 20),
        "friends": min(_rounded(friends), 4),
        "foes": min(_rounded(foes), 4),
    }
    if not king:
        rows["own king's hand"] = min(ahead.sizes[own], 6)
        rows["own king's turn"] = min(_turn(ahead, own), 9)
    if ahead.second is not None:
        rows["after next"] = zone * 5 + sides.relation(ahead.second)
    return _total(_FOR_KING if king else _FOR_MINISTER, ahead, rows)


def _total(tables: Tables, ahead: Ahead, rows: Mapping[str, int]) -> int:
    """Return the sum of one entry of each table, and those of the cards held."""
    cards = tables["cards"]
    return sum(tables[name][row] for name, row in rows.items()) + sum(
        cards[row] for row in ahead.cards()
    )


def _turn(ahead: Ahead, seat: int) -> int:
    """Return when a seat plays: 1 for next, 0 for not before the player's own next turn."""
    return ahead.order.index(seat) + 1 if seat in ahead.order else 0


def _rounded(parts: Iterable[float]) -> int:
    return int(sum(parts) + 0.5)
