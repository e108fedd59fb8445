"""A chapter's title and address."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from accounts.numbers import whole_number
from games.matches.models import Match
from games.registry import all_rules
from replays.models import StudyChapter


def chapter_address(chapter: StudyChapter) -> str:
    """Return a chapter's address."""
    return reverse("replays:chapter", args=[chapter.study.code, chapter.pk])


def chapter_title(chapter: StudyChapter) -> str:
    """Return a chapter's title, by default its game and where it begins."""
    rules = all_rules().get(chapter.match.game)
    game = gettext(rules.meta.title) if rules else chapter.match.game
    told = {"game": game, "ply": chapter.ply}
    return chapter.title or gettext("%(game)s, move %(ply)s") % told


def room_address(match: Match, room: str) -> str:
    """Return the address of a chapter about a match, empty unless `room` names one.

    `room` is the room's code and the chapter's number in the database: "abc-7".
    """
    code, _, number = room.partition("-")
    pk = whole_number(number, digits=15)
    if pk is None or not code.isalnum():  # may contain characters that Postgres rejects
        return ""
    known = StudyChapter.objects.filter(pk=pk, study__code=code, match=match)
    chapter = known.select_related("study").first()
    return chapter_address(chapter) if chapter else ""
