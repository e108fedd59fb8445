"""Implement Deadline 99: the count rises to 99, and a player who takes it over is out.

Pure: imports only the engine and the standard library.
"""

from __future__ import annotations

from games.engine.contract import Hiding, Result, Rules, Showing, Teaching
from games.rules.deadline_99.absent import default_action
from games.rules.deadline_99.actions import alike, legal_actions
from games.rules.deadline_99.bots import BOTS
from games.rules.deadline_99.bots.characters import EMOTES
from games.rules.deadline_99.cards import card_name, sorted_hand
from games.rules.deadline_99.chances import chances
from games.rules.deadline_99.decide import decide, start
from games.rules.deadline_99.display import TABLE
from games.rules.deadline_99.draft import apply
from games.rules.deadline_99.events import EVENTS
from games.rules.deadline_99.habits import habit
from games.rules.deadline_99.hidden import from_view, hidden, recall, with_hidden
from games.rules.deadline_99.lesson import LESSON
from games.rules.deadline_99.meta import META
from games.rules.deadline_99.offers import THEMES, offers, theme
from games.rules.deadline_99.picture import picture
from games.rules.deadline_99.reads import STATEMENTS, role_odds
from games.rules.deadline_99.stakes import STAKES
from games.rules.deadline_99.state import State
from games.rules.deadline_99.story import chapter, recap, story
from games.rules.deadline_99.view import observe, snapshot


def to_act(state: State) -> int | None:
    """Return the seat whose turn it is, or None once the match is over."""
    return state.turn


def result(state: State) -> Result | None:
    """Return how the match ended, or None while it runs."""
    return state.result


RULES = Rules(
    meta=META,
    start=start,
    to_act=to_act,
    legal_actions=legal_actions,
    decide=decide,
    apply=apply,
    observe=observe,
    snapshot=snapshot,
    result=result,
    default_action=default_action,
    events=EVENTS,
    bots=BOTS,
    showing=Showing(card_name, TABLE, recap, EMOTES, picture, chapter, story),
    teaching=Teaching(LESSON, offers, habit=habit, themes=THEMES, theme=theme),
    hiding=Hiding(
        hidden,
        with_hidden,
        sorted_hand,
        recall,
        from_view,
        statements=STATEMENTS,
        secret_odds=role_odds,
    ),
    stakes=STAKES,
    chances=chances,
    alike=alike,
)
