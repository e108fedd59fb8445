"""Infer who belongs to which faction from attacks on the kings. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.engine.bot import Observation
from games.rules.deadline_99.hidden import hidden_roles
from games.rules.deadline_99.roles import BLACK, FACTION_OF, KINGS, OTHER_FACTION, RED

Colours = tuple[str | None, ...]
ODDS = 7
"""How much likelier an attack on a king comes from the other faction than from its own."""
SURE = 0.75
MOST = 2
"""More attacks than this tell nothing new."""


class Sides:
    """How likely each seat is a friend or a foe of a king or minister; both kings' seats."""

    def __init__(self, known: Observation) -> None:
        """Take what a king or minister knows."""
        roles: list[str | None] = known.view["state"]["roles"]
        own = FACTION_OF[roles[known.view["seat"]] or ""]
        kings = {KINGS[role]: seat for seat, role in enumerate(roles) if role in KINGS}
        assert own is not None
        self.own_king, self.enemy_king = kings[own], kings[OTHER_FACTION[own]]
        self.friend = [float(role is not None and FACTION_OF[role] == own) for role in roles]
        self.foe = [float(seat == self.enemy_king) for seat in range(len(roles))]
        unknown = [seat for seat, role in enumerate(roles) if role is None]
        scores = [_score(known, seat, kings[RED], kings[BLACK]) for seat in unknown]
        total = 0
        friend, foe = Counter[int](), Counter[int]()
        for colours, weight in _weighed(
            scores, Counter(map(FACTION_OF.get, hidden_roles(known.view)))
        ):
            total += weight
            for seat, colour in zip(unknown, colours, strict=True):
                friend[seat] += weight * (colour == own)
                foe[seat] += weight * (colour == OTHER_FACTION[own])
        for seat in unknown:
            self.friend[seat], self.foe[seat] = friend[seat] / total, foe[seat] / total

    def relation(self, seat: int) -> int:
        """Return 0 or 1 for one's own or the enemy king, 2 for a friend, 3 a foe, 4 unclear."""
        if seat in (self.own_king, self.enemy_king):
            return int(seat == self.enemy_king)
        return 2 if self.friend[seat] > SURE else 3 if self.foe[seat] > SURE else 4


def _score(known: Observation, seat: int, red_king: int, black_king: int) -> int:
    """Return how often a seat attacked the black king more than the red one, at most MOST."""
    score = 0
    for attacker, target in known.memory.notes:
        if attacker == seat:
            score += (target == black_king) - (target == red_king)
            score = max(-MOST, min(MOST, score))
    return score


def _weighed(scores: Sequence[int], left: Counter[str | None]) -> Iterator[tuple[Colours, int]]:
    """Yield each way to give the colours that are left to seats with these scores, weighted."""
    if not scores:
        yield (), 1
        return
    likelihood = {RED: ODDS ** (MOST + scores[0]), BLACK: ODDS ** (MOST - scores[0])}
    for colour in [colour for colour, count in left.items() if count]:
        own = likelihood.get(colour or "", ODDS**MOST)
        for colours, weight in _weighed(scores[1:], left - Counter([colour])):
            yield (colour, *colours), own * weight
