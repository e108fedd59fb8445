"""List the legal actions, and read one from a client. Pure.

Spec: deadline_99, "A turn". A play has "op" for a 10 or Q and "target" for an
A, J or 7, and no other key.
"""

from __future__ import annotations

from itertools import compress

from games.engine.actions import bad_value, read_int, read_str, require_keys
from games.engine.contract import Action, IllegalAction
from games.engine.text import Phrase, gettext_noop
from games.rules.deadline_99.cards import RANK_OF, SWINGS, TARGETED
from games.rules.deadline_99.meta import META
from games.rules.deadline_99.state import State

UNKNOWN_CARD = gettext_noop("This game has no such card.")
NOT_IN_HAND = gettext_noop("You don’t have that card.")
BAD_OP = gettext_noop("Choose + or − for this card.")
TARGET_NOT_A_SEAT = gettext_noop("There’s no such player at this table.")
TARGET_IS_SELF = gettext_noop("Choose another player, not yourself.")
TARGET_IS_OUT = gettext_noop("Choose a player who’s still in.")

_OPS = ("+", "-")
_KEYS = {
    rank: {"type", "card", *["op"] * (rank in SWINGS), *["target"] * (rank in TARGETED)}
    for rank in RANK_OF.values()
}
"""The keys of a play, by its card's rank."""

_UNAIMED: dict[str, list[Action]] = {
    card: [{"type": "play", "card": card, "op": op} for op in _OPS]
    if rank in SWINGS
    else [{"type": "play", "card": card}]
    for card, rank in RANK_OF.items()
    if rank not in TARGETED
}
"""Templates for the plays of each card without a target; callers get copies."""

_AIMED: dict[str, list[Action]] = {
    card: [{"type": "play", "card": card, "target": seat} for seat in range(META.max_seats)]
    for card, rank in RANK_OF.items()
    if rank in TARGETED
}
"""Templates for the plays of each card with a target, indexed by the target's seat."""

Play = tuple[str, str, str | None, int | None]
"""A legal play: card, rank, op, target."""


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return every play of the seat whose turn it is, in normal form; none for others."""
    if seat != state.turn:
        return []
    targets = list(state.alive)
    targets[seat] = False
    patterns: list[Action] = []
    for card in dict.fromkeys(state.hands[seat]):
        patterns += _UNAIMED[card] if card in _UNAIMED else compress(_AIMED[card], targets)
    return list(map(dict.copy, patterns))


def alike(action: Action) -> tuple[str, str | None, int | None]:
    """Return what matters of a play: suits don't."""
    return RANK_OF[action["card"]], action.get("op"), action.get("target")


def read_play(state: State, seat: int, action: Action) -> Play:
    """Return the play that `action` asks for, raising IllegalAction if it is not legal."""
    card = action.get("card")
    rank = RANK_OF.get(card) if isinstance(card, str) else None
    if rank is None:
        raise _unreadable_card(action)
    if action.keys() != _KEYS[rank]:
        require_keys(action, _KEYS[rank])
    op = _read_op(action) if rank in SWINGS else None
    target = _read_target(state, seat, action) if rank in TARGETED else None
    if card not in state.hands[seat]:
        raise IllegalAction("not_in_hand", NOT_IN_HAND)
    return card, rank, op, target


def _unreadable_card(action: Action) -> IllegalAction:
    """Return (or raise) the refusal of a play that names no card of this game."""
    if "card" not in action:
        require_keys(action, ("card",))
    read_str(action, "card")
    return IllegalAction("unknown_card", UNKNOWN_CARD)


def _read_op(action: Action) -> str:
    """Return “+” or “-”."""
    op = action["op"]
    if not isinstance(op, str):
        raise bad_value("op")
    if op not in _OPS:
        raise IllegalAction("bad_op", BAD_OP)
    return op


def _read_target(state: State, seat: int, action: Action) -> int:
    """Return the target seat: any other player still in, with or without cards."""
    target = read_int(action, "target")
    if not 0 <= target < len(state.alive):
        raise IllegalAction("no_such_target", TARGET_NOT_A_SEAT)
    if target == seat:
        raise IllegalAction("target_self", TARGET_IS_SELF)
    if not state.alive[target]:
        raise IllegalAction("target_out", Phrase(TARGET_IS_OUT))
    return target
