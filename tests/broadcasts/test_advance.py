"""How much of a match is shown when: never earlier than the delay, never while a deal is open."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.broadcasts.models import Broadcast, Show
from games.broadcasts.refusals import BroadcastRefusal
from games.broadcasts.services.advance import broadcasts_advance
from games.broadcasts.services.broadcast import broadcast_end
from games.matches.models import Match
from games.matches.services.failing import match_give_up
from games.tournaments.models import Tournament
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import Scoring
from tests.support.broadcasts import broadcast, later
from tests.support.database_clock import StandingClock
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.tables import bot_acts

pytestmark = pytest.mark.django_db
DUPLICATE = {"scoring": Scoring("matchpoints"), "sizes": SizeRule(3, 3, 3)}


def event_of_bots(owner: Any, bots: int = 2, **choices: Any) -> Tournament:
    event = make_event(owner, **{"format": "swiss", "config": {"rounds": 2}, **choices})
    enter_bots(event, owner, bots)
    return event


def plies(shown: Broadcast, number: int = 1) -> list[int | None]:
    """Return how far each table of a round is on show."""
    broadcasts_advance()
    return list(shown.shows.filter(round=number).values_list("ply", flat=True))


def test_in_minutes_each_move_is_shown_so_long_after_it_was_played(ada: User) -> None:
    clock, event = StandingClock(), event_of_bots(ada)
    shown = broadcast(event, ada, amount=30)
    begin(event, ada)
    match = event.tables.get().match
    for _ in range(4):
        clock.move(timedelta(seconds=50))
        bot_acts(match)
    clock.move(timedelta(minutes=30) - timedelta(seconds=200, microseconds=1))
    assert plies(shown) == [None]
    for ply in range(5):
        clock.move(timedelta(microseconds=1))
        assert plies(shown) == [ply]
        clock.move(timedelta(seconds=50) - timedelta(microseconds=1))
        assert plies(shown) == [min(ply, 4)] if ply < 4 else [4]
    assert not shown.shows.get().is_whole


def test_in_rounds_a_round_is_shown_once_it_is_over_and_the_one_before_was(ada: User) -> None:
    event = event_of_bots(ada, 4)
    shown = broadcast(event, ada, "rounds", 1)
    begin(event, ada)
    first = event.tables.order_by("table")[0]
    while bot_acts(first.match):
        assert plies(shown) == [None, None]
    play_bots(event)
    assert plies(shown)[0] is not None
    act(event, ada, "close_round")
    next_round(event, ada)
    play_bots(event)
    assert plies(shown, 2) == [None, None], "the first round is still on"
    later(shown, hours=5)
    assert set(shown.shows.filter(round=1).values_list("is_whole", flat=True)) == {True}
    assert None not in plies(shown, 2)


def test_a_duplicate_deal_is_shown_only_once_every_table_has_played_it(ada: User) -> None:
    event = event_of_bots(ada, 6, format="pods", config=DUPLICATE)
    shown = broadcast(event, ada, "minutes", 5)
    begin(event, ada)
    first = event.tables.order_by("table")[0].match
    while bot_acts(first):
        pass
    later(shown, hours=9)
    assert plies(shown) == [None, None]
    assert set(shown.shows.values_list("starts_at", flat=True)) == {None}
    play_bots(event)
    assert plies(shown) == [None, None], "the delay counts from then"
    later(shown, minutes=5)
    assert None not in plies(shown)
    later(shown, hours=9)
    assert set(shown.shows.values_list("is_whole", flat=True)) == {True}


def test_only_tables_opened_after_the_start_are_shown(ada: User) -> None:
    event = event_of_bots(ada)
    begin(event, ada)
    shown = broadcast(event, ada)
    later(shown, hours=9)
    assert not shown.shows.exists()
    play_bots(event)
    act(event, ada, "close_round")
    next_round(event, ada)
    assert plies(shown, 2) == [None]


def test_after_the_end_nothing_new_is_shown_until_a_match_is_over(ada: User) -> None:
    event = event_of_bots(ada)
    shown = broadcast(event, ada)
    begin(event, ada)
    match = event.tables.get().match
    bot_acts(match)
    plies(shown)
    broadcast_end(tournament=event)
    later(shown, hours=9)
    assert plies(shown) == [None]
    play_bots(event)
    show = shown.shows.get()
    match.refresh_from_db()
    assert plies(shown) == [match.ply]
    show.refresh_from_db()
    assert show.is_whole


def test_a_match_without_a_result_is_shown_no_further(ada: User) -> None:
    event = event_of_bots(ada)
    shown = broadcast(event, ada)
    begin(event, ada)
    match = event.tables.get().match
    bot_acts(match)
    plies(shown)
    later(shown, minutes=40)
    assert plies(shown) == [1]
    bot_acts(match)
    match_give_up(code=match.code)
    later(shown, hours=9)
    assert plies(shown) == [1]
    assert shown.shows.get().is_whole
    page = Client().get(f"/broadcasts/{shown.code}/{match.code}/").content.decode()
    assert "No result" in page
    assert "Open the full replay" not in page, "there is none"


def test_an_embargo_holds_the_broadcast_back(ada: User) -> None:
    event = event_of_bots(ada, embargo_until=timezone.now() + timedelta(days=1))
    shown = broadcast(event, ada)
    begin(event, ada)
    play_bots(event)
    later(shown, hours=9)
    assert plies(shown) == [None]
    assert shown.shows.get().starts_at is None
    Match.objects.update(embargo_until=timezone.now())
    plies(shown)
    later(shown, hours=9)
    assert None not in plies(shown)


@pytest.mark.parametrize(
    ("delay", "amount", "code"),
    [
        ("minutes", 4, "bad_delay"), ("minutes", 241, "bad_delay"), ("rounds", 0, "bad_delay"),
        ("rounds", 4, "bad_delay"), ("moves", 5, "bad_delay"), ("minutes", None, "bad_delay"),
    ],
)  # fmt: skip
def test_a_delay_is_of_some_length(ada: User, delay: str, amount: int, code: str) -> None:
    with pytest.raises(BroadcastRefusal) as refusal:
        broadcast(event_of_bots(ada), ada, delay, amount)
    assert refusal.value.code == code
    assert not Broadcast.objects.exists()


def test_an_event_is_broadcast_once_at_a_time_and_an_arena_by_minutes(ada: User) -> None:
    event = event_of_bots(ada)
    broadcast(event, ada)
    with pytest.raises(BroadcastRefusal) as refusal:
        broadcast(event, ada)
    assert refusal.value.code == "already"
    arena = make_event(ada, format="arena", config={"minutes": 30, "scoring": Scoring("arena")})
    with pytest.raises(BroadcastRefusal) as refusal:
        broadcast(arena, ada, "rounds", 1)
    assert refusal.value.code == "no_rounds"
    assert broadcast(arena, ada, "minutes", 30).tournament == arena


def test_a_player_is_told_at_the_table_before_the_first_card(ada: User, bo: User) -> None:
    event = make_event(ada, format="swiss")
    for one in (ada, bo):
        act(event, ada, "register", players=[one.pk], by_organiser=True)
    broadcast(event, ada, "minutes", 45)
    begin(event, ada)
    match = event.tables.get().match
    assert match.version == 0
    client = Client()
    client.force_login(bo)
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert "Broadcast, all hands open," in page
    assert "45 minutes later" in " ".join(page.split())
    assert not Show.objects.exists()
