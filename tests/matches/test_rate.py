"""From a match that ends to its ratings: who counts, and both or neither are stored."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import OperationalError, transaction
from django.test import Client

from games.engine.contract import RESIGN
from games.matches.models import Match, Seat
from games.matches.rendering import render_push
from games.matches.services.match_finish import match_finished
from games.ratings.models import Ladder, RatingChange, RatingLog
from tests.support.database import impatient
from tests.support.servers import database_url_of_tests
from tests.support.tables import (
    act_for,
    bot_acts,
    first_legal,
    is_out,
    make_running,
    make_user,
    play_to_end,
    play_until_two_are_left,
)

pytestmark = pytest.mark.django_db


def play(*users: Any, **choices: Any) -> Match:
    """Return a rated match that has begun."""
    return make_running(*users, rated=True, **choices)


def turn(match: Match, users: tuple[Any, ...]) -> None:
    """Let whoever is to act play something legal; None is a bot."""
    assert match.to_act is not None
    if users[match.to_act] is None:
        bot_acts(match)
        match.refresh_from_db()
    else:
        act_for(match, users[match.to_act], first_legal(match))


def ranks(match: Match) -> dict[int, int]:
    """Return the ranks by player that the log has of a match."""
    line = RatingLog.objects.get(match=match.code)
    return {player: team["rank"] for team in line.teams for player in team["members"]}


def test_a_finished_match_of_people_is_rated_once() -> None:
    users = make_user("ada"), make_user("bo")
    match = play(*users)
    play_to_end(match, *users)
    line = RatingLog.objects.get(match=match.code)
    assert (line.why, line.mode, line.kind) == ("", "survivor", "ffa")
    assert line.finished_at == match.finished_at
    assert RatingChange.objects.filter(match=match.code, ladder__season="all").count() == 2


def test_the_log_has_the_ranks_of_the_result() -> None:
    users = make_user("ada"), make_user("bo"), make_user("chen")
    match = play(*users)
    play_to_end(match, *users)
    assert ranks(match) == {seat.user_id: seat.rank for seat in match.seats.all()}


def test_who_resigns_ranks_behind_all_who_stayed_however_long_they_lasted() -> None:
    users = make_user("ada"), make_user("bo"), make_user("chen")
    match = play(*users)
    play_until_two_are_left(match, *users)
    stayed = [seat for seat in match.seats.all() if not is_out(match, seat.number)]
    leaver = users[stayed[0].number]
    act_for(match, leaver, RESIGN)
    assert match.seats.get(user=leaver).rank == 2
    assert ranks(match)[leaver.pk] == 3


def test_of_two_who_resign_the_later_ranks_higher() -> None:
    users = make_user("ada"), make_user("bo"), make_user("chen")
    match = play(*users)
    turn(match, users)
    for user in users[1:]:
        act_for(match, user, RESIGN)
    assert ranks(match) == {users[0].pk: 1, users[2].pk: 2, users[1].pk: 3}


def test_a_match_that_is_resigned_before_the_first_turn_is_not_rated() -> None:
    users = make_user("ada"), make_user("bo")
    match = play(*users)
    act_for(match, users[0], RESIGN)
    assert RatingLog.objects.get(match=match.code).why == "not_begun"
    assert not Ladder.objects.exists()


def test_a_casual_match_is_logged_and_not_rated() -> None:
    users = make_user("ada"), make_user("bo")
    match = make_running(*users)
    play_to_end(match, *users)
    assert RatingLog.objects.get(match=match.code).why == "casual"


def test_a_match_against_bots_alone_is_not_logged() -> None:
    ada = make_user("ada")
    match = make_running(ada, rated=True, seats=2, bots=["novice"])
    assert match.rated is False
    act_for(match, ada, RESIGN)
    assert not RatingLog.objects.exists()


def test_a_bot_beside_two_people_makes_a_rated_table_casual() -> None:
    users = make_user("ada"), make_user("bo")
    match = play(*users, bots=["novice"])
    assert match.rated is False
    while match.ply == 0 or match.to_act == 1:
        turn(match, (users[0], None, users[1]))
    for user in users:
        act_for(match, user, RESIGN)
    assert RatingLog.objects.get(match=match.code).why == "bot"


def test_whoever_let_a_bot_stand_in_has_left_even_if_they_came_back() -> None:
    users = make_user("ada"), make_user("bo"), make_user("chen")
    match = play(*users)
    turn(match, users)
    Seat.objects.filter(match=match, user=users[0]).update(stood_in=True)
    play_to_end(match, *users)
    assert ranks(match)[users[0].pk] == 3


def test_a_result_says_why_whoever_left_is_rated_below_their_rank() -> None:
    users = make_user("ada"), make_user("bo"), make_user("chen")
    stayed, left = play(*users), play(*users)
    play_to_end(stayed, *users)
    play_until_two_are_left(left, *users)
    act_for(left, next(user for seat, user in enumerate(users) if not is_out(left, seat)), RESIGN)
    said = [
        "players who left rank below everyone" in render_push(users[0], match.code).html
        for match in (stayed, left)
    ]
    assert said == [False, True]


def test_partners_share_their_sides_result_though_one_resigned() -> None:
    users = tuple(make_user(name) for name in ("ada", "bo", "chen", "dora"))
    match = play(*users, game="death_frontline", seats=4)
    turn(match, users)
    act_for(match, users[0], RESIGN)
    act_for(match, users[1], RESIGN)
    act_for(match, users[3], RESIGN)
    line = RatingLog.objects.get(match=match.code)
    assert (line.mode, line.kind) == ("teams", "ffa")
    assert ranks(match) == {users[0].pk: 1, users[2].pk: 1, users[1].pk: 2, users[3].pk: 2}


def test_factions_are_rated_as_sides() -> None:
    users = tuple(make_user(name) for name in ("ada", "bo", "chen", "dora", "emil"))
    match = play(*users, options={"mode": "factions"})
    play_to_end(match, *users)
    line = RatingLog.objects.get(match=match.code)
    assert (line.mode, line.kind) == ("factions", "group")
    assert {team["side"] for team in line.teams} == {"red", "black", "free"}


def nearly_over(*users: Any) -> Match:
    """Return a rated duel in which a resignation is all that is missing."""
    match = play(*users)
    turn(match, users)
    return match


def test_what_fails_after_the_rating_undoes_it_with_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = make_user("ada"), make_user("bo")
    match = nearly_over(*users)

    def fail(match: Match) -> None:
        assert RatingChange.objects.exists()
        raise RuntimeError("somebody above matches failed")

    monkeypatch.setattr(match_finished, "functions", [fail])
    with pytest.raises(RuntimeError), transaction.atomic():
        act_for(match, users[0], RESIGN)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert not RatingLog.objects.exists()
    assert not Ladder.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_rating_that_cannot_be_stored_undoes_the_last_action() -> None:
    users = make_user("ada"), make_user("bo")
    before = nearly_over(*users)
    act_for(before, users[0], RESIGN)
    match = nearly_over(*users)
    version = match.version
    held = psycopg.connect(database_url_of_tests())
    with held:
        held.execute("SELECT * FROM ratings_ladder FOR UPDATE")
        with impatient(), pytest.raises(OperationalError):
            act_for(match, users[0], RESIGN)
    held.close()
    match.refresh_from_db()
    assert (match.status, match.version) == (Match.Status.RUNNING, version)
    assert not RatingLog.objects.filter(match=match.code).exists()
    act_for(match, users[0], RESIGN)
    assert RatingLog.objects.filter(match=match.code).exists()


def test_the_result_shows_what_the_match_did_to_the_ratings(client: Client) -> None:
    users = make_user("ada"), make_user("bo")
    match = nearly_over(*users)
    act_for(match, users[0], RESIGN)
    text = client.get(f"/matches/{match.code}/").content.decode()
    assert "1531" in text
    assert "1469" in text


def test_the_result_says_why_a_match_is_not_rated(client: Client) -> None:
    users = make_user("ada"), make_user("bo")
    match = make_running(*users)
    turn(match, users)
    act_for(match, users[0], RESIGN)
    text = client.get(f"/matches/{match.code}/").content.decode()
    assert "Not rated: this was a casual table." in text
