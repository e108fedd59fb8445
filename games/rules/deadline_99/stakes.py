"""Say what a play is worth to its player and to another one, for the collusion report. Pure.

Both figures are the expert's judgement of a position (`bots/judge.py`): log odds of staying in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.bot import Observation
from games.engine.contract import Action, Stakes
from games.engine.hidden import Cards
from games.rules.deadline_99.actions import alike
from games.rules.deadline_99.bots.ahead import (
    ESCAPES,
    FACES,
    PLACE,
    Ahead,
    counted,
    look_ahead,
)
from games.rules.deadline_99.bots.judge import survivor_worth
from games.rules.deadline_99.bots.worth import goes_out
from games.rules.deadline_99.cards import LIMIT, RISES, SWINGS
from games.rules.deadline_99.state import next_alive

OUT = -6.0
"""What it is worth to go out, and, with the other sign, to be left alone."""
HUNDREDTHS = 100
LOWERS = [(PLACE[face], -swing) for face, swing in SWINGS.items()]
RAISES = [(PLACE[face], rise) for face, rise in RISES.items()]
STILL = [place for place in ESCAPES if FACES[place] not in (*SWINGS, "K")]
KING = PLACE["K"]


def worths(known: Observation) -> list[float]:
    """Return what each legal play is worth to its player."""
    count = known.view["state"]["count"]
    return [
        OUT if goes_out(count, action) else _judged(look_ahead(known, action))
        for action in known.legal
    ]


def gains(known: Observation, other: int, hands: Sequence[Cards]) -> list[list[float]]:
    """Return for each hand what each legal play is worth to a player still in who holds it.

    Plays of cards of one rank with the same choices are worth the same.
    """
    keys = [alike(one) for one in known.legal]
    actions = dict(zip(keys, known.legal, strict=True))
    afters = {key: _after(known, action) for key, action in actions.items()}
    found = []
    for hand in hands:
        held = counted(hand)
        by_key = {key: _gain(known, key[0], key[2], afters[key], other, held) for key in actions}
        found.append([by_key[key] for key in keys])
    return found


def _gain(
    known: Observation,
    rank: str,
    target: int | None,
    after: Ahead,
    other: int,
    held: list[int],
) -> float:
    """Return what the position after a play is worth to `other`, whose cards are in `held`."""
    seat = known.view["seat"]
    if other in after.starved:
        return OUT
    if target != other or rank == "A":
        return _outlook(after, other, held, seat)
    if rank == "7":
        own = counted(known.view["state"]["hands"][seat])
        return _outlook(after, other, _without(own, PLACE["7"]), seat)
    if not sum(held):
        return OUT
    robbed = [(count, _without(held, place)) for place, count in enumerate(held) if count]
    return sum(n * _outlook(after, other, left, seat) for n, left in robbed) / sum(held)


def _after(known: Observation, action: Action) -> Ahead:
    """Return the position after a play, as its player sees it, also if it puts them out."""
    state, seat = known.view["state"], known.view["seat"]
    if not goes_out(state["count"], action):
        return look_ahead(known, action)
    alive = tuple(one and number != seat for number, one in enumerate(state["alive"]))
    sizes = [len(hand) if isinstance(hand, list) else hand["count"] for hand in state["hands"]]
    sizes[seat] = 0
    order, at = [], next_alive(alive, seat, state["direction"])
    while at not in order:
        order.append(at)
        at = next_alive(alive, at, state["direction"])
    others = [other for other, is_in in enumerate(alive) if is_in]
    return Ahead(seat, [0] * len(FACES), 0, sizes, state["count"], others, order, [])


def _outlook(after: Ahead, other: int, held: list[int], player: int) -> float:
    """Return what the position is worth to `other`, whose turn may come next."""
    rivals = [seat for seat in (*after.others, player) if seat != other and after.sizes[seat]]
    if not sum(held):
        return OUT
    before = after.order.index(other) if other in after.order else len(after.order)
    order = [seat for seat in after.order[:before] if after.sizes[seat]]

    def judged(cards: list[int], unknown: int, count: int, order: list[int]) -> float:
        own = Ahead(other, cards, unknown, after.sizes, count, rivals, order, [])
        return max(OUT, min(-OUT, survivor_worth(own) / HUNDREDTHS))

    if order or not rivals:
        return judged(held, 0, after.count, order)
    following = [seat for seat in (*after.order[before + 1 :], player) if after.sizes[seat]]
    replies = _replies(held, after.count)
    return max((judged(left, 1, count, following) for left, count in replies), default=OUT)


def _replies(held: list[int], count: int) -> Iterator[tuple[list[int], int]]:
    """Yield the few plays worth thinking of, each as the cards left and the new count."""
    fitting = [one for one in RAISES if held[one[0]] and count + one[1] <= LIMIT]
    for place, rise in [*fitting[-1:], *(one for one in LOWERS if held[one[0]])]:
        yield _without(held, place), max(0, count + rise)
    still = next((place for place in STILL if held[place]), None)
    if still is not None:
        yield _without(held, still), count
    if held[KING]:
        yield _without(held, KING), LIMIT


def _without(held: Sequence[int], place: int) -> list[int]:
    left = list(held)
    left[place] -= 1
    return left


def _judged(ahead: Ahead) -> float:
    """Return the judgement of a position, bounded like going out."""
    return max(OUT, min(-OUT, survivor_worth(ahead) / HUNDREDTHS))


STAKES = Stakes(worths, gains, knows_hands=True)
