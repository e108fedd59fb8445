"""An event's embargo: nobody but a match's players sees what was hidden in it before the date."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.engine.viewer import OPEN_TABLE, PUBLIC
from games.matches.access import access_match
from games.tournaments.services.create import event_tell
from tests.replays.factories import person, stored_match
from tests.support.events import begin, enter_bots, make_event, play_bots

pytestmark = pytest.mark.django_db


def test_an_events_embargo_lies_on_its_matches_until_it_is_lifted() -> None:
    ada, until = person(), timezone.now() + timedelta(days=1)
    event = make_event(ada, embargo_until=until)
    enter_bots(event, ada, 3)
    begin(event, ada)
    play_bots(event)
    match = event.tables.get().match
    assert (match.status, match.embargo_until) == ("finished", until)
    refused = Client().get(f"/replays/{match.code}/")
    assert refused.status_code == 403
    assert "hidden until" in refused.content.decode()
    assert Client().get(f"/replays/{match.code}/picture.png").status_code == 403
    assert match.code not in Client().get("/replays/").content.decode()
    assert "Replays visible from" in Client().get(f"/tournaments/{event.code}/").content.decode()
    event_tell(code=event.code, actor=None, about={"embargo_until": None})
    assert Client().get(f"/replays/{match.code}/").status_code == 200


def test_until_then_no_proxy_may_keep_what_a_player_is_shown() -> None:
    ada = person()
    match = stored_match(users={0: ada}, embargo_until=timezone.now() + timedelta(days=1))
    client = Client()
    client.force_login(ada)
    picture = f"/replays/{match.code}/picture.png"
    assert "private" in client.get(picture).headers["Cache-Control"]
    match.embargo_until = timezone.now()
    match.save()
    assert "public" in client.get(picture).headers["Cache-Control"]


def test_until_then_the_table_itself_shows_others_the_public_log_only() -> None:
    ada = person()
    until = timezone.now() + timedelta(days=1)
    match = stored_match(users={0: ada}, embargo_until=until)
    assert access_match(AnonymousUser(), match.code).viewer == PUBLIC
    assert access_match(ada, match.code).viewer == OPEN_TABLE
    match.embargo_until = timezone.now()
    match.save()
    assert access_match(AnonymousUser(), match.code).viewer == OPEN_TABLE
