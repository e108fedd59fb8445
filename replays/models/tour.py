"""A guided tour of a match: a commentator's list of positions, each with a text."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Tour(models.Model):
    """A person's tour of a match; only its author sees it until it is published."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="replay_tours"
    )
    title = models.CharField(max_length=120)
    published = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("tour")
        verbose_name_plural = _("tours")
        indexes = [models.Index("match", name="tour_match")]

    def __str__(self) -> str:
        return self.title


class TourStop(models.Model):
    """One stop: the position, the viewpoint, and the text about it."""

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE, related_name="stops")
    number = models.PositiveSmallIntegerField()
    ply = models.PositiveIntegerField()
    eyes = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        ordering = ["tour", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tour", "number"],
                name="stop_number_once",
                deferrable=models.Deferrable.DEFERRED,
            )
        ]

    def __str__(self) -> str:
        return f"{self.tour_id}.{self.number}"
