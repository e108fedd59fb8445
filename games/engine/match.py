"""Play a match by its rules: the checks all games share, then `decide`.

Used by live play, the record tool, bot self-play and the tests. Pure.
"""

from __future__ import annotations

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, Event, IllegalAction, Options, Rules
from games.engine.replay import fold
from games.engine.text import gettext_noop

MATCH_OVER = gettext_noop("The match is over.")
NO_SUCH_SEAT = gettext_noop("This match has no such seat.")
NOT_YOUR_TURN = gettext_noop("It’s not your turn.")
NOT_AN_ACTION = gettext_noop("This game has no such action.")


def start_match(
    rules: Rules, options: Options, seats: int, chance: Chance
) -> tuple[list[Event], Any]:
    """Return the opening events and the state after them; options must be complete."""
    events = rules.start(options, seats, chance)
    return events, fold(rules, events)


def play_action(
    rules: Rules, state: Any, seat: int, action: Action, chance: Chance
) -> tuple[list[Event], Any]:
    """Return the events caused by `seat`'s `action`, and the state after them.

    Raises IllegalAction with a code and a sentence. Nothing has changed then,
    but `chance` may have advanced and must be discarded.
    """
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise IllegalAction("malformed", NOT_AN_ACTION)
    if type(seat) is not int or seat != rules.to_act(state):
        _check_out_of_turn(rules, state, seat, action)
    return rules.decide(state, seat, action, chance)


def still_in(rules: Rules, state: Any, seat: int) -> bool:
    """Tell whether a seat is still in the match and so can resign."""
    if rules.result(state) is not None or state.resigned[seat]:
        return False
    try:
        rules.decide(state, seat, dict(RESIGN), Chance(bytes(32), rules.meta.key))
    except IllegalAction:
        return False
    return True


def _check_out_of_turn(rules: Rules, state: Any, seat: int, action: Action) -> None:
    """Refuse an action other than resigning from a seat that is not to act."""
    if rules.result(state) is not None:
        raise IllegalAction("match_over", MATCH_OVER)
    if type(seat) is not int or not 0 <= seat < len(state.resigned):
        raise IllegalAction("no_such_seat", NO_SUCH_SEAT)
    if action["type"] != "resign":
        raise IllegalAction("not_your_turn", NOT_YOUR_TURN)
