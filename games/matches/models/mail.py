"""The turn mails already sent, so that nobody gets one twice."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class TurnMail(models.Model):
    """A mail to the person to act at a version of a match: that it is their turn, or a reminder.

    The row is inserted before the mail is sent, so that only one of several processes sends it.
    """

    class Kind(models.TextChoices):
        """The kind of mail; these labels are never shown."""

        TURN = "turn", "turn"
        REMINDER = "reminder", "reminder"

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="turn_mails")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint("match", "version", "kind", name="turn_mail_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.version} {self.kind}"
