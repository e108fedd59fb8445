"""Hints: what the club bot would do, for people who play against bots alone."""

from __future__ import annotations

import pytest
from django.test import Client

from games.matches import store
from tests.replays.factories import stored_match
from tests.replays.forking import fork
from tests.support.tables import act_for, bot_acts, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db
ASKS = "do?</summary>"


@pytest.fixture
def ada():
    return make_user("ada")


def panel(match, user):
    client = Client()
    client.force_login(user)
    return client.get(f"/matches/{match.code}/help").content.decode()


def test_whoever_plays_against_bots_alone_is_told_an_action_and_why(ada):
    match = make_running(ada, game="death_frontline", bots=["novice"])
    hint = panel(match, ada).split(ASKS)[1]
    assert "supply" in hint.split("</details>")[0]


def test_a_hint_is_the_same_whatever_the_others_hold(ada, monkeypatch):
    match = make_running(ada, game="death_frontline", bots=["novice"])
    before = panel(match, ada)
    position = store.load_position(match)
    hiding = match.rules.hiding
    hidden = hiding.hidden(position.state, 0)
    turned = hidden.__class__(
        {1: tuple(reversed(hidden.piles[1]))[: len(hidden.hands[1])]},
        {**hidden.piles, 1: (*hidden.hands[1], *hidden.piles[1])[: len(hidden.piles[1])]},
    )
    other = hiding.with_hidden(position.state, turned)
    assert other != position.state
    store.POSITIONS.put(match.pk, store.Position(position.version, other, position.log))
    assert panel(match, ada) == before


def test_there_is_none_out_of_turn_nor_beside_people_nor_in_events(ada):
    bo = make_user("bo")
    assert ASKS not in panel(make_running(ada, bo, game="death_frontline"), ada)
    match = make_running(ada, game="death_frontline", bots=["novice"])
    assert ASKS not in panel(match, bo)
    type(match).objects.filter(pk=match.pk).update(arranged=True)
    assert ASKS not in panel(match, ada)
    type(match).objects.filter(pk=match.pk).update(arranged=False)
    act_for(match, ada, first_legal(match))
    assert match.to_act == 1
    assert ASKS not in panel(match, ada)


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
def test_practice_has_hints_too(ada, game):
    practice = fork(stored_match(game, 0), ada, ply=6, seat=0)
    for _ in range(200):
        practice.refresh_from_db()
        if practice.to_act == 0:
            break
        assert bot_acts(practice)
    who = practice.rules.bots["club"].character.name
    assert f"What would {who} · Club do?" in panel(practice, ada)
