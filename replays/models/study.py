"""Study rooms: their chapters, the tasks set in them, and the courses that clubs make of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.clubs.models import Club
from games.matches.models.match import new_code

PERSON = settings.AUTH_USER_MODEL
IN_ORDER = models.Deferrable.DEFERRED


class Study(models.Model):
    """A room with a URL. `chapter`, `ply` and `eyes` are where its leader is.

    `match` is that chapter's. `revision` rises with every change that the room's pages show. A room
    without a title is deleted when it has not been used for a while.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    title = models.CharField(max_length=80, blank=True, default="", db_default="")
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    owner = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="studies")
    leader = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    chapter = models.ForeignKey(
        "StudyChapter", null=True, on_delete=models.SET_NULL, related_name="+"
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
        return self.title or self.code


class StudyMember(models.Model):
    """Somebody who has the room's page open, and when they were last seen."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("member of a study room")
        verbose_name_plural = _("members of study rooms")
        constraints = [models.UniqueConstraint("study", "user", name="study_member_once")]

    def __str__(self) -> str:
        return f"{self.study_id}: {self.user_id}"


class StudyChapter(models.Model):
    """A chapter of a room: a match, where to begin in it, and notes. `number` orders them."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="chapters")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80, blank=True)
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    eyes = models.CharField(max_length=10)
    notes = models.TextField(blank=True)

    class Meta:
        verbose_name = _("chapter of a study room")
        verbose_name_plural = _("chapters of study rooms")
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "number"], name="study_chapter_once", deferrable=IN_ORDER
            )
        ]

    def __str__(self) -> str:
        return f"{self.study_id}.{self.number}: {self.title}"


class StudyTask(models.Model):
    """The question what `seat` should play after `ply` actions.

    Until `revealed_at` it hides what follows. If it isn't solved `together`, it also stops hiding
    that from each person who has answered.
    """

    chapter = models.ForeignKey(StudyChapter, on_delete=models.CASCADE, related_name="tasks")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    question = models.CharField(max_length=200, blank=True)
    together = models.BooleanField(default=True)
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("task in a study room")
        verbose_name_plural = _("tasks in study rooms")
        ordering = ["chapter", "ply"]
        constraints = [models.UniqueConstraint("chapter", "ply", name="study_task_once")]

    def __str__(self) -> str:
        return f"{self.chapter_id}/{self.ply}"


class StudyAnswer(models.Model):
    """What somebody would play."""

    task = models.ForeignKey(StudyTask, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="study_answers")
    action: Any = models.JSONField()
    answered_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("answer to a task")
        verbose_name_plural = _("answers to tasks")
        constraints = [models.UniqueConstraint("task", "user", name="study_answer_once")]

    def __str__(self) -> str:
        return f"{self.task_id}: {self.user_id}"


class ChapterDone(models.Model):
    """Somebody is done with a chapter."""

    chapter = models.ForeignKey(StudyChapter, on_delete=models.CASCADE, related_name="done")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="chapters_done")
    done_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("finished chapter")
        verbose_name_plural = _("finished chapters")
        constraints = [models.UniqueConstraint("chapter", "user", name="chapter_done_once")]

    def __str__(self) -> str:
        return f"{self.chapter_id}: {self.user_id}"


class CourseLesson(models.Model):
    """A room in a club's course; the club's directors may edit it. `number` orders them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lessons")
    number = models.PositiveSmallIntegerField()
    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="lesson")

    class Meta:
        verbose_name = _("lesson of a course")
        verbose_name_plural = _("lessons of courses")
        ordering = ["club", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], name="course_lesson_once", deferrable=IN_ORDER
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id}.{self.number}: {self.study_id}"
