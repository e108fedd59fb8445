"""The analysis of a match: a job that any process can continue, and its figures per ply."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """One match's analysis. `due_at` is when a process may take the next slice of the work.

    While a process works on it, `due_at` lies in the future, so a process that dies loses one slice
    only. `method` is raised when the computation changes; older analyses are then redone.
    """

    class State(models.TextChoices):
        """The stage of the work."""

        RUNNING = "running", _("running")
        DONE = "done", _("finished")
        FAILED = "failed", _("failed")

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    method = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    spent_ms = models.PositiveIntegerField(default=0)
    progress = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_default=Now())
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [
            models.Index("due_at", name="analysis_due", condition=models.Q(due_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.state}"


class AnalysedPly(models.Model):
    """The figures of one ply: roll-outs of the position after it, and the bot's choice at it.

    `won` and `squares` are sums by seat. `choice` holds the encoded events that the better bot's
    action would have caused; `same` tells whether the action taken caused the same.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="plies")
    ply = models.PositiveIntegerField()
    is_point = models.BooleanField(default=False)
    rollouts = models.PositiveIntegerField(default=0)
    won = models.JSONField(default=list)
    squares = models.JSONField(default=list)
    chosen = models.BooleanField(default=False)
    choice = models.JSONField(null=True)
    same = models.BooleanField(null=True)

    class Meta:
        ordering = ["analysis", "ply"]
        constraints = [models.UniqueConstraint("analysis", "ply", name="analysed_ply_once")]

    def __str__(self) -> str:
        return f"{self.analysis_id}/{self.ply}: {self.rollouts}"
