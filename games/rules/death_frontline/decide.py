"""Judge actions: `start`, `decide`, and whose turn it is. Pure.

Each verb judges its own action (`verbs/`); `flow.py` decides what follows.
"""

from __future__ import annotations

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction, Options, Result
from games.engine.stocks import StocksMade, has_own_stocks
from games.engine.text import gettext_noop
from games.rules.death_frontline.apply import apply
from games.rules.death_frontline.cards import Decks
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.events import Dealt, MatchBegan, Resigned
from games.rules.death_frontline.flow import begin_match, go_on, go_on_without
from games.rules.death_frontline.legal import (
    TYPES,
    legal_actions,
    must_break_through,
    verbs_of,
)
from games.rules.death_frontline.state import State
from games.rules.death_frontline.verbs.opening import draw_hand

WIDTHS = {2: 4, 4: 5}
TEAM_DECKS = ("us", "ss", "uk", "wehrmacht")

UNKNOWN_TYPE = gettext_noop("This game has no such action.")
WRONG_STEP = gettext_noop("You can’t do that in this step.")
MUST_BREAK_THROUGH = gettext_noop("Your troop is breaking through: you can’t do anything else now.")
HAS_RESIGNED = gettext_noop("This seat has already resigned.")


def start(decks: Decks, options: Options, seats: int, chance: Chance) -> list[Event]:
    """Return the opening events: the table, the hands seat by seat, the first turn."""
    chosen = TEAM_DECKS if seats == len(TEAM_DECKS) else (options["allies"], options["axis"])
    began = MatchBegan(
        width=WIDTHS[seats],
        decks=tuple(chosen),
        order=tuple(range(seats)),
        end_on=options["end_on"],
        max_rounds=options["max_rounds"],
    )
    course = Course(apply(None, [began]))
    for seat, deck in enumerate(chosen):
        hand, pile = draw_hand(chance.shuffle(decks[deck].unshuffled()))
        course.add(Dealt(seat, hand, pile))
    if has_own_stocks(options):
        course.add(StocksMade(tuple(len(own.draw_pile) for own in course.state.seats)))
    begin_match(course)
    return [began, *course.events]


def to_act(state: State) -> int | None:
    """Return the seat whose turn it is, or None once the match is over."""
    return state.turn


def result(state: State) -> Result | None:
    """Return how the match ended, or None while it runs."""
    return state.result


def decide(state: State, seat: int, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the events `action` causes and the state after them, or raise IllegalAction."""
    course = Course(state)
    kind = action["type"]
    if kind == "resign":
        _resign(course, seat, action)
    else:
        _verb(state, seat, kind).play(course, seat, action, chance)
        if kind != "offer_end":
            go_on(course, seat)
    return course.events, course.state


def _verb(state: State, seat: int, kind: str) -> Verb:
    """Return an action type's verb, refusing one not open in this game, step or turn."""
    if kind not in TYPES:
        raise IllegalAction("unknown_type", UNKNOWN_TYPE)
    verb = verbs_of(state, seat).get(kind)
    if verb is not None:
        return verb
    if must_break_through(state, seat):
        raise IllegalAction("must_break_through", MUST_BREAK_THROUGH)
    raise IllegalAction("wrong_step", WRONG_STEP)


def _resign(course: Course, seat: int, action: Action) -> None:
    """Resign a seat, in turn or not, discarding its hand, then its draw pile from the top."""
    require_keys(action, ())
    if course.state.resigned[seat]:
        raise IllegalAction("has_resigned", HAS_RESIGNED)
    own = course.state.own(seat)
    course.add(Resigned(seat, (*own.hand, *reversed(own.draw_pile))))
    go_on_without(course, seat)


def default_action(state: State, seat: int) -> Action:
    """Return what an absent seat does: keep, draw nothing, break through if it must, pass."""
    for quiet in ("keep", "skip_draw", "pass"):
        if quiet in verbs_of(state, seat):
            return {"type": quiet}
    return legal_actions(state, seat)[0]
