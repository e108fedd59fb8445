"""The battlefield's HTML is blind too: nothing hidden is in it, in no attribute and no order."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from django.utils.translation import override

from games.engine.botplay import bot_action
from games.engine.chance import Chance
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.viewer import PUBLIC, Viewer
from games.matches.fragments import render_fragment
from games.rules.death_frontline import RULES
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.state import State
from tests.support.scenes import page_of

PLIES = 60


def html_of(state: State, viewer: Viewer) -> str:
    """Return the table as `viewer` is sent it, with the controls of a seat to act."""
    return page_of(RULES, state, viewer).html()


def positions(seats: int) -> list[State]:
    """Return the positions of a match that bots begin."""
    chance, dice = Chance(bytes([seats] * 32), RULES.meta.key), Random(seats)
    _, state = start_match(RULES, complete_options(RULES.meta, seats, {}), seats, chance)
    found = [state]
    while len(found) < PLIES:
        seat = RULES.to_act(state)
        action = bot_action(RULES, state, len(found), seat, RULES.bots["novice"], dice)
        _, state = play_action(RULES, state, seat, action, chance)
        found.append(state)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_no_face_of_another_hand_is_on_the_page_before_it_is_played(seats: int) -> None:
    state = positions(seats)[0]
    for seat in range(seats):
        html = html_of(state, Viewer(seat))
        others = {own.deck for number, own in enumerate(state.seats) if number != seat}
        assert not any(
            code in html for deck in others for code in CATALOGUE.decks[deck].unshuffled()
        )
        held = Counter(state.own(seat).hand)
        assert all(html.count(f'value="{code}"') == count for code, count in held.items())


def test_a_watchers_page_has_no_controls_and_no_hand() -> None:
    html = html_of(positions(2)[10], PUBLIC)
    assert "data-action" not in html
    assert 'data-choices="{}"' in html
    assert "data-hand" not in html


@pytest.mark.parametrize(("language", "between"), [("en", ", "), ("zh-hant", "、")])
def test_what_is_listed_is_parted_as_the_language_parts_it(language: str, between: str) -> None:
    face = {"kind_name": "Infantry", "abilities": [{"name": "fast-x"}, {"name": "slow-x"}]}
    with override(language):
        about = render_fragment("games/death_frontline/_about.jinja", language, {"face": face})
        plan = render_fragment("games/death_frontline/_plan.jinja", language, {})
    assert f"fast-x{between}slow-x" in about
    assert plan.count(f'data-between="{between}"') == 2
