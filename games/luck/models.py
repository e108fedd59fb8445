"""What luck and what decisions gave in a finished match: a job, and its result."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models.job import Job


class Ledger(Job):
    """A match's account, of so many `plies`. Lists go by seat and are in shares of a win.

    `begin` is each seat's chance before the deal, `luck` what chance gave it, `deeds` what each
    seat's decisions (first index) gave each seat (second). Once done, `begin` + `luck` + all deeds
    is the share won. `variance` is the luck's, from chance imagined only so often; that of
    `begin` and all deeds together is the same. `moments` are the luckiest and unluckiest plies by
    seat, [ply, luck].
    """

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="ledger")
    plies = models.PositiveIntegerField(default=0)
    begin: Any = models.JSONField(default=list)
    luck: Any = models.JSONField(default=list)
    variance: Any = models.JSONField(default=list)
    deeds: Any = models.JSONField(default=list)
    moments: Any = models.JSONField(default=list)

    class Meta:
        verbose_name = _("luck of a match")
        verbose_name_plural = _("luck of matches")
        indexes = [
            models.Index("due_at", name="ledger_due", condition=models.Q(due_at__isnull=False))
        ]
