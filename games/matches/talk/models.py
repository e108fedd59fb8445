"""Models of all talk, of tables, clubs and events alike; no rules, no queries.

Each room numbers its own messages from 1: numbers shared between rooms would reveal to the players
how much the spectators say.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Room(models.Model):
    """A conversation: one of the two about a match, or that of a club or an event.

    `last` is the number of its newest message or other change. Events belong to an app above.
    """

    class Kind(models.TextChoices):
        """At a table, among the spectators behind it, in a club, or at an event."""

        SEATS = "seats", _("players")
        WATCHERS = "watchers", _("spectators")
        CLUB = "club", _("club")
        EVENT = "event", _("event")

    match = models.ForeignKey(
        "matches.Match", null=True, on_delete=models.CASCADE, related_name="rooms"
    )
    club = models.ForeignKey("clubs.Club", null=True, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(
        "tournaments.Tournament", null=True, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    last = models.PositiveIntegerField(default=0)
    phrases_only = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint("match", "kind", name="room_once"),
            models.UniqueConstraint("club", name="room_of_club_once"),
            models.UniqueConstraint("event", name="room_of_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id or self.club_id or self.event_id}/{self.kind}"


class RoomMute(models.Model):
    """Somebody whom an officer of a room silenced there, until when (None: for good)."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="mutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("room", "user", name="room_mute_once")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.user_id}"


class Message(models.Model):
    """Something said: free text, or the key of a fixed phrase or a reaction (`words.py`).

    `ply` is the match's when it was said at a table. A removed message has lost its body.
    """

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
    is_removed = models.BooleanField(default=False, db_default=False)
    ply = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("room", "number", name="message_once")]
        indexes = [models.Index("author", "created_at", name="message_flood")]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"
