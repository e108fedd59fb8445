"""Who the bots are: a name and a face for each, and emotes that tell nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override

from config.templatetags.assets import icon_address
from games.engine.contract import Event, IllegalAction, Rules
from games.engine.emotes import emotes_after
from games.engine.match import play_action
from games.engine.text import Phrase
from games.engine.viewer import PUBLIC
from games.matches.labels import bot_face
from games.matches.talk.words import PHRASES, REACTIONS
from games.registry import all_rules
from tests.contract.matches import PlayedMatch
from tests.contract.twins import face_groups, twin_of


def test_every_character_has_a_name_of_its_own_in_every_language_and_a_drawn_face() -> None:
    who = [bot.character for rules in all_rules().values() for bot in rules.bots.values()]
    characters = [one for one in who if one is not None]
    assert len(characters) == 12
    for language, _label in settings.LANGUAGES:
        with override(language):
            assert len({gettext(one.name) for one in characters}) == len(characters)
            assert all(gettext(one.temper) != one.temper for one in characters) or language == "en"
    for game, rules in all_rules().items():
        for level in rules.bots:
            assert f"{Path(f'games/{game}/faces.svg')}" in icon_address(bot_face(game, level))


def lines(events: Sequence[Event]) -> list[Phrase]:
    """Return what a spectator reads of a ply."""
    return [line for event in events if (line := event.seen_by(PUBLIC)) is not None]


def test_a_games_emotes_are_known_and_name_its_events(rules: Rules) -> None:
    for event, emotes in rules.showing.emotes.items():
        assert event in rules.event_named
        assert set(emotes.values()) <= {*PHRASES, *REACTIONS}


def test_bots_react_alike_to_what_a_spectator_cannot_tell_apart(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """Deal anew all that spectators cannot see, and play the same action there."""
    for played in matches:
        groups, dice = face_groups(played), random.Random(played.seed)
        moves = list(played.moves())
        reacted = [ply for ply in moves if list(emotes_after(rules.showing.emotes, ply[1].events))]
        for before, after in reacted[:4]:
            twin = twin_of(played, before, PUBLIC, groups, dice)
            there = events_there(rules, twin, before, after, played)
            if there is not None and lines(there) == lines(after.events):
                told = [
                    list(emotes_after(rules.showing.emotes, one)) for one in (there, after.events)
                ]
                assert told[0] == told[1]


def events_there(
    rules: Rules, twin: Any, before: Any, after: Any, played: PlayedMatch
) -> Sequence[Event] | None:
    """Return what the ply's action does in the twin, or None if it is illegal there."""
    try:
        return play_action(rules, twin, after.seat, after.action, before.chance(played))[0]
    except IllegalAction:
        return None
