"""Study rooms: open, lead, hand over, and track who is present.

The caller has passed the access check of the room's match.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.locking import lock_person
from games.matches.models import Match
from games.websockets.groups import notify_on_commit
from replays.models import Study, StudyMember
from replays.refusals import refuse
from replays.study import present

KEPT_DAYS = 30
MOST_ROOMS = 20


def study_group(code: str) -> str:
    """Return the channel group of everybody in a room."""
    return f"study.{code}"


@transaction.atomic
def study_open(*, match: Match, user: Any, ply: int, eyes: str) -> Study:
    """Open a room for a match, led by `user`; raises ReplayRefusal if they have too many."""
    lock_person(user)
    if Study.objects.filter(leader=user).count() >= MOST_ROOMS:
        raise refuse("too_many")
    return Study.objects.create(match=match, leader=user, ply=ply, eyes=eyes)


@transaction.atomic
def study_lead(*, code: str, user: Any, ply: int, eyes: str) -> None:
    """Move all followers to a position; raises ReplayRefusal for anybody but the leader."""
    study = _lock(code)
    if study.leader_id != user.pk:
        raise refuse("not_leader")
    study.ply, study.eyes = ply, eyes
    _change(study)


@transaction.atomic
def study_hand_over(*, code: str, user: Any, to: int) -> None:
    """Make another present member the leader; raises ReplayRefusal."""
    study = _lock(code)
    if study.leader_id != user.pk:
        raise refuse("not_leader")
    if not present(study).filter(user=to).exists():
        raise refuse("not_here")
    study.leader_id = to
    _change(study)


@transaction.atomic
def study_take(*, code: str, user: Any) -> None:
    """Take over a room whose leader has gone; raises ReplayRefusal while they are present."""
    study = _lock(code)
    if study.leader_id is not None and present(study).filter(user=study.leader_id).exists():
        raise refuse("leader_is_here")
    study.leader_id = user.pk
    _change(study)


@transaction.atomic
def study_seen(*, code: str, user: Any) -> int:
    """Record that somebody has the room open, and who has gone; return the newest revision."""
    study = _lock(code)
    gone, _ = study.members.exclude(pk__in=present(study).values("pk")).delete()
    is_new = False
    if user.is_authenticated:
        _, is_new = StudyMember.objects.update_or_create(
            study=study, user=user, defaults={"seen_at": Now()}
        )
    if gone or is_new:
        _change(study)
    return study.revision


def studies_clear() -> int:
    """Delete rooms unused for a month; return how many rows were deleted."""
    oldest = timezone.now() - timedelta(days=KEPT_DAYS)
    deleted, _ = Study.objects.filter(touched_at__lt=oldest).delete()
    return deleted


def _lock(code: str) -> Study:
    study = Study.objects.select_for_update(no_key=True).filter(code=code).first()
    if study is None:
        raise refuse("no_such_thing")
    return study


def _change(study: Study) -> None:
    """Store a change and notify after the commit, with a pointer, never a position."""
    study.revision += 1
    study.touched_at = timezone.now()
    study.save()
    message = {"type": "match.changed", "match": study.code, "revision": study.revision}
    notify_on_commit(study_group(study.code), message=message)
