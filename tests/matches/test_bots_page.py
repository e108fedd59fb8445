"""The bots' page, and playing against one of them."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from accounts.guests.models import GuestPolicy
from games.matches.models import Match
from games.matches.strengths import round_robins
from games.registry import all_rules
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def test_the_page_introduces_every_bot_with_its_strength(client):
    html = client.get("/bots/").content.decode()
    for rules in all_rules().values():
        for bot in rules.bots.values():
            assert bot.character.name in html
            assert bot.character.temper in html
        first = round_robins(rules.meta.key)[0]
        for one in first.levels.values():
            assert f'value="{one.elo}"' in html


@pytest.mark.parametrize("key", all_rules())
def test_a_games_strengths_are_of_its_own_levels_and_options(key):
    rules = all_rules()[key]
    for one in round_robins(key):
        assert set(one.levels) <= set(rules.bots)
        assert set(one.options) <= {option.key for option in rules.meta.options}
        assert one.seats in rules.meta.allowed_seats()
        elos = [one.levels[level].elo for level in rules.bots if level in one.levels]
        assert elos[0] == 0
        assert elos == sorted(elos)


def test_play_against_one_seats_that_bot_everywhere_under_different_names(client):
    client.force_login(make_user("ada"))
    client.post(reverse("play_now", args=["deadline_99"]), {"bot": "expert"})
    seats = Match.objects.get().seats.exclude(bot="")
    assert {seat.bot for seat in seats} == {"expert"}
    assert [seat.shown_name for seat in seats] == ["Vesper", "Vesper II", "Vesper III"]


def test_somebody_new_plays_that_bot_after_signing_up(client):
    GuestPolicy.objects.create(pk=1, is_open=False)
    page = reverse("play_now", args=["deadline_99"])
    client.post(page, {"bot": "expert"})
    client.force_login(make_user("ada"))
    assert client.get(page).status_code == 302
    assert {seat.bot for seat in Match.objects.get().seats.all()} == {"", "expert"}


def test_an_unknown_bot_is_refused_and_no_table_opened(client):
    client.force_login(make_user("ada"))
    answer = client.post(reverse("play_now", args=["deadline_99"]), {"bot": "grandmaster"})
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_programs_are_told_the_characters(client):
    games = json.loads(client.get("/api/v1/games").content)
    told = {game["key"]: game["characters"] for game in games}
    assert told["deadline_99"][2] == {"level": "club", "name": "Otto"} | {
        "temper": all_rules()["deadline_99"].bots["club"].character.temper
    }
