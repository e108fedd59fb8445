"""Study rooms: open, rename, delete, lead, hand over, and track who is present.

The caller has passed the access check of the room's match.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.locking import lock_person
from games.matches.models import Match
from games.websockets.groups import notify_on_commit
from replays.models import Study, StudyChapter, StudyMember
from replays.refusals import refuse
from replays.services.talk import words_of
from replays.study.access import may_edit, present

KEPT_DAYS = 30
MOST_ROOMS = 100
MAX_TITLE = 80


def study_group(code: str) -> str:
    """Return the channel group of everybody in a room."""
    return f"study.{code}"


@transaction.atomic
def study_open(*, match: Match, user: Any, ply: int, eyes: str) -> Study:
    """Open a room for a match, owned and led by `user`; raises ReplayRefusal if they have too many.

    Its first chapter begins at that position.
    """
    lock_person(user)
    if Study.objects.filter(owner=user).count() >= MOST_ROOMS:
        raise refuse("too_many")
    place = {"match": match, "ply": ply, "eyes": eyes}
    study = Study.objects.create(owner=user, leader=user, **place)
    study.chapter = StudyChapter.objects.create(study=study, number=1, **place)
    study.save(update_fields=["chapter"])
    return study


@transaction.atomic
def study_rename(*, code: str, user: Any, title: str) -> None:
    """Give a room a title, so that it is kept, or take it away; raises ReplayRefusal."""
    study = study_hold_as_editor(code, user)
    study.title = words_of(user, title, MAX_TITLE, may_be_empty=True)
    if not study.title and hasattr(study, "lesson"):
        raise refuse("no_title")
    study_change(study)


@transaction.atomic
def study_remove(*, code: str, user: Any) -> None:
    """Delete a room with its chapters, tasks and answers; raises ReplayRefusal."""
    study = study_hold(code)
    if study.owner_id != user.pk:
        raise refuse("not_owner")
    study_change(study)
    study.delete()


@transaction.atomic
def study_lead(*, code: str, user: Any, ply: int, eyes: str, chapter: int | None = None) -> None:
    """Move all followers to a position, of the same chapter or the one given.

    Raises ReplayRefusal for anybody but the leader.
    """
    study = study_hold(code)
    if study.leader_id != user.pk:
        raise refuse("not_leader")
    found = study.chapters.filter(pk=chapter or 0).first()
    if found is not None:
        study.chapter, study.match_id = found, found.match_id
    study.ply, study.eyes = ply, eyes
    study_change(study)


@transaction.atomic
def study_hand_over(*, code: str, user: Any, to: int) -> None:
    """Make another present member the leader; raises ReplayRefusal."""
    study = study_hold(code)
    if study.leader_id != user.pk:
        raise refuse("not_leader")
    if not present(study).filter(user=to).exists():
        raise refuse("not_here")
    study.leader_id = to
    study_change(study)


@transaction.atomic
def study_take(*, code: str, user: Any) -> None:
    """Take over a room whose leader has gone; raises ReplayRefusal while they are present."""
    study = study_hold(code)
    if study.leader_id is not None and present(study).filter(user=study.leader_id).exists():
        raise refuse("leader_is_here")
    study.leader_id = user.pk
    study_change(study)


@transaction.atomic
def study_seen(*, code: str, user: Any) -> int:
    """Record that somebody has the room open, and who has gone; return the newest revision."""
    study = study_hold(code)
    gone, _ = study.members.exclude(pk__in=present(study).values("pk")).delete()
    is_new = False
    if user.is_authenticated:
        _, is_new = StudyMember.objects.update_or_create(
            study=study, user=user, defaults={"seen_at": Now()}
        )
    if gone or is_new:
        study_change(study)
    return study.revision


def studies_clear() -> int:
    """Delete rooms unused for a month that have no title, or no owner and no course any more.

    Return how many rows were deleted.
    """
    oldest = timezone.now() - timedelta(days=KEPT_DAYS)
    unwanted = Q(title="") | Q(owner=None, lesson=None)
    deleted, _ = Study.objects.filter(unwanted, touched_at__lt=oldest).delete()
    return deleted


def study_hold(code: str) -> Study:
    """Lock a room until the transaction ends, and return it; raises ReplayRefusal if it is gone."""
    rows = Study.objects.select_for_update(no_key=True)
    study = rows.filter(code=code).first() if code.isalnum() else None  # Postgres takes no NUL
    if study is None:
        raise refuse("no_such_thing")
    return study


def study_hold_as_editor(code: str, user: Any) -> Study:
    """Lock a room for somebody who may edit it; raises ReplayRefusal for anybody else."""
    study = study_hold(code)
    if not may_edit(study, user):
        raise refuse("not_editor")
    return study


def study_change(study: Study) -> None:
    """Store a change and notify after the commit, with a pointer, never a position."""
    study.revision += 1
    study.touched_at = timezone.now()
    study.save()
    message = {"type": "match.changed", "match": study.code, "revision": study.revision}
    notify_on_commit(study_group(study.code), message=message)
