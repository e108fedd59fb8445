"""Why a bot played as it did: after the end, for eyes that see its cards."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from games.matches.services.match_play_out import Player, match_play_out
from replays.address import EVERYBODY, read_eyes, seat_eyes
from replays.reasons import bot_reason
from replays.selectors import match_timeline
from tests.support.tables import act_for, bot_acts, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return match_play_out(
        game="deadline_99", players=[Player("novice"), Player("club")], started_at=now()
    )


def ply_of(timeline, seat):
    return next(ply.number for ply in timeline.plies if ply.facts.seat == seat)


def test_a_reason_is_the_bots_own_or_the_clubs_and_says_whose(match):
    timeline = match_timeline(match, list(match.seats.all()))
    novices, clubs = (bot_reason(timeline, ply_of(timeline, seat), EVERYBODY) for seat in (0, 1))
    assert (novices["name"], novices["judge"]) == ("Pip", "Otto · Club")
    assert (clubs["name"], clubs["judge"]) == ("Otto", "")
    assert novices["words"]
    assert clubs["words"]


def test_only_eyes_that_see_the_bots_hand_read_it(match):
    timeline = match_timeline(match, list(match.seats.all()))
    ply = ply_of(timeline, 1)
    assert bot_reason(timeline, ply, seat_eyes(1)) == bot_reason(timeline, ply, EVERYBODY)
    for eyes in (read_eyes("public", 2), seat_eyes(0)):
        assert bot_reason(timeline, ply, eyes) is None
    assert bot_reason(timeline, 0, EVERYBODY) is None


def test_the_page_tells_it_after_the_end_and_never_during_a_match(match, client):
    timeline = match_timeline(match, list(match.seats.all()))
    page = f"/replays/{match.code}/?ply={ply_of(timeline, 1)}&as=all"
    assert "Why Otto did this" in client.get(page).content.decode()
    ada = make_user("ada")
    running = make_running(ada, bots=["club"])
    act_for(running, ada, first_legal(running))
    assert bot_acts(running)
    known = Client()
    known.force_login(ada)
    assert "Why Otto" not in known.get(f"/replays/{running.code}/?ply=2").content.decode()
