"""The chapters of study rooms: add, edit, order and remove them.

The caller has passed the access checks of the room and of a new chapter's match.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.matches.models import Match
from replays.models import ChapterDone, Study, StudyChapter
from replays.refusals import refuse
from replays.services.order import order_store, order_up
from replays.services.study import MAX_TITLE, study_change, study_hold, study_hold_as_editor
from replays.services.talk import words_of

MAX_NOTES = 4000
MOST_CHAPTERS = 64


@transaction.atomic
def chapter_add(
    *, code: str, user: Any, match: Match, ply: int, eyes: str, title: str = ""
) -> StudyChapter:
    """Add a position of a match as the last chapter; raises ReplayRefusal."""
    study = study_hold_as_editor(code, user)
    chapters = list(study.chapters.all())
    if len(chapters) >= MOST_CHAPTERS:
        raise refuse("too_many")
    added = StudyChapter.objects.create(
        study=study,
        number=chapters[-1].number + 1 if chapters else 1,
        title=words_of(user, title, MAX_TITLE, may_be_empty=True),
        match=match,
        ply=ply,
        eyes=eyes,
    )
    study_change(study)
    return added


@transaction.atomic
def chapter_edit(
    *, code: str, user: Any, pk: int, title: str, notes: str, begin: tuple[int, str] | None = None
) -> None:
    """Change a chapter's title and notes, and with `begin` where it begins.

    Raises ReplayRefusal.
    """
    study = study_hold_as_editor(code, user)
    chapter = _chapter(study, pk)
    chapter.title = words_of(user, title, MAX_TITLE, may_be_empty=True)
    chapter.notes = words_of(user, notes, MAX_NOTES, may_be_empty=True)
    if begin is not None:
        chapter.ply, chapter.eyes = begin
    chapter.save(update_fields=["title", "notes", "ply", "eyes"])
    study_change(study)


@transaction.atomic
def chapter_up(*, code: str, user: Any, pk: int) -> None:
    """Move a chapter one place towards the beginning; raises ReplayRefusal."""
    study = study_hold_as_editor(code, user)
    chapters = list(study.chapters.all())
    order_up(chapters, chapters.index(_chapter(study, pk)))
    study_change(study)


@transaction.atomic
def chapter_remove(*, code: str, user: Any, pk: int) -> None:
    """Remove a chapter with its tasks; raises ReplayRefusal, also for the only one."""
    study = study_hold_as_editor(code, user)
    chapter = _chapter(study, pk)
    if study.chapters.count() == 1:
        raise refuse("only_chapter")
    chapter.delete()
    rest = list(study.chapters.all())
    order_store(rest)
    if study.chapter_id == pk:
        first = rest[0]
        study.chapter, study.match_id, study.ply, study.eyes = (
            first, first.match_id, first.ply, first.eyes,
        )  # fmt: skip
    study_change(study)


@transaction.atomic
def chapter_done(*, chapter: StudyChapter, user: Any, done: bool) -> None:
    """Note that somebody is done with a chapter, or isn't; idempotent.

    Raises ReplayRefusal if the chapter has been removed, or was never stored.
    """
    found = _chapter(study_hold(chapter.study.code), chapter.pk)
    if done:
        ChapterDone.objects.get_or_create(chapter=found, user=user)
    else:
        ChapterDone.objects.filter(chapter=found, user=user).delete()


def _chapter(study: Study, pk: int) -> StudyChapter:
    found = study.chapters.filter(pk=pk).first()
    if found is None:
        raise refuse("no_such_thing")
    return found
