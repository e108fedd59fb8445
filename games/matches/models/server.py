"""Serving and sweeping processes, as they register themselves."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Now


class Server(models.Model):
    """A process, alive while `seen_at` is fresh, and the channel layer it uses.

    `doorbell` is equal for processes that share a channel layer, and empty for a process with an
    in-memory one of its own.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120)
    doorbell = models.CharField(max_length=64, blank=True)
    started_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name
