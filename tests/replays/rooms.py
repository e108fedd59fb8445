"""Study rooms for tests: what people post to them."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.engine.contract import Action
from games.matches.models import Match
from replays.models import Study, StudyChapter, StudyTask
from replays.selectors import match_timeline
from replays.services.study import study_open
from replays.services.tasks import task_set
from replays.timeline import Timeline
from tests.replays.factories import stored_match

PLY = 9


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_room(owner: Any, match: Match | None = None, ply: int = 4, eyes: str = "1") -> Study:
    return study_open(match=match or stored_match(), user=owner, ply=ply, eyes=eyes)


def first(study: Study) -> StudyChapter:
    return study.chapters.select_related("match", "study").first()


def timeline_of(match: Match) -> Timeline:
    return match_timeline(match, list(match.seats.all()))


def a_task(study: Study, ply: int = PLY, *, together: bool = True) -> StudyTask:
    chapter = first(study)
    return task_set(
        chapter=chapter, user=study.owner, timeline=timeline_of(chapter.match),
        ply=ply, question="Think", together=together,
    )  # fmt: skip


def legal(task: StudyTask) -> list[Action]:
    timeline = timeline_of(task.chapter.match)
    return timeline.rules.legal_actions(timeline.plies[task.ply].state, task.seat)


def played(task: StudyTask) -> Action:
    action = timeline_of(task.chapter.match).plies[task.ply + 1].facts.action
    assert action is not None
    return action


def address(study: Study, tail: str = "") -> str:
    return f"/replays/study/{study.code}/{first(study).pk}/{tail}"


def answer(client: Client, task: StudyTask, action: Any, **headers: str) -> HttpResponse:
    data = {"action": json.dumps(action), "version": task.ply, "action_id": "a"}
    return client.post(address(task.chapter.study, "answer"), data, headers=headers)
