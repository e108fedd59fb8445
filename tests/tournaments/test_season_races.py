"""Seasons while somebody else is at them: each of two at once goes through whole, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from games.tournaments.models import Season
from games.tournaments.services.act import lock_tournament
from games.tournaments.services.create import event_tell
from games.tournaments.services.seasons import season_hold, season_open, season_take_back
from tests.support.clusters import wait_until
from tests.support.database import somebody_waits_for_us
from tests.support.events import act, enter_bots, make_event
from tests.support.races import PATIENCE, at_once, ended

pytestmark = pytest.mark.django_db(transaction=True)


def meanwhile(attempt: Callable[[], Any], hold: Callable[[], Any], do: Callable[[], Any]) -> str:
    """Hold and do something in one transaction, for which an attempt has to wait; how it ended."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            hold()
            waiting = pool.submit(ended, attempt)
            wait_until(somebody_waits_for_us)
            do()
        return waiting.result(PATIENCE)


def test_of_two_directors_who_begin_a_season_at_once_one_does(ada, club):
    begin = partial(season_open, club=club, actor=ada, best_of=None)
    attempts = [partial(begin, name=name) for name in ("Winter", "Winter cup")]
    assert at_once(attempts) == ["done", "season_begun"]
    assert club.seasons.filter(is_open=True).count() == club.seasons.count() == 1


def test_who_begins_a_season_while_the_running_one_is_taken_back_is_told_so(
    ada, club, autumn, winter
):
    begin = partial(season_open, club=club, actor=ada, name="Spring", best_of=None, ends=winter.pk)
    take_back = partial(season_take_back, season=winter, actor=ada)
    assert meanwhile(begin, take_back, lambda: None) == "season_begun"
    assert list(club.seasons.filter(is_open=True)) == [autumn]


def test_an_event_is_moved_out_of_a_season_that_is_taken_back(ada, club, autumn, winter):
    event = make_event(ada, club, season=winter)
    take_back = partial(season_take_back, season=winter, actor=ada)
    move = partial(event_tell, code=event.code, actor=ada, about={"season": autumn})
    assert meanwhile(take_back, partial(season_hold, autumn), move) == "done"
    event.refresh_from_db()
    assert list(club.seasons.filter(is_open=True)) == [autumn] == [event.season]


def test_an_event_that_is_moved_into_it_meanwhile_counts_for_the_one_before(
    ada, club, autumn, winter
):
    event = make_event(ada, club, season=autumn)
    take_back = partial(season_take_back, season=winter, actor=ada)
    move = partial(event_tell, code=event.code, actor=ada, about={"season": winter})
    assert meanwhile(take_back, move, lambda: None) == "done"
    event.refresh_from_db()
    assert list(club.seasons.all()) == [autumn] == [event.season]


def test_no_event_is_moved_into_a_season_that_was_just_taken_back(ada, club, autumn, winter):
    event = make_event(ada, club, season=autumn)
    take_back = partial(season_take_back, season=Season.objects.get(pk=winter.pk), actor=ada)
    move = partial(event_tell, code=event.code, actor=ada, about={"season": winter})
    assert meanwhile(move, take_back, lambda: None) == "season_gone"
    event.refresh_from_db()
    assert event.season == autumn


def test_a_season_of_which_a_round_is_opened_meanwhile_is_not_taken_back(ada, club, winter):
    event = make_event(ada, club, season=winter)
    enter_bots(event, ada, 4)
    act(event, ada, "start")
    act(event, ada, "propose_round")
    take_back = partial(season_take_back, season=winter, actor=ada)
    publish = partial(act, event, ada, "publish_round")
    assert meanwhile(take_back, partial(lock_tournament, event.code), publish) == "season_played"
    assert Season.objects.filter(pk=winter.pk, is_open=True).exists()
