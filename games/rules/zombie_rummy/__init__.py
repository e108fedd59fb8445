"""Implement Zombie Rummy 殭屍拉密, 2–6 players (`docs/spec/zombie_rummy.md`)."""

from __future__ import annotations

from games.engine.contract import Hiding, Rules, Showing, Teaching
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.bots import BOTS
from games.rules.zombie_rummy.bots.characters import EMOTES
from games.rules.zombie_rummy.cards import card_name, in_order
from games.rules.zombie_rummy.chances import chances
from games.rules.zombie_rummy.decide import decide, start
from games.rules.zombie_rummy.defaults import default_action
from games.rules.zombie_rummy.display import TABLE
from games.rules.zombie_rummy.display.goal import closeness
from games.rules.zombie_rummy.events import EVENTS
from games.rules.zombie_rummy.habits import habit
from games.rules.zombie_rummy.hidden import from_view, hidden, recall, with_hidden
from games.rules.zombie_rummy.legal import legal_actions, to_act
from games.rules.zombie_rummy.lesson import LESSON
from games.rules.zombie_rummy.meta import META
from games.rules.zombie_rummy.offers import THEMES, offers, theme
from games.rules.zombie_rummy.picture import picture
from games.rules.zombie_rummy.reads import STATEMENTS
from games.rules.zombie_rummy.recap import recap
from games.rules.zombie_rummy.stakes import STAKES
from games.rules.zombie_rummy.state import result_of
from games.rules.zombie_rummy.story import chapter, story
from games.rules.zombie_rummy.tries import tries
from games.rules.zombie_rummy.verbs.meld import normal
from games.rules.zombie_rummy.view import observe, snapshot

RULES = Rules(
    meta=META,
    start=start,
    to_act=to_act,
    legal_actions=legal_actions,
    decide=decide,
    apply=apply,
    observe=observe,
    snapshot=snapshot,
    result=result_of,
    default_action=default_action,
    events=EVENTS,
    bots=BOTS,
    normal=normal,
    showing=Showing(card_name, TABLE, recap, EMOTES, picture, chapter, story, closeness),
    teaching=Teaching(LESSON, offers, tries, habit, THEMES, theme),
    hiding=Hiding(
        hidden,
        with_hidden,
        in_order,
        recall,
        from_view,
        playout="novice",
        statements=STATEMENTS,
    ),
    stakes=STAKES,
    chances=chances,
)
