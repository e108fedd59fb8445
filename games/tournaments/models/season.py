"""Seasons and series: events of a club whose places earn points in one table."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.tournaments.rank.season import PointsRule


class Season(models.Model):
    """A club's events whose final places earn points in one table: a season or a named series.

    A club runs one season at a time, and its matches have ladders of their own; of series it runs
    as many as it likes, and an event can belong to one beside its season.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(pgettext_lazy("of a season", "name"), max_length=60)
    best_of = models.PositiveSmallIntegerField(
        _("results that count"),
        null=True,
        blank=True,
        help_text=_(
            "Only each player’s best results count, up to this number. Leave empty to count all."
        ),
    )
    is_open = models.BooleanField(_("in progress"), default=True)
    is_series = models.BooleanField(default=False, db_default=False)
    points: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, help_text="Points by place, or null for a share of the field beaten."
    )
    attendance = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Points for everybody who played in an event."
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint("club", "name", name="season_name_once"),
            models.UniqueConstraint(
                fields=["club"],
                name="season_open_once",
                condition=models.Q(is_open=True, is_series=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ladder_key(self) -> str:
        """Return the season's part of its ladders' keys; seasons sort by when they began."""
        return f"s{self.pk:08}"

    @property
    def rule(self) -> PointsRule:
        """Return how its events give points."""
        by_place = None if self.points is None else tuple(self.points)
        return PointsRule(by_place, self.attendance)
