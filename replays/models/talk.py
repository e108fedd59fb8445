"""What people say about a finished match: comments at a ply, and moments they marked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Comment(models.Model):
    """A comment on the position after `ply` actions."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="replay_comments"
    )
    text = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        indexes = [models.Index("match", "ply", name="comment_place")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.ply}: {self.text[:40]}"


class Moment(models.Model):
    """A position that somebody marked with a short title; one per person and ply."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    eyes = models.CharField(max_length=10)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="replay_moments"
    )
    title = models.CharField(max_length=80)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("moment")
        verbose_name_plural = _("moments")
        constraints = [
            models.UniqueConstraint("match", "author", "ply", name="moment_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.ply}: {self.title}"
