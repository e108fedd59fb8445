"""A job about a finished match, done in the background in slices: the row is the job."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """`due_at` is when a process may take the next slice of the work, None once there is none.

    While a process works on it, `due_at` lies in the future, so a process that dies loses one slice
    only. `method` is raised when the computation changes.
    """

    class State(models.TextChoices):
        """The stage of the work."""

        RUNNING = "running", _("in progress")
        DONE = "done", _("finished")
        FAILED = "failed", _("failed")

    match: models.OneToOneField[Any, Any]
    match_id: int
    method = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    spent_ms = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_default=Now())

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.match_id}: {self.state}"
