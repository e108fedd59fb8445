"""Access control for study rooms: which chapters somebody may open, and what a task hides there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from accounts.clubs.access import ClubNotFound, access_club
from accounts.clubs.models import Club
from accounts.clubs.selectors import directors_of
from games.matches.models import Match, Seat, held_by
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.address import Address, seat_eyes
from replays.models import CourseLesson, Study, StudyChapter, StudyMember
from replays.selectors import match_timeline
from replays.study.chapters import chapter_address
from replays.study.tasks import SeenTask, hiding, tasks_of
from replays.timeline import Timeline


@dataclass(frozen=True)
class StudyAccess:
    """A chapter of a room that somebody may open because they may see its match.

    `here` are the members whose pages are open, `chapters` all that this person may open, `tasks`
    those of this chapter.
    """

    user: Any
    study: Study
    here: Sequence[StudyMember]
    chapters: Sequence[StudyChapter]
    chapter: StudyChapter
    replay: ReplayAccess
    is_editor: bool
    tasks: Sequence[SeenTask]

    @property
    def base(self) -> str:
        """Return the chapter's address."""
        return chapter_address(self.chapter)

    @property
    def leads(self) -> bool:
        """Tell whether this person is the room's leader."""
        return bool(self.user.is_authenticated and self.study.leader_id == self.user.pk)

    @property
    def is_led(self) -> bool:
        """Tell whether the room's leader is present."""
        return any(one.user_id == self.study.leader_id for one in self.here)

    @property
    def hiding(self) -> SeenTask | None:
        """Return the task that hides what follows it from this person, if one does."""
        return hiding(self.tasks)

    @cached_property
    def timeline(self) -> Timeline:
        """Return the match, up to where a task hides the rest of it from this person."""
        whole = match_timeline(self.replay.match, self.replay.seats)
        return whole.until(self.hiding.task.ply) if self.hiding else whole

    def begin(self) -> Address:
        """Return where to begin: where the leader is while they are present, or at the start."""
        study, chapter = self.study, self.chapter
        if study.chapter_id in (chapter.pk, None) and (self.leads or self.is_led):
            return self.place(study.ply, study.eyes)
        return self.place(chapter.ply, chapter.eyes)

    def place(self, ply: int, eyes: str) -> Address:
        """Return the address nearest to a place in this chapter that this person may see."""
        if self.hiding is None:
            return Address(base=self.base, ply=ply, eyes=eyes)
        task = self.hiding.task
        return Address(base=self.base, ply=min(ply, task.ply), eyes=seat_eyes(task.seat).key)


def access_study(user: Any, code: str, chapter: int | None = None) -> StudyAccess:
    """Return a chapter of the room `code` for `user`: the named one, or where its leader is.

    While the leader is away, others begin with the first chapter. Raises ReplayNotFound, and what
    `access_replay` raises.
    """
    study = Study.objects.filter(code=code).select_related("leader", "owner").first()
    if study is None:
        raise ReplayNotFound(code)
    every, here = _chapters(study), list(present(study).select_related("user").order_by("pk"))
    shown = chapters_open_to(user, every)
    named = next((one for one in every if one.pk == chapter), None)
    if chapter is not None and named is None:
        raise ReplayNotFound(code)
    found = named or _to_begin_with(study, shown or every, user, here)
    replay = access_finished(user, found.match.code)
    is_editor = may_edit(study, user)
    tasks = tasks_of(found, user, is_editor=is_editor)
    return StudyAccess(user, study, here, shown, found, replay, is_editor, tasks)


def _to_begin_with(
    study: Study, chapters: Sequence[StudyChapter], user: Any, here: Sequence[StudyMember]
) -> StudyChapter:
    """Return the leader's chapter for them and while they are present, otherwise the first."""
    led = [one for one in chapters if one.pk == study.chapter_id]
    is_led = study.leader_id in {user.pk, *(one.user_id for one in here)} - {None}
    return led[0] if led and is_led else chapters[0]


def _chapters(study: Study) -> list[StudyChapter]:
    """Return all chapters; a room that a version without chapters has opened has an unsaved one."""
    found = study.chapters.select_related("match").annotate(task_count=Count("tasks"))
    return list(found.order_by("number")) or [
        StudyChapter(pk=0, study=study, match=study.match, ply=study.ply, eyes=study.eyes)
    ]


def chapters_open_to(user: Any, chapters: Sequence[StudyChapter]) -> list[StudyChapter]:
    """Return the chapters that `user` may open: `access_finished` lets them see the match."""
    private = Match.Visibility.PRIVATE
    shown = ~Q(visibility=private) & (Q(club=None) | Q(club__is_private=False))
    free = Q(embargo_until=None) | Q(embargo_until__lte=Now())
    plays = Q(pk=None)
    if user.is_authenticated:
        plays = Q(pk__in=Seat.objects.filter(user=user).values("match"))
        began = Q(pk__in=Seat.objects.filter(held_by(user)).values("match"))
        of_club = Q(club__memberships__user=user)
        invited = Q(club=None, invitations__user=user)
        shown |= began | Q(owner=user) | of_club | invited
    matches = Match.objects.filter(shown, free | plays, deal_open=False)
    wanted = matches.filter(pk__in={one.match_id for one in chapters}, status=Match.Status.FINISHED)
    found = set(wanted.values_list("pk", flat=True))
    return [one for one in chapters if one.match_id in found]


def may_edit(study: Study, user: Any) -> bool:
    """Tell whether `user` owns the room, or directs the club in whose course it is."""
    if not user.is_authenticated:
        return False
    if study.owner_id == user.pk:
        return True
    lesson = CourseLesson.objects.filter(study=study).select_related("club").first()
    return lesson is not None and directors_of(lesson.club).filter(pk=user.pk).exists()


def course_of(study: Study, user: Any) -> Club | None:
    """Return the club in whose course the room is, None if it's in none that `user` may see."""
    lesson = CourseLesson.objects.filter(study=study).select_related("club").first()
    try:
        return access_club(user, lesson.club.slug).club if lesson else None
    except ClubNotFound:
        return None


def own_studies(user: Any) -> QuerySet[Study]:
    """Return the rooms that `user` (anonymous allowed) owns, the last used first."""
    own = Study.objects.filter(owner_id=user.pk, owner__isnull=False)
    counted = own.annotate(chapter_count=Count("chapters")).select_related("lesson__club")
    return counted.order_by("-touched_at")


def present(study: Study) -> QuerySet[StudyMember]:
    """Return the members whose page has been seen recently."""
    patience = timedelta(seconds=3 * settings.HEARTBEAT_SECONDS)
    return study.members.filter(seen_at__gt=Now() - patience)
