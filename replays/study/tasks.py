"""Tasks in study rooms as a reader sees them: what they still hide, and the answers once shown.

A task hides what follows its position, and every view but its seat's. Nobody is told who answered
what before they may see all of it; only how many have answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.safestring import SafeString

from accounts.people.selectors import unheard_by
from games.engine.codec import decode_event
from games.engine.contract import RESIGN, Action, JsonObject
from games.engine.plain import plain_text
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches.generic import action_words
from games.matches.labels import bot_title
from replays.analysis.reckon import better_bot
from replays.lines import told
from replays.models import AnalysedPly, StudyAnswer, StudyChapter, StudyTask
from replays.timeline import Timeline


@dataclass(frozen=True)
class SeenTask:
    """A task for one person: their own answer, how many there are, and what they may see."""

    task: StudyTask
    own: Action | None
    count: int
    is_editor: bool

    @property
    def is_shown(self) -> bool:
        """Tell whether this person may see the answers."""
        if self.task.revealed_at is not None:
            return True
        return not self.task.together and (self.is_editor or self.own is not None)

    @property
    def is_open(self) -> bool:
        """Tell whether this person may still answer."""
        return not (self.is_editor or self.is_shown)


def tasks_of(chapter: StudyChapter, user: Any, *, is_editor: bool) -> list[SeenTask]:
    """Return a chapter's tasks in order, as `user` (anonymous allowed) may see them."""
    found = StudyTask.objects.filter(chapter=chapter).annotate(count=Count("answers"))
    tasks = list(found.order_by("ply"))
    if not tasks:
        return []
    answers = StudyAnswer.objects.filter(task__in=tasks, user_id=user.pk)
    own = dict(answers.values_list("task_id", "action"))
    return [SeenTask(task, own.get(task.pk), task.count, is_editor) for task in tasks]


def hiding(tasks: Iterable[SeenTask]) -> SeenTask | None:
    """Return the task that hides what follows it from this person, if one does."""
    return next((one for one in tasks if one.is_open), None)


def answer_words(timeline: Timeline, task: StudyTask, action: Action) -> SafeString | str:
    """Return an answer in words, from what the task's seat can see alone."""
    return action_words(
        timeline.rules, _view(timeline, task), action, timeline.holders.at(task.ply)
    )


def _view(timeline: Timeline, task: StudyTask) -> JsonObject:
    state = timeline.plies[task.ply].state
    return snapshot(timeline.rules, state, task.ply, Viewer(task.seat))


@dataclass
class Chosen:
    """An action that somebody answered or that was played: its words, and who chose it."""

    words: SafeString | str
    is_played: bool
    people: list[Any] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """Return the names of those who chose it."""
        return [person.get_username() for person in self.people]


@dataclass(frozen=True)
class Tally:
    """The answers, the most frequent first, and the better bot's choice if it is known."""

    chosen: list[Chosen]
    bot: str
    bots_line: str


def answers_to(task: StudyTask, reader: Any) -> QuerySet[StudyAnswer]:
    """Return the answers to a task whose answers `reader` may see, the first one first.

    Those of people whom the reader muted, or who are separated from them by a block, are left out.
    """
    heard = StudyAnswer.objects.filter(task=task).exclude(user__in=unheard_by(reader))
    return heard.select_related("user").order_by("answered_at")


def tally_of(timeline: Timeline, task: StudyTask, reader: Any, *, is_whole: bool) -> Tally:
    """Return the answers to a task whose answers `reader` may see, in words.

    Unless the match `is_whole`, the bot's choice is left out: what it leads to may be a card that
    is drawn later.
    """
    view, names = _view(timeline, task), timeline.holders.at(task.ply)
    found: dict[str, Chosen] = {}

    def note(action: Action, *, is_played: bool = False) -> Chosen:
        words = action_words(timeline.rules, view, action, names)
        return found.setdefault(plain_text(action), Chosen(words, is_played))

    played = _played(timeline, task)
    if played is not None:
        note(played, is_played=True)
    for answer in answers_to(task, reader):
        note(answer.action).people.append(answer.user)
    return Tally(
        sorted(found.values(), key=lambda one: -len(one.people)),
        bot_title(timeline.rules.meta.key, better_bot(timeline.rules).level),
        _bots_line(timeline, task) if is_whole else "",
    )


def _played(timeline: Timeline, task: StudyTask) -> Action | None:
    """Return what the seat really did next; None if somebody resigned instead."""
    facts = timeline.plies[task.ply + 1].facts if task.ply < timeline.last else None
    if facts is None or facts.action is None or facts.action["type"] == RESIGN["type"]:
        return None
    return facts.action


def _bots_line(timeline: Timeline, task: StudyTask) -> str:
    """Return what the better bot would have done, empty if no analysis has found that out."""
    row = AnalysedPly.objects.filter(
        analysis__match=task.chapter.match_id, ply=task.ply + 1, choice__isnull=False
    ).first()
    choice = row.choice if row is not None and row.choice is not None else []
    events = [decode_event(timeline.rules, *event) for event in choice]
    return told(timeline, task.ply, events, Viewer(task.seat), 1) or ""
