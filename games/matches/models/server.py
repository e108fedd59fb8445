"""The processes that serve or sweep, as they tell of themselves."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Now


class Server(models.Model):
    """A process that is alive as long as `seen_at` is fresh, and by which doorbell it rings.

    `doorbell` is the same for processes that hear each other, and empty for one that hears
    nobody else.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120)
    doorbell = models.CharField(max_length=64, blank=True)
    started_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name
