"""Implement Deadline 99: the count rises to 99, and a player who takes it over is out.

Pure: imports only the engine and the standard library.
"""

from __future__ import annotations

from games.engine.contract import Result, Rules
from games.rules.deadline_99.absent import default_action
from games.rules.deadline_99.actions import legal_actions
from games.rules.deadline_99.bots.keen import keen_bot
from games.rules.deadline_99.bots.simple import simple_bot
from games.rules.deadline_99.cards import card_name
from games.rules.deadline_99.contest import contest
from games.rules.deadline_99.course import apply, fold
from games.rules.deadline_99.decide import decide, play, start
from games.rules.deadline_99.display import SHOWING
from games.rules.deadline_99.events import EVENTS
from games.rules.deadline_99.happenings import HAPPENINGS
from games.rules.deadline_99.hidden import hidden, recall, with_hidden
from games.rules.deadline_99.lesson import LESSON
from games.rules.deadline_99.meta import META
from games.rules.deadline_99.picture import picture
from games.rules.deadline_99.state import State
from games.rules.deadline_99.tries import tries
from games.rules.deadline_99.view import observe, snapshot


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is, or none once the match is over."""
    return () if state.turn is None else (state.turn,)


def still_in(state: State, seat: int) -> bool:
    """Tell whether a seat has neither gone out nor resigned."""
    return state.alive[seat]


def result(state: State) -> Result | None:
    """Return how the match ended, or None while it runs."""
    return state.result


RULES = Rules(
    meta=META,
    start=start,
    to_act=to_act,
    legal_actions=legal_actions,
    decide=decide,
    still_in=still_in,
    play=play,
    apply=apply,
    fold=fold,
    observe=observe,
    snapshot=snapshot,
    result=result,
    default_action=default_action,
    events=EVENTS,
    card_name=card_name,
    showing=SHOWING,
    contest=contest,
    bots={"simple": simple_bot, "keen": keen_bot},
    hidden=hidden,
    with_hidden=with_hidden,
    recall=recall,
    lesson=LESSON,
    tries=tries,
    picture=picture,
    happenings=HAPPENINGS,
)
