"""The append-only log of a match: accepted actions, and the events they caused.

The database refuses UPDATE, DELETE and TRUNCATE on both tables (migration 0002). Rows hold
everything, faces included, so only `store` may read them. `match` has no index of its own because
the unique ones begin with it.
"""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class MatchAction(models.Model):
    """One accepted action: ply `ply` of its match, as the record prints it."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="actions", db_index=False
    )
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    action_id = models.CharField(max_length=64)
    auto = models.CharField(max_length=40, blank=True)
    at_ms = models.PositiveBigIntegerField()
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint("match", "ply", name="action_ply_once"),
            models.UniqueConstraint("match", "action_id", name="action_id_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.ply}"


class MatchEvent(models.Model):
    """One event of the match; `seq` counts from 1 without gaps."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="events", db_index=False
    )
    seq = models.PositiveIntegerField()
    ply = models.PositiveIntegerField()
    name = models.CharField(max_length=40)
    v = models.PositiveSmallIntegerField()
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint("match", "seq", name="event_seq_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq}"
