"""Implement Death Frontline: Blitzkrieg 死亡前線:閃電戰 (`docs/spec/death_frontline.md`). Pure."""

from __future__ import annotations

from functools import partial

from games.engine.contract import Hiding, Rules, Showing, Teaching
from games.engine.stocks import StocksMade
from games.rules.death_frontline import events, field_events
from games.rules.death_frontline.apply import apply
from games.rules.death_frontline.bots import bots_with
from games.rules.death_frontline.bots.characters import EMOTES
from games.rules.death_frontline.catalogue import CATALOGUE, card_name
from games.rules.death_frontline.chances import chances
from games.rules.death_frontline.decide import (
    decide,
    default_action,
    result,
    start,
    to_act,
)
from games.rules.death_frontline.display import TABLE
from games.rules.death_frontline.display.board import closeness
from games.rules.death_frontline.habits import habit
from games.rules.death_frontline.hidden import from_view, hidden, recall, with_hidden
from games.rules.death_frontline.legal import legal_actions
from games.rules.death_frontline.lesson import LESSON
from games.rules.death_frontline.meta import META
from games.rules.death_frontline.offers import THEMES, offers, theme
from games.rules.death_frontline.picture import picture
from games.rules.death_frontline.reads import STATEMENTS
from games.rules.death_frontline.state import sort_hand
from games.rules.death_frontline.story import chapter, recap, story
from games.rules.death_frontline.tries import tries
from games.rules.death_frontline.verbs.attacking import normal
from games.rules.death_frontline.view import observe, snapshot

RULES = Rules(
    meta=META,
    start=partial(start, CATALOGUE.decks),
    to_act=to_act,
    legal_actions=legal_actions,
    decide=decide,
    apply=apply,
    observe=observe,
    snapshot=snapshot,
    result=result,
    default_action=default_action,
    events=(
        StocksMade,
        events.MatchBegan,
        events.Dealt,
        events.Kept,
        events.Mulliganed,
        events.RoundBegan,
        events.StepBegan,
        events.TurnBegan,
        events.Drew,
        events.DrawSkipped,
        events.Discarded,
        events.Passed,
        events.EndOffered,
        events.Resigned,
        events.MatchEnded,
        field_events.Deployed,
        field_events.Moved,
        field_events.Advanced,
        field_events.BrokeThrough,
        field_events.Built,
        field_events.SkillPlayed,
        field_events.EffectBegan,
        field_events.Suppressed,
        field_events.Attacked,
        field_events.UnitLost,
        field_events.FacilityLost,
    ),
    bots=bots_with(CATALOGUE.decks),
    normal=normal,
    showing=Showing(card_name, TABLE, recap, EMOTES, picture, chapter, story, closeness),
    teaching=Teaching(LESSON, offers, tries, habit, THEMES, theme),
    hiding=Hiding(
        hidden,
        with_hidden,
        sort_hand,
        recall,
        partial(from_view, CATALOGUE.decks),
        playout="novice",
        statements=STATEMENTS,
    ),
    chances=chances,
)
