"""What a club's webhooks are told of its matches and rounds, and what they never are."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.clubs.models import Club, Delivery, Webhook
from accounts.clubs.services.deliver import webhooks_deliver
from accounts.clubs.services.webhook import webhook_add
from games.matches.models import Match
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.receiver import Receiver
from tests.support.tables import make_running, play_to_end

pytestmark = pytest.mark.django_db
SECRET_WORDS = ("seed", "secret", "hand", "action", "event", "head", "view", "state")


def told(tool: Receiver) -> list[dict[str, Any]]:
    """Deliver all that is due; return the messages, in order."""
    while webhooks_deliver():
        pass
    secret = Webhook.objects.get().secret
    return [came.verified(secret) for came in tool.received]


def made(owner: Any, tool: Receiver, **fields: Any) -> Club:
    """Return a club with a webhook."""
    club = make_club(owner, **fields)
    webhook_add(club=club, actor=owner, url=tool.url)
    return club


def api(path: str, client: Client | None = None) -> dict[str, Any]:
    """Return what the API tells an anonymous visitor."""
    answer = (client or Client()).get(f"/api/v1/{path}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_a_round_is_told_when_it_is_published_and_not_before(ada: Any, tool: Receiver) -> None:
    club = made(ada, tool)
    event = make_event(ada, club, format="swiss")
    enter_bots(event, ada, 4)
    act(event, ada, "start")
    act(event, ada, "propose_round")
    assert told(tool) == []
    act(event, ada, "publish_round")
    [message] = told(tool)
    assert message["type"] == "round.published"
    url = message["data"].pop("url")
    assert url.endswith(f"/tournaments/{event.code}/")
    assert message["data"] == api(f"tournaments/{event.code}")
    assert len(message["data"]["pairings"]) == 4


def test_a_round_that_was_taken_back_is_not_told(ada: Any, tool: Receiver) -> None:
    club = made(ada, tool)
    event = make_event(ada, club, format="swiss")
    enter_bots(event, ada, 4)
    begin(event, ada)
    act(event, ada, "cancel_round", reason="Wrong tables")
    act(event, ada, "propose_round")
    assert told(tool) == []
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("embargo", [False, True])
def test_a_match_is_told_as_visitors_see_it_without_a_move(
    ada: Any, tool: Receiver, embargo: bool
) -> None:
    club = made(ada, tool)
    until = timezone.now() + timedelta(days=1) if embargo else None
    event = make_event(ada, club, format="swiss", embargo_until=until)
    enter_bots(event, ada, 2)
    begin(event, ada)
    play_bots(event)
    message = next(one for one in told(tool) if one["type"] == "match.finished")
    match = event.tables.get().match
    data = message["data"]
    assert data.pop("url").endswith(f"/matches/{match.code}/")
    assert data.pop("club") == "Night Owls"
    assert data == api(f"matches/{match.code}")
    assert data["result"]["ranks"] == match.result["ranks"]
    keys = {key for one in (data, *data["seats"]) for key in one}
    assert not keys & set(SECRET_WORDS)
    assert "cards" not in json.dumps(data)


@pytest.mark.parametrize(
    ("visibility", "is_private", "is_told"),
    [
        ("public", False, True),
        ("public", True, True),
        ("private", True, True),
        ("private", False, False),
        ("unlisted", False, False),
    ],
)
def test_only_matches_are_told_that_visitors_or_plain_members_may_see(
    ada: Any, bo: Any, tool: Receiver, visibility: str, is_private: bool, is_told: bool
) -> None:
    club = made(ada, tool, is_private=is_private)
    match = make_running(ada, bo, visibility=visibility)
    Match.objects.filter(pk=match.pk).update(club=club)
    match.refresh_from_db()
    play_to_end(match, ada, bo)
    found = [one["data"]["match"] for one in told(tool)]
    assert found == ([match.code] if is_told else [])


def test_matches_of_no_club_are_told_to_nobody(ada: Any, bo: Any, tool: Receiver) -> None:
    made(ada, tool)
    play_to_end(make_running(ada, bo), ada, bo)
    assert not Delivery.objects.exists()
