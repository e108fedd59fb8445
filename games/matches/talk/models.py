"""Models of table talk; no rules, no queries.

Each room numbers its own messages from 1: numbers shared between rooms would reveal to the players
how much the spectators say.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Room(models.Model):
    """One of the two conversations about a match; `last` is its newest message's number."""

    class Kind(models.TextChoices):
        """At the table, or among the spectators behind it."""

        SEATS = "seats", _("players")
        WATCHERS = "watchers", _("spectators")

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="rooms")
    kind = models.CharField(max_length=10, choices=Kind)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint("match", "kind", name="room_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.kind}"


class Message(models.Model):
    """Something said: free text, or the key of a fixed phrase or a reaction (`words.py`)."""

    class Kind(models.TextChoices):
        """How it was said."""

        TEXT = "text", _("text")
        PHRASE = "phrase", _("phrase")
        EMOJI = "emoji", _("reaction")

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=60)
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=Kind)
    body = models.CharField(max_length=300)
    ply = models.PositiveIntegerField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("room", "number", name="message_once")]
        indexes = [models.Index("author", "created_at", name="message_flood")]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"
