"""Whether guests are let in: one row, absent until somebody decides."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class GuestPolicy(models.Model):
    """The moderators' switch for guests."""

    is_open = models.BooleanField(default=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.CheckConstraint(name="guest_policy_once", condition=models.Q(pk=1))]

    def __str__(self) -> str:
        return "open" if self.is_open else "closed"
