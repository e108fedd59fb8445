"""Say what readers of hands are asked about others: the cards and roles that matter. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import prod
from typing import Final

from games.engine.hidden import Memory, Statement
from games.engine.text import gettext_noop
from games.rules.deadline_99.cards import ANGEL, CARDS, RANK_OF, REAPER
from games.rules.deadline_99.roles import (
    BLACK_KING,
    BLACK_MINISTER,
    FREE,
    RED_KING,
    RED_MINISTER,
)
from games.rules.deadline_99.state import State

FOLLOWS: Final = 0.3
"""How likely a minister attacks as the role says; others attack whoever they like."""
STEADY: Final = 0.95
"""How likely such a minister's attack on a king is one on the other faction's."""
ENEMY_OF: Final = {RED_MINISTER: BLACK_KING, BLACK_MINISTER: RED_KING}


def _ranked(words: str, *ranks: str) -> Statement:
    return Statement(words, frozenset(card for card in CARDS if RANK_OF[card] in ranks))


STATEMENTS: Final = {
    "ace": _ranked(gettext_noop("%(seat)s holds an ace"), "A"),
    "seven": _ranked(gettext_noop("%(seat)s holds a 7"), "7"),
    "lowers": _ranked(gettext_noop("%(seat)s holds a 10 or a queen"), "10", "Q"),
    "jack": _ranked(gettext_noop("%(seat)s holds a jack"), "J"),
    "king": _ranked(gettext_noop("%(seat)s holds a king"), "K"),
    "joker": _ranked(gettext_noop("%(seat)s holds the angel or the reaper"), ANGEL, REAPER),
    "red": Statement(gettext_noop("%(seat)s is a red minister"), frozenset({RED_MINISTER})),
    "black": Statement(gettext_noop("%(seat)s is a black minister"), frozenset({BLACK_MINISTER})),
    "free": Statement(gettext_noop("%(seat)s is a free agent"), frozenset({FREE})),
}


def role_odds(state: State, memory: Memory, roles: Mapping[int, str]) -> float:
    """Return how likely the attacks on kings that a seat noted would be with these roles.

    Only the kings' roles are read from the state.
    """
    kings = {role: seat for seat, role in enumerate(state.roles or ()) if role in ENEMY_OF.values()}
    attacks = Counter((seat, target) for seat, target in memory.notes)
    return prod(
        _odds_of(
            attacks[seat, kings[ENEMY_OF.get(role, RED_KING)]],
            attacks[seat, kings[RED_KING]] + attacks[seat, kings[BLACK_KING]],
            FOLLOWS if role in ENEMY_OF else 0.0,
        )
        for seat, role in roles.items()
    )


def _odds_of(hostile: int, attacks: int, follows: float) -> float:
    """Return how likely so many of some attacks on kings are on the enemy."""
    steady: float = STEADY**hostile * (1 - STEADY) ** (attacks - hostile)
    return follows * steady + (1 - follows) * 0.5**attacks
