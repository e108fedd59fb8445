"""What people write is only ever text: on every page, for everybody who may see it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import models
from django.db.models import Value
from django.db.models.functions import Cast, Concat, Left
from django.test import Client
from django.urls import reverse

from replays.services.upload import record_upload
from tests.replays.factories import sample_path
from tests.security.matrix import ask, rows
from tests.security.world import HOSTILE, NOT_OURS, ROLES, make_world

RAW = ("<i hx-get", "\"'&gt;", "\"'>")
QUOTED = "&gt;&lt;i hx-get=x&gt;"
LONG_ENOUGH = 40
# what only the site writes, and what it reads again: no words of people's; and two columns of
# rows that can't be changed, whose words are hostile from the start
OURS = {
    "RatingCorrection.reason", "RatingLog.note",
    "User.password", "User.email", "Club.slug", "InvitationLink.token", "JournalEntry.verb",
    "Token.digest", "Notice.subject", "Notice.url", "RatingLog.game", "RatingLog.mode",
    "Ladder.owner", "ChallengeLadder.game", "PlaceMove.reason",
    "Ladder.game", "Ladder.mode", "SideStanding.side", "MatchAction.action_id", "MatchAction.auto",
    "MatchAction.head", "MatchEvent.name", "Match.game", "Match.commitment", "Match.head",
    "MatchSecret.commitment", "Seat.seat_commitment", "Seat.contribution", "Server.name",
    "Server.doorbell", "Tournament.game", "DirectorAction.request_id", "DirectorAction.reason",
    "UploadedRecord.digest", "UploadedRecord.game", "UploadedRecord.record",
    "UploadedRecord.events", "Webhook.secret", "Webhook.former_secret", "Delivery.kind",
    "Delivery.subject", "Delivery.message_id",
}  # fmt: skip


def written_by_people() -> Iterator[models.Field]:
    """Yield every column that holds words of people's; a new one is among them by itself."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, (models.CharField, models.TextField)) and not field.choices
            if (
                is_text
                and (field.max_length or LONG_ENOUGH) >= LONG_ENOUGH
                and not model._meta.db_table.startswith(NOT_OURS)
                and model.__module__.split(".")[0] in {"accounts", "games", "replays"}
                and f"{model.__name__}.{field.name}" not in OURS
            ):
                yield field


@pytest.mark.timeout(400)  # a hundred and more pages, and the machine may be busy
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "least_shown"), [("spectator", 5), ("player", 10), ("owner", 20), ("staff", 1)]
)
def test_words_of_people_stay_words(role: str, least_shown: int) -> None:
    world = make_world()
    for field in written_by_people():
        numbered = Concat(Value(HOSTILE), Cast("pk", models.CharField()))  # some are unique
        words = Left(numbered, field.max_length or 100)
        field.model._default_manager.update(**{field.name: words})
    client, shown = world.client(role), 0
    for row in rows():
        if row.method == "GET" and row.expected[ROLES.index(role)] == "200":
            page = ask(client, row, world)
            if page.headers["Content-Type"].startswith("text/html"):
                shown += told_as_text(page.content.decode(), row.name)
    assert shown >= least_shown


@pytest.mark.django_db
def test_names_in_a_record_from_elsewhere_stay_words(client: Client) -> None:
    record = json.loads(sample_path("deadline_99", 0).read_bytes())
    record["seats"] = [f"{HOSTILE}{seat}" for seat, _ in enumerate(record["seats"])]
    upload = record_upload(data=json.dumps(record).encode())
    page = client.get(reverse("replays:file", args=[upload.digest]))
    assert told_as_text(page.content.decode(), "replay")


def told_as_text(html: str, where: str) -> bool:
    """Tell whether a page shows the hostile words; fail where one of their signs is a sign."""
    assert not [raw for raw in RAW if raw in html], where
    return QUOTED in html
