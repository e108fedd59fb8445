"""Ruleset 1 had other decks: supply reached less far. All else is as today. Pure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from games.rules.death_frontline import RULES as TODAY
from games.rules.death_frontline.bots import bots_with
from games.rules.death_frontline.catalogue import PAST
from games.rules.death_frontline.decide import start
from games.rules.death_frontline.hidden import from_view

DECKS = PAST[1].decks
assert TODAY.hiding is not None

RULES = replace(
    TODAY,
    meta=replace(TODAY.meta, ruleset=1),
    start=partial(start, DECKS),
    bots=bots_with(DECKS, expert_version=1),
    teaching=replace(TODAY.teaching, lesson=None),
    hiding=replace(TODAY.hiding, from_view=partial(from_view, DECKS)),
)
