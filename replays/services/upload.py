"""Accept a record file: verify it once, store it by content hash, show it any number of times."""

from __future__ import annotations

import json
from datetime import timedelta

from django.db.models.functions import Now
from django.utils import timezone

from games.engine.canonical import canonical, sha256_hex
from games.engine.codec import encode_event
from games.engine.contract import Refusal
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.text import gettext_noop
from games.engine.verify import Ply, verify_record
from games.registry import all_rulesets
from replays.models import UploadedRecord

MAX_BYTES = 1_000_000
MAX_ACTIONS = 20_000
KEPT_DAYS = 30
TOO_LARGE = gettext_noop("This file is too large to be a game record.")
NO_FILE = gettext_noop("Choose a record file first.")


class UploadRefused(Refusal):
    """The upload was refused without being read."""


def record_upload(*, data: bytes) -> UploadedRecord:
    """Verify and store the record in `data`; the same record again is the same row.

    Raises UploadRefused for an empty or too large file, RecordError for a file that is not a record
    or a record that fails verification (WrongAction names the action).
    """
    if not data:
        raise UploadRefused("no_file", NO_FILE)
    if len(data) > MAX_BYTES:
        raise UploadRefused("too_large", TOO_LARGE)
    record = read_record(data, all_rulesets())
    if len(record.entries) > MAX_ACTIONS:
        raise UploadRefused("too_large", TOO_LARGE)
    plies = verify_record(record)
    return _keep(record, plies)


def _keep(record: Record, plies: list[Ply]) -> UploadedRecord:
    """Store a verified record with the events its actions cause."""
    whole = record.as_json()
    text = json.dumps(whole, ensure_ascii=True)
    upload, _ = UploadedRecord.objects.update_or_create(
        digest=sha256_hex(canonical(whole)),
        defaults={"uploaded_at": Now()},
        create_defaults={
            "game": record.rules.meta.key,
            "record": text,
            "events": json.dumps([_stored(ply) for ply in plies], ensure_ascii=True),
            "size": len(text),
        },
    )
    return upload


def _stored(ply: Ply) -> dict[str, object]:
    return {"head": ply.head, "events": [encode_event(event) for event in ply.events]}


def uploads_clear() -> int:
    """Delete records not uploaded again for a month; return how many."""
    oldest = timezone.now() - timedelta(days=KEPT_DAYS)
    deleted, _ = UploadedRecord.objects.filter(uploaded_at__lt=oldest).delete()
    return deleted
