"""Share refusals and the reading of seats and stacks among the verbs.

Imports only `games.engine` and the game's `cards` and `state`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.actions import read_int, require_keys
from games.engine.contract import Action, IllegalAction
from games.engine.text import Argument, CardRef, Phrase, gettext_noop
from games.rules.zombie_rummy.cards import ORDER, ZOMBIE
from games.rules.zombie_rummy.state import Stack, State

Reason = tuple[str, str]
"""A refusal's code and sentence."""
AtStack = Callable[[State, int, int, Stack], Reason | None]
"""Why a seat cannot use a zombie on the stack in front of a holder, or None."""

NOT_IN_HAND: Final = ("not_in_hand", gettext_noop("You don’t have %(card)s in your hand."))
NO_SUCH_PLAYER: Final = ("no_such_player", gettext_noop("That player isn’t in this match."))
PLAYER_RESIGNED: Final = (
    "player_resigned",
    gettext_noop("That player has resigned. Choose another."),
)
NO_SUCH_STACK: Final = ("no_such_stack", gettext_noop("That stack isn’t on any table."))
BEHIND_BARRICADE: Final = (
    "behind_barricade",
    gettext_noop("A barricade keeps zombies and gangs away from that player. Break it first."),
)


def refuse(reason: Reason, **args: Argument) -> IllegalAction:
    """Return the refusal to raise."""
    code, sentence = reason
    return IllegalAction(code, Phrase(sentence, args))


def check(reason: Reason | None, **args: Argument) -> None:
    """Raise the refusal if there is a reason for one."""
    if reason is not None:
        raise refuse(reason, **args)


def require_card(state: State, seat: int, card: str) -> None:
    """Refuse unless the seat holds the card."""
    if not state.holds(seat, card):
        # Do not present text that is not a face of this game as a card.
        raise refuse(NOT_IN_HAND, card=known_card(card))


def known_card(card: str) -> Argument:
    """Return a reference to the face, or the text itself, truncated, if it is not a face."""
    return CardRef(card) if card in ORDER else card[:40]


def read_player(state: State, action: Action) -> int:
    """Return the action's seat, refusing one that is not in the match or has resigned."""
    target = read_int(action, "seat")
    if not 0 <= target < state.seats:
        raise refuse(NO_SUCH_PLAYER)
    if state.resigned[target]:
        raise refuse(PLAYER_RESIGNED)
    return target


def read_stack(state: State, action: Action) -> tuple[int, Stack]:
    """Return (holder, stack) of the action's stack, refusing an id that is on no table."""
    found = state.find_stack(read_int(action, "stack"))
    if found is None:
        raise refuse(NO_SUCH_STACK)
    return found


def zombie_legal(state: State, seat: int, kind: str, refusal: AtStack) -> list[Action]:
    """Return one action of `kind` for each stack the seat may use a zombie on that way."""
    if not state.holds(seat, ZOMBIE):
        return []
    return [
        {"type": kind, "stack": stack.id}
        for holder, stack in state.stacks()
        if refusal(state, seat, holder, stack) is None
    ]


def zombie_target(state: State, seat: int, action: Action, refusal: AtStack) -> tuple[int, Stack]:
    """Return (holder, stack) that the action uses a zombie on, refusing an invalid target."""
    require_keys(action, ["stack"])
    require_card(state, seat, ZOMBIE)
    holder, stack = read_stack(state, action)
    check(refusal(state, seat, holder, stack))
    return holder, stack
