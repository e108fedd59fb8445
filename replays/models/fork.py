"""The origin of a practice match."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Fork(models.Model):
    """A practice match that continues from `ply` of another, as `seat` saw it.

    With `same_deal` it began with the other's exact deal, so that results can be compared; `ply` is
    then 0.
    """

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="fork")
    source = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    same_deal = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("fork")
        verbose_name_plural = _("forks")
        indexes = [models.Index("source", name="fork_source")]

    def __str__(self) -> str:
        return f"{self.source_id}/{self.ply} → {self.match_id}"
