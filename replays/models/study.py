"""Study rooms: one person leads through a match, others follow."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.matches.models.match import new_code


class Study(models.Model):
    """A room with a URL. `ply` and `eyes` are its leader's position and viewpoint.

    `revision` rises with every change that the room's pages show.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    leader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    ply = models.PositiveIntegerField()
    eyes = models.CharField(max_length=10)
    revision = models.PositiveIntegerField(default=1)
    touched_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("study room")
        verbose_name_plural = _("study rooms")
        indexes = [models.Index("touched_at", name="study_age")]

    def __str__(self) -> str:
        return self.code


class StudyMember(models.Model):
    """Somebody who has the room's page open, and when they were last seen."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("member of a study room")
        verbose_name_plural = _("members of study rooms")
        constraints = [models.UniqueConstraint("study", "user", name="study_member_once")]

    def __str__(self) -> str:
        return f"{self.study_id}: {self.user_id}"
