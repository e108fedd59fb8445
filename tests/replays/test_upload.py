"""Opening a record file: verified, stored by its content, refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.verify import WrongAction
from replays.models import UploadedRecord
from replays.services.upload import MAX_ACTIONS, MAX_BYTES, UploadRefused, record_upload
from tests.replays.factories import sample_path

pytestmark = pytest.mark.django_db
OPEN = "/replays/open/"


@pytest.fixture(autouse=True)
def _nobody_has_uploaded() -> None:
    cache.clear()


def post(client: Client, data: bytes) -> Any:
    file = BytesIO(data)
    file.name = "record.json"
    return client.post(OPEN, {"record": file})


def record(change: Callable[[dict[str, Any]], None] = lambda raw: None, number: int = 0) -> bytes:
    raw = json.loads(sample_path("deadline_99", number).read_bytes())
    change(raw)
    return json.dumps(raw).encode()


def test_a_good_record_is_replayed_at_an_address_of_its_own(client: Client) -> None:
    answer = post(client, record())
    upload = UploadedRecord.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == reverse("replays:file", args=[upload.digest])


def test_the_same_record_has_the_same_address_however_it_is_written(client: Client) -> None:
    raw = json.loads(record())
    written_otherwise = json.dumps(dict(reversed(raw.items())), indent=3).encode()
    assert post(client, record())["Location"] == post(client, written_otherwise)["Location"]
    assert UploadedRecord.objects.count() == 1


def test_another_record_has_another_address(client: Client) -> None:
    assert post(client, record())["Location"] != post(client, record(number=1))["Location"]


def wrong_action(raw: dict[str, Any]) -> None:
    raw["actions"][2]["action"] = {"type": "play", "card": "nonsense"}


def wrong_head(raw: dict[str, Any]) -> None:
    raw["head"] = "0" * 64


def wrong_seed(raw: dict[str, Any]) -> None:
    raw["seed"] = "0" * 64


def no_seed(raw: dict[str, Any]) -> None:
    del raw["seed"]


def test_a_wrong_action_is_named(client: Client) -> None:
    answer = post(client, record(wrong_action))
    seat = json.loads(record())["actions"][2]["seat"] + 1
    assert answer.status_code == 422
    assert f"Move 3, by seat {seat}, is invalid." in answer.content.decode()
    assert not UploadedRecord.objects.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (wrong_head, "The chain hash doesn’t match the moves"),
        (wrong_seed, "The seed doesn’t match"),
        (no_seed, "has no seed"),
    ],
)
def test_a_record_that_does_not_hold_is_refused_with_a_sentence(
    client: Client, change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    answer = post(client, record(change))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b"[]",
        b"null",
        b"[" * 200_000,
        b'{"a": 1, "a": 2}',
        b'{"\\ud800": 1, "\\ud800": 2}',
        b'{"format": "kibitz-record/9"}',
        b'{"format": "\\ud800"}',
        b'{"format": NaN}',
        b"<script>alert(1)</script>",
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(client: Client, data: bytes) -> None:
    answer = post(client, data)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_no_file_at_all_is_refused_with_a_sentence(client: Client) -> None:
    answer = client.post(OPEN, {"record": "just text"})
    assert answer.status_code == 422
    assert "Choose a record file first." in answer.content.decode()


def test_a_huge_file_is_refused(client: Client) -> None:
    assert post(client, b" " * (MAX_BYTES + 1)).status_code == 413


def test_a_record_of_more_actions_than_are_replayed_is_refused_before_they_are() -> None:
    def endless(raw: dict[str, Any], actions: int) -> None:
        raw["actions"] = [{"seat": 0, "action": {}}] * actions

    with pytest.raises(UploadRefused) as refusal:
        record_upload(data=record(partial(endless, actions=MAX_ACTIONS + 1)))
    assert refusal.value.code == "too_large"
    with pytest.raises(WrongAction):  # these are looked into
        record_upload(data=record(partial(endless, actions=MAX_ACTIONS)))


def test_too_many_files_in_a_minute_are_refused(client: Client) -> None:
    statuses = [post(client, b"{}").status_code for _ in range(13)]
    assert statuses == [422] * 12 + [429]


def test_too_many_files_in_a_day_are_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replays.views.upload.UPLOADS_A_DAY", 1)
    assert post(client, record()).status_code == 302
    answer = post(client, record(number=1))
    assert (answer.status_code, UploadedRecord.objects.count()) == (429, 1)
    assert "Please try again tomorrow." in answer.content.decode()
    assert int(answer["Retry-After"]) > 3600


def strange_names(raw: dict[str, Any]) -> None:
    raw["seats"] = ["<b>\u0000\u202e</b>", "x" * 5000]


def test_strange_names_are_stored_and_shown_as_text(client: Client) -> None:
    page = client.get(post(client, record(strange_names))["Location"])
    assert page.status_code == 200
    assert "<b>\x00" not in page.content.decode()
    assert "x" * 61 not in page.content.decode()


def test_a_form_from_another_site_is_refused() -> None:
    answer = Client(enforce_csrf_checks=True).post(OPEN, {})
    assert answer.status_code == 403


def test_the_page_of_a_record_that_is_not_there_is_not_found(client: Client) -> None:
    for path in ("", "proof/", "record.json", "operations.json"):
        assert client.get(f"/replays/file/{'0' * 64}/{path}").status_code == 404


def test_the_record_comes_back_as_it_went_in(client: Client) -> None:
    address = post(client, record())["Location"]
    assert client.get(f"{address}record.json").json() == json.loads(record())


def test_uploads_are_cleared_after_a_month() -> None:
    old, new = record_upload(data=record()), record_upload(data=record(number=1))
    long_ago = timezone.now() - timedelta(days=31)
    UploadedRecord.objects.filter(pk=old.pk).update(uploaded_at=long_ago)
    out = StringIO()
    call_command("clear_uploads", stdout=out)
    assert out.getvalue() == "1 uploaded records deleted\n"
    assert UploadedRecord.objects.get() == new


def test_uploading_again_keeps_a_record_for_another_month() -> None:
    upload = record_upload(data=record())
    UploadedRecord.objects.update(uploaded_at=timezone.now() - timedelta(days=29))
    record_upload(data=record())
    upload.refresh_from_db()
    assert timezone.now() - upload.uploaded_at < timedelta(days=1)
