"""Which actions there are, and reading one that came in. Pure.

Spec: deadline_99, "A turn". A play has "op" for a 10 or Q and "target" for an
A, J or 7, and no other key.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import bad_value, read_int, read_str, require_keys
from games.engine.contract import Action, IllegalAction
from games.engine.text import Phrase, gettext_noop
from games.rules.deadline_99.cards import RANK_OF, SWINGS, TARGETED
from games.rules.deadline_99.state import State

UNKNOWN_CARD = gettext_noop("There is no such card in this game.")
NOT_IN_HAND = gettext_noop("You do not hold this card.")
BAD_OP = gettext_noop("Choose + or − for this card.")
TARGET_NOT_A_SEAT = gettext_noop("There is no such player at this table.")
TARGET_IS_SELF = gettext_noop("Choose another player, not yourself.")
TARGET_IS_OUT = gettext_noop("Choose a player who is still in.")

_PLAIN_KEYS = {"type", "card"}
_SWING_KEYS = {"type", "card", "op"}
_TARGET_KEYS = {"type", "card", "target"}
_OPS = ("+", "-")


class Play(NamedTuple):
    """A play that the rules allow."""

    card: str
    rank: str
    op: str | None
    target: int | None


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return every play of the seat whose turn it is, in normal form; none for others."""
    if seat != state.turn:
        return []
    targets = [other for other, alive in enumerate(state.alive) if alive and other != seat]
    actions: list[Action] = []
    previous = None
    for card in state.hands[seat]:
        if card == previous:
            continue
        previous = card
        rank = RANK_OF[card]
        if rank in SWINGS:
            actions += [{"type": "play", "card": card, "op": op} for op in _OPS]
        elif rank in TARGETED:
            actions += [{"type": "play", "card": card, "target": target} for target in targets]
        else:
            actions.append({"type": "play", "card": card})
    return actions


def read_play(state: State, seat: int, action: Action) -> Play:
    """Return the play that `action` asks for, raising IllegalAction if there is none such."""
    if "card" not in action:
        require_keys(action, ("card",))
    card = read_str(action, "card")
    rank = RANK_OF.get(card)
    if rank is None:
        raise IllegalAction("unknown_card", UNKNOWN_CARD)
    if rank in SWINGS:
        if action.keys() != _SWING_KEYS:
            require_keys(action, ("card", "op"))
        op, target = _read_op(action), None
    elif rank in TARGETED:
        if action.keys() != _TARGET_KEYS:
            require_keys(action, ("card", "target"))
        op, target = None, _read_target(state, seat, action)
    else:
        if action.keys() != _PLAIN_KEYS:
            require_keys(action, ("card",))
        op, target = None, None
    if card not in state.hands[seat]:
        raise IllegalAction("not_in_hand", NOT_IN_HAND)
    return Play(card, rank, op, target)


def _read_op(action: Action) -> str:
    """Return “+” or “-”."""
    op = action["op"]
    if not isinstance(op, str):
        raise bad_value("op")
    if op not in _OPS:
        raise IllegalAction("bad_op", BAD_OP)
    return op


def _read_target(state: State, seat: int, action: Action) -> int:
    """Return the seat aimed at: any other player still in, with or without cards."""
    target = read_int(action, "target")
    if not 0 <= target < len(state.alive):
        raise IllegalAction("no_such_target", TARGET_NOT_A_SEAT)
    if target == seat:
        raise IllegalAction("target_self", TARGET_IS_SELF)
    if not state.alive[target]:
        raise IllegalAction("target_out", Phrase(TARGET_IS_OUT))
    return target
