"""The demonstration's course, a lesson for each of two games, and its coach, asked already."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.db import transaction

from accounts.clubs.models import Membership
from accounts.demo import NAMES, OTHERS
from accounts.models import User
from games.matches.demo import FAVOURITE
from games.matches.models import Match
from replays.address import seat_eyes
from replays.models import Analysis, Study
from replays.selectors import match_timeline
from replays.services.analysis import analyses_ask
from replays.services.chapters import chapter_edit
from replays.services.course import lesson_add
from replays.services.study import study_open, study_rename
from replays.services.tasks import task_answer, task_set
from replays.timeline import Timeline

CHOICES = 5
"""A task has at least as many legal actions."""


class Lesson(NamedTuple):
    """A lesson about the last position of a demonstration match with enough choices."""

    game: str
    title: str
    chapter: str
    question: str
    notes: str


LESSONS = (
    Lesson(
        "deadline_99",
        "Near the limit",
        "The cards you keep",
        "Think of your next turn, too.",
        "Late in a match the count is high, and most cards no longer fit.\n\nSort your hand: which "
        "cards take the count down, and which can only take it up? Then play the safe card that "
        "you’ll miss least in two turns.",
    ),
    Lesson(
        "zombie_rummy",
        "Discards come back",
        "Take or give away",
        "Look at the sets on the table first.",
        "A discard isn’t gone: the next player can take it, alone or with the discards on top of "
        "it.\n\nSo before you take or give away a card, ask whose set it would finish.",
    ),
)


def course_steps() -> list[Callable[[], object]]:
    """Return a step for each missing lesson."""
    own = Study.objects.filter(owner__username=NAMES[0])
    there = set(own.values_list("title", flat=True))
    return [partial(_teach, one) for one in LESSONS if one.title not in there]


@transaction.atomic
def _teach(lesson: Lesson) -> None:
    """Open the lesson's room and add it to the course, if the club and a match are there."""
    owners = Membership.objects.filter(user__username=NAMES[0], role=Membership.Role.OWNER)
    owner = owners.select_related("club", "user").first()
    shown = Match.objects.filter(code__startswith="shown", status=Match.Status.FINISHED)
    by_people = shown.filter(game=lesson.game, seats__user__isnull=False)
    match = by_people.order_by("pk").first()
    if owner is None or match is None:
        return
    timeline = match_timeline(match, list(match.seats.select_related("user")))
    ply, seat = _last_choice(timeline)
    me = owner.user
    study = study_open(match=match, user=me, ply=ply, eyes=seat_eyes(seat).key)
    study_rename(code=study.code, user=me, title=lesson.title)
    chapter = study.chapters.get()
    chapter_edit(code=study.code, user=me, pk=chapter.pk, title=lesson.chapter, notes=lesson.notes)
    task = task_set(
        chapter=chapter, user=me, timeline=timeline, ply=ply, question=lesson.question,
        together=False,
    )  # fmt: skip
    legal = timeline.rules.legal_actions(timeline.plies[ply].state, seat)
    people = User.objects.in_bulk(OTHERS, field_name="username")
    for name, action in zip(OTHERS, (legal[0], legal[-1], legal[-1]), strict=False):
        task_answer(
            chapter=chapter, user=people[name], task=task.pk, timeline=timeline, action=action
        )
    lesson_add(club=owner.club, actor=me, code=study.code)


def _last_choice(timeline: Timeline) -> tuple[int, int]:
    """Return the last ply with enough legal actions, or else with the most, and the seat to act."""
    found = []
    for ply in timeline.plies:
        seat = timeline.rules.to_act(ply.state)
        if seat is not None:
            legal = len(timeline.rules.legal_actions(ply.state, seat))
            found.append((min(legal, CHOICES), ply.number, seat))
    return max(found)[1:]


def coach_steps() -> list[Callable[[], object]]:
    """Return the step in which the first person has their last matches coached, if it is missing.

    A site that has only matches of its own has none.
    """
    asked = Analysis.objects.filter(asked_by__username=NAMES[0], is_coached=True)
    is_own = Match.objects.exists() and not Match.objects.filter(code__startswith="shown").exists()
    return [] if is_own or asked.exists() else [_ask]


def _ask() -> None:
    for user in User.objects.filter(username=NAMES[0]):  # nobody, if they left
        analyses_ask(user=user, game=FAVOURITE)
