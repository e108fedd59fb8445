"""Record files that somebody uploaded."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Rules
from games.registry import rules_of


class UploadedRecord(models.Model):
    """A verified record file, looked up by its digest; deleted after a month.

    Both texts are ASCII-only JSON, because a jsonb column would refuse some strings that JSON
    allows. `events` holds the events that the rules decided on the day of the upload, so that
    showing the replay needs `apply` alone.
    """

    digest = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=40)
    record = models.TextField()
    events = models.TextField()
    size = models.PositiveIntegerField()
    uploaded_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("uploaded record")
        verbose_name_plural = _("uploaded records")
        indexes = [models.Index("uploaded_at", name="upload_age")]

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:12]}"

    @property
    def rules(self) -> Rules:
        """Return the rules of the record's match; raises UnknownRules."""
        return rules_of(self.game, self.as_json()["rules"])

    def as_json(self) -> dict[str, Any]:
        """Return the record as it was read."""
        record: dict[str, Any] = json.loads(self.record)
        return record
