"""The battlefield's HTML is blind too: nothing hidden is in it, in no attribute and no order."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.engine.botplay import bot_action
from games.engine.chance import Chance
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.rules.death_frontline import RULES
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.state import SeatState, State, sort_hand

PLIES = 60


def html_of(state: State, viewer: Viewer) -> str:
    """Return the table as `viewer` is sent it, with the controls of a seat to act."""
    view = snapshot(RULES, state, 0, viewer)
    legal = []
    if viewer.seat in RULES.to_act(state):
        legal = sorted_actions(RULES.legal_actions(state, viewer.seat))
    seats = [
        SimpleNamespace(
            number=number, name=f"Player {number}", rank=None, score=None, is_bot=False,
            is_away=False, resigned=False, is_me=number == viewer.seat, is_winner=False,
            to_act=number in view["to_act"],
        )
        for number in range(len(state.seats))
    ]  # fmt: skip
    context = {
        "rules": RULES,
        "view": view,
        "me": viewer.seat,
        "controls": viewer.seat is not None,
        "legal": legal,
        "seats": seats,
        "display": RULES.display(view, viewer, legal),
        "latest": SimpleNamespace(ply=0, lines=()),
    }
    return render_to_string("games/death_frontline/table.jinja", context, using="fragments")


def positions(seats: int) -> list[State]:
    """Return the positions of a match that bots begin."""
    chance, dice = Chance(bytes([seats] * 32), RULES.meta.key), Random(seats)
    _, state = start_match(RULES, complete_options(RULES.meta, seats, {}), seats, chance)
    found = [state]
    while len(found) < PLIES:
        (seat,) = RULES.to_act(state)
        action = bot_action(RULES, state, len(found), seat, RULES.bots["simple"], dice)
        _, state = play_action(RULES, state, seat, action, chance)
        found.append(state)
    return found


def twin(state: State, viewer: Viewer, dice: Random) -> State:
    """Return a position that differs from `state` only in what `viewer` has not been shown."""
    return state._replace(
        seats=tuple(
            _reshuffled(own, viewer.is_seat(seat), dice) for seat, own in enumerate(state.seats)
        ),
    )


def _reshuffled(own: SeatState, hand_is_seen: bool, dice: Random) -> SeatState:
    if hand_is_seen:
        pile = dice.sample(own.draw_pile, len(own.draw_pile))
        return own._replace(draw_pile=tuple(pile))
    cards = [*own.hand, *own.draw_pile]
    dice.shuffle(cards)
    size = len(own.hand)
    return own._replace(hand=sort_hand(cards[:size]), draw_pile=tuple(cards[size:]))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_page_does_not_change_with_what_its_viewer_has_not_been_shown(seats: int) -> None:
    dice = Random(1)
    for state in positions(seats)[::4]:
        for viewer in (PUBLIC, *(Viewer(seat) for seat in range(seats))):
            assert html_of(state, viewer) == html_of(twin(state, viewer, dice), viewer)


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
        about = render_to_string(
            "games/death_frontline/_about.jinja", {"face": face}, using="fragments"
        )
        plan = render_to_string("games/death_frontline/_plan.jinja", {}, using="fragments")
    assert f"fast-x{between}slow-x" in about
    assert plan.count(f'data-between="{between}"') == 2
