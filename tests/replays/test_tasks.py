"""Tasks in study rooms: nobody sees what follows, or who chose what, until it is shown."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.people.models import Tie
from games.engine.contract import RESIGN
from games.engine.hidden import Memory, deal_anew
from games.engine.practice import played_on
from games.matches import match_cache, presenters, store
from games.matches.models import Match
from games.registry import all_rules
from replays.models import AnalysedPly, Analysis, ChapterDone, StudyAnswer, StudyTask
from replays.selectors import TIMELINES
from replays.services import tasks as service
from replays.services.chapters import chapter_add
from replays.services.study import study_lead, study_seen
from tests.replays.factories import person, stored_match
from tests.replays.rooms import (
    PLY,
    a_room,
    a_task,
    address,
    answer,
    client_of,
    first,
    legal,
    played,
    timeline_of,
)
from tests.support.sockets import push, socket

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'(x-csrftoken(&quot;|"):(&quot;|")|csrfmiddlewaretoken" value=")[^&"]+')
SAME = 10**6
"""The number of what is made anew in each world."""
GAMES = [key for key, rules in sorted(all_rules().items()) if rules.hiding]


@pytest.fixture(autouse=True)
def _nobody_has_answered() -> None:
    cache.clear()


def text(client: Client, path: str) -> str:
    found = client.get(path)
    assert found.status_code == 200
    return found.content.decode()


def shown_ply(page: str) -> int:
    found = re.search(r'id="replay"[^>]* data-ply="(\d+)"', page)
    assert found
    return int(found[1])


def test_the_owner_asks_and_members_are_held_at_the_position_in_its_seats_view() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    ask = {"question": "Careful", "ply": PLY, "as": "all"}
    assert client_of(ada).post(address(study, "ask"), ask).status_code == 302
    task = StudyTask.objects.get()
    assert task.seat == timeline_of(study.match).rules.to_act(
        timeline_of(study.match).plies[PLY].state
    )
    begins = 4
    for asked, ply in (
        (f"?ply={PLY + 4}&as=all&open=1", PLY), ("?ply=last", PLY), (f"?ply={PLY}", PLY),
        ("", begins), ("?ply=x", begins), (f"?ply={'9' * 40}", begins),
    ):  # fmt: skip
        page = text(client_of(bo), address(study, asked))
        assert shown_ply(page) == ply
        assert f'data-eyes="{task.seat}"' in page
        assert "data-last" not in page
    assert shown_ply(text(client_of(ada), address(study, f"?ply={PLY + 4}&as=all"))) == PLY + 4


def test_the_table_offers_the_legal_actions_to_members_alone() -> None:
    study = a_room(person())
    task = a_task(study)
    here = address(study, f"?ply={PLY}")
    assert "data-action=" in text(client_of(person()), here)
    assert "data-action=" not in text(client_of(person()), address(study, f"?ply={PLY - 1}"))
    assert "data-action=" not in text(Client(), here)
    assert "data-action=" not in text(client_of(study.owner), here)
    service.task_reveal(chapter=task.chapter, user=study.owner, task=task.pk)
    assert "data-action=" not in text(client_of(person()), here)


def test_an_answer_is_judged_by_the_rules_and_may_be_changed_until_the_answers_are_shown() -> None:
    bo, study = person(), a_room(person())
    task = a_task(study)
    one, other = legal(task)[:2]
    for refused in ({"type": "play", "card": "ZZ"}, dict(RESIGN), [], None, {"type": 1}):
        assert answer(client_of(bo), task, refused).status_code == 422
    assert not StudyAnswer.objects.exists()
    assert answer(client_of(bo), task, one).status_code == 302
    assert answer(client_of(bo), task, other).status_code == 302
    assert StudyAnswer.objects.get().action == other
    service.task_reveal(chapter=task.chapter, user=study.owner, task=task.pk)
    assert answer(client_of(bo), task, one).status_code == 422
    assert StudyAnswer.objects.get().action == other


def test_a_refusal_at_the_table_is_a_notice_that_names_cards() -> None:
    study = a_room(person())
    task = a_task(study)
    told = answer(client_of(person()), task, {"type": "play"}, **{"HX-Request": "true"})
    assert told.status_code == 422
    assert 'id="notice"' in told.content.decode()


def test_nobody_learns_who_chose_what_before_the_answers_are_shown_together() -> None:
    ada, bo, cy = person(), person("Bobolink"), person("Cygnus")
    study = a_room(ada)
    task = a_task(study)
    for who, action in zip((bo, cy), legal(task)[:2], strict=True):
        answer(client_of(who), task, action)
    here = address(study, f"?ply={PLY}")
    for who in (ada, cy, person()):
        page = text(client_of(who), here)
        assert "Bobolink" not in page
        assert "2 answers so far" in page
        assert "The answers" not in page
    assert "Your answer:" in text(client_of(bo), here)
    client_of(ada).post(address(study, f"tasks/{task.pk}/reveal"))
    for client in (client_of(ada), client_of(cy), Client()):
        page = text(client, here)
        assert "Bobolink" in page
        assert "Cygnus" in page
    assert shown_ply(text(client_of(cy), address(study, f"?ply={PLY + 4}"))) == PLY + 4


def test_the_strip_shows_the_answers_of_no_task_but_the_one_the_leader_is_at() -> None:
    ada = person()
    study = a_room(ada)
    sooner, later = a_task(study), a_task(study, PLY + 3)
    reveal = f'hx-post="{address(study, "tasks/")}'
    study_lead(code=study.code, user=ada, ply=later.ply, eyes="all")
    assert f"{reveal}{later.pk}/reveal" in text(client_of(ada), address(study))
    study_lead(code=study.code, user=ada, ply=sooner.ply, eyes="all")
    assert f"{reveal}{sooner.pk}/reveal" in text(client_of(ada), address(study))
    for _ in range(2):  # a second click shows nothing more
        client_of(ada).post(address(study, f"tasks/{sooner.pk}/reveal"))
    page = text(client_of(ada), address(study))
    assert "What would you play" in page
    assert reveal not in page
    assert StudyTask.objects.get(revealed_at=None) == later


def test_a_task_is_shown_and_removed_in_its_own_chapter_alone() -> None:
    ada = person()
    study = a_room(ada)
    task = a_task(study)
    other = chapter_add(code=study.code, user=ada, match=study.match, ply=4, eyes="1")
    for verb in ("reveal", "remove"):
        path = f"/replays/study/{study.code}/{other.pk}/tasks/{task.pk}/{verb}"
        assert client_of(ada).post(path).status_code == 422
    assert StudyTask.objects.get().revealed_at is None
    reveal = address(study, f"tasks/{task.pk}/reveal")
    shown = client_of(ada).post(reveal, {"ply": PLY + 4, "as": "all"})
    assert shown.headers["Location"] == address(study, f"?ply={PLY}&as=all")


def test_a_task_needs_a_choice() -> None:
    ada = person()
    study = a_room(ada)
    plies = timeline_of(study.match).plies
    ask = {"question": "", "ply": plies[-1].number, "as": "all"}
    assert client_of(ada).post(address(study, "ask"), ask).status_code == 422
    assert not StudyTask.objects.exists()


def test_the_tally_counts_each_action_marks_the_one_played_and_tells_the_bots() -> None:
    study = a_room(person())
    task = a_task(study)
    real = played(task)
    other = next(action for action in legal(task) if action != real)
    for action in (other, other, real):
        answer(client_of(person()), task, action)
    analysis = Analysis.objects.create(match=first(study).match, method=3)
    events = [[one.name, one.v, data] for one, data in encoded(task)]
    AnalysedPly.objects.create(analysis=analysis, ply=PLY + 1, chosen=True, choice=events)
    service.task_reveal(chapter=task.chapter, user=study.owner, task=task.pk)
    page = text(Client(), address(study, f"?ply={PLY}"))
    tally = page[page.index('class="tally"') : page.index("</section>", page.index("tally-head"))]
    assert re.findall(r'<li( class="is-played")?>\s*<p><b class="figures">(\d)</b>', tally) == [
        ("", "2"), (' class="is-played"', "1"),
    ]  # fmt: skip
    assert "would have played" in tally
    a_task(study, PLY + 6)  # hides what the bot's choice leads to: it may be a card drawn later
    later = text(Client(), address(study, f"?ply={PLY}"))
    assert 'class="tally"' in later
    assert "would have played" not in later


def encoded(task: StudyTask) -> list[tuple[Any, Any]]:
    from games.engine.codec import encode_event

    events = timeline_of(task.chapter.match).plies[task.ply + 1].facts.events
    return [(event, encode_event(event)[2]) for event in events]


def test_solved_on_ones_own_each_sees_the_answers_after_their_own() -> None:
    ada, bo, cy = person(), person("Bobolink"), person("Cygnus")
    study = a_room(ada)
    task = a_task(study, together=False)
    answer(client_of(bo), task, legal(task)[0])
    ahead = address(study, f"?ply={PLY + 4}")
    here = address(study, f"?ply={PLY}")
    assert shown_ply(text(client_of(bo), ahead)) == PLY + 4
    assert shown_ply(text(client_of(cy), ahead)) == PLY
    assert shown_ply(text(Client(), ahead)) == PLY
    assert "Bobolink" not in text(client_of(cy), here)
    assert "Bobolink" in text(client_of(ada), here)
    assert answer(client_of(bo), task, legal(task)[1]).status_code == 422
    answer(client_of(cy), task, legal(task)[0])
    assert "Bobolink" in text(client_of(cy), here)


def test_the_first_task_that_is_not_shown_yet_holds_people() -> None:
    study = a_room(person())
    later, sooner = a_task(study, PLY + 6), a_task(study, PLY)
    bo = client_of(person())
    assert shown_ply(text(bo, address(study, "?ply=last"))) == PLY
    assert answer(bo, later, legal(later)[0]).status_code == 422
    service.task_reveal(chapter=sooner.chapter, user=study.owner, task=sooner.pk)
    assert shown_ply(text(bo, address(study, "?ply=last"))) == PLY + 6


def test_who_answers_all_tasks_of_a_chapter_is_done_with_it() -> None:
    bo, study = person(), a_room(person())
    one, two = a_task(study, PLY, together=False), a_task(study, PLY + 6, together=False)
    answer(client_of(bo), one, legal(one)[0])
    assert not ChapterDone.objects.exists()
    answer(client_of(bo), two, legal(two)[0])
    assert ChapterDone.objects.get().user == bo


def test_a_follower_is_not_taken_beyond_a_task_nor_told_where_its_owner_is() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    task = a_task(study)
    study_lead(code=study.code, user=ada, ply=PLY + 5, eyes="all")
    study_seen(code=study.code, user=ada)
    page = text(client_of(bo), address(study))
    assert shown_ply(page) == PLY
    assert f'data-ply="{PLY}" data-eyes="{task.seat}"' in page
    assert f"move {PLY + 5}" not in page


def test_there_is_nothing_to_ask_where_nobody_is_to_play() -> None:
    ada = person()
    study = a_room(ada)
    last = first(study).match.ply
    for ply, code in ((last, 422), (PLY, 302), (PLY, 422)):
        asked = client_of(ada).post(address(study, "ask"), {"ply": ply, "as": "all"})
        assert asked.status_code == code


def test_the_answers_of_people_one_has_muted_are_left_out() -> None:
    bo, cy = person("Bobolink"), person()
    study = a_room(person())
    task = a_task(study)
    answer(client_of(bo), task, legal(task)[0])
    Tie.objects.create(owner=cy, other=bo, kind=Tie.Kind.MUTE)
    service.task_reveal(chapter=task.chapter, user=study.owner, task=task.pk)
    assert "Bobolink" not in text(client_of(cy), address(study, f"?ply={PLY}"))


# --- the same bytes ----------------------------------------------------------------------------


class RollBack(Exception):
    """Ends a world."""


@contextmanager
def passing() -> Iterator[None]:
    """Undo what happens inside, in the database and in the caches."""
    try:
        with transaction.atomic():
            yield
            raise RollBack
    except RollBack:
        match_cache.clear()
        for kept in (store.POSITIONS, TIMELINES, presenters._recaps):
            kept.clear()
        cache.clear()


def told_in(match: Match, owner: Any, client: Client) -> dict[str, str]:
    """Open a room whose only task is open, and return what a member is told everywhere in it."""
    study = a_room(owner, match, ply=2, eyes="all")
    study.chapter, study.code = None, "theroom"
    study.save()
    study.chapters.update(id=SAME)
    a_task(study)
    StudyTask.objects.update(id=SAME)
    base = f"/replays/study/{study.code}/"
    chapter = f"{base}{SAME}/"
    asked = [base, chapter, *(f"{chapter}?ply={ply}&as=all&open=1" for ply in (0, 3, PLY, 99))]
    asked += [f"/api/v1/studies/{study.code}", f"/api/v1/studies/{study.code}/chapters/{SAME}"]
    return {path: TOKEN.sub("", text(client, path)) for path in asked}


@pytest.mark.parametrize("game", GAMES)
def test_a_member_is_told_the_same_whatever_follows(game: str) -> None:
    ada, bo = person("ada"), client_of(person("bo"))
    worlds = []
    for plies in (None, PLY):
        with passing():
            match = stored_match(game, 1, plies=plies, code="thematch")
            Match.objects.filter(pk=match.pk).update(status="finished", result={"reason": ""})
            worlds.append(told_in(Match.objects.get(pk=match.pk), ada, bo))
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_member_is_told_the_same_whatever_the_seat_cannot_see(game: str) -> None:
    ada, bo, dice = person("ada"), client_of(person("bo")), random.Random(game)
    worlds = []
    for again in (False, True):
        with passing():
            match = stored_match(game, 1, plies=PLY, code="thematch")
            rules, state = match.rules, store.load_position(match).state
            seat = rules.to_act(state)
            assert rules.hiding is not None
            assert seat is not None
            hidden = rules.hiding.hidden(state, seat)
            if again:
                hidden = deal_anew(
                    hidden, Memory(match.seat_count), lambda cards: dice.sample(cards, len(cards))
                )
            store.append_events(match, [played_on(seat, hidden)])
            match.status, match.result = "finished", {"reason": ""}
            match.save()
            worlds.append(told_in(match, ada, bo))
    assert worlds[0] == worlds[1]


@pytest.mark.django_db(transaction=True)
async def test_the_answers_come_to_all_at_once_and_only_their_number_before() -> None:
    in_thread = database_sync_to_async
    ada, bo, cy = [await in_thread(person)(name) for name in ("ada", "Bobolink", "cy")]
    study = await in_thread(a_room)(ada)
    task = await in_thread(a_task)(study)
    path = f"/ws/studies/{study.code}/{study.chapter_id}/?lang=en"
    async with socket(path, cy) as page:
        assert f'data-tasks="at-{task.pk}"' in await push(page)
        action = (await in_thread(legal)(task))[0]
        told = await in_thread(answer)(await in_thread(client_of)(bo), task, action)
        assert told.status_code == 302
        while "1 answer so far" not in (told := await push(page)):
            continue
        assert "Bobolink" not in told
        await in_thread(service.task_reveal)(chapter=task.chapter, user=ada, task=task.pk)
        while 'data-tasks="shown-1"' not in await push(page):
            continue
