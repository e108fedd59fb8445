"""What people said of hidden hands, and what was true."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Read(models.Model):
    """A person's forecasts at a position of a finished match, from a seat's eyes.

    `answers` are those of `scoring.Answer`, one for each question. The first read of a position is
    the only one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    answers: Any = models.JSONField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "match", "ply", "seat", name="read_once"),
        ]
        indexes = [
            models.Index("user", "at", name="read_of"),
            models.Index("match", "ply", "seat", name="read_at"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.match_id}, {self.ply}"
