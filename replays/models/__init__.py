"""Uploaded records, what people say about a match, practice, and analyses; study rooms beside."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Rules
from games.matches.models.job import Job
from games.registry import rules_of
from replays.models.study import (
    ChapterDone,
    CourseLesson,
    Study,
    StudyAnswer,
    StudyChapter,
    StudyMember,
    StudyTask,
)

__all__ = [
    "AnalysedPly",
    "Analysis",
    "ChapterDone",
    "Comment",
    "CourseLesson",
    "Fork",
    "Moment",
    "Study",
    "StudyAnswer",
    "StudyChapter",
    "StudyMember",
    "StudyTask",
    "TableReading",
    "Tour",
    "TourStop",
    "UploadedRecord",
]


class UploadedRecord(models.Model):
    """A verified record file, looked up by its digest; deleted after a month.

    Both texts are ASCII-only JSON, because a jsonb column would refuse some strings that JSON
    allows. `events` holds the events that the rules decided on the day of the upload, so that
    showing the replay needs `apply` alone.
    """

    digest = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=40)
    record = models.TextField()
    events = models.TextField()
    size = models.PositiveIntegerField()
    uploaded_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("uploaded record")
        verbose_name_plural = _("uploaded records")
        indexes = [models.Index("uploaded_at", name="upload_age")]

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:12]}"

    @property
    def rules(self) -> Rules:
        """Return the rules of the record's match; raises UnknownRules."""
        return rules_of(self.game, self.as_json()["rules"])

    def as_json(self) -> dict[str, Any]:
        """Return the record as it was read."""
        record: dict[str, Any] = json.loads(self.record)
        return record


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


class Analysis(Job):
    """One match's analysis: its turning points or a thorough curve, then the coach if `is_coached`.

    `moments` is None until there are turning points. Then its "turns" are up to three of them in
    order ("from" one ply to another, "ply", the "seat" whose chance changed most, its percentages
    "before" and "after", the "events" of that ply if it is a single one), and its "falls" name for
    a seat the ply after which its chance fell deepest.
    """

    class Kind(models.IntegerChoices):
        """What is wanted, and in which order."""

        TOLD = 0, _("turning points, for people who wait")
        ASKED = 1, _("a thorough analysis")
        IDLE = 2, _("turning points, when there is time")
        TOGETHER = 3, _("turning points, one of several matches for the coach")

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.PositiveSmallIntegerField(choices=Kind, default=Kind.ASKED, db_default=Kind.ASKED)
    is_coached = models.BooleanField(default=False, db_default=False)
    moments: Any = models.JSONField(null=True)
    progress = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [
            models.Index("due_at", name="analysis_due", condition=models.Q(due_at__isnull=False))
        ]


class AnalysedPly(models.Model):
    """The figures of one ply: roll-outs of the position after it, and the bot's choice at it.

    `won` and `squares` are sums by seat. `choice` holds the encoded events that the better bot's
    action would have caused; `same` tells whether the action taken caused the same. A decision of a
    person that the bot would have made otherwise has `compared`: that "action", and the "samples"
    of what followed each (`replays/analysis/coach.py`).
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
    compared: Any = models.JSONField(null=True)

    class Meta:
        ordering = ["analysis", "ply"]
        constraints = [models.UniqueConstraint("analysis", "ply", name="analysed_ply_once")]

    def __str__(self) -> str:
        return f"{self.analysis_id}/{self.ply}: {self.rollouts}"


class TableReading(Job):
    """What a match's decisions say about its pairs of people.

    So many `plies` are read. `pairs` maps "2-0" (seat 2's decisions, weighed for seat 0) to a "sum"
    (`Weight`, as a list) and to the "plies" that weigh most, each as [ply, nats, encoded events].
    """

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="reading")
    plies = models.PositiveIntegerField(default=0)
    pairs = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("reading of a table")
        verbose_name_plural = _("readings of tables")
        indexes = [
            models.Index("due_at", name="reading_due", condition=models.Q(due_at__isnull=False))
        ]
