"""The door for actions on the socket: as safe as a POST, and one and the same with it."""

from __future__ import annotations

import json
import uuid

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection

from games.matches.models import MatchAction
from games.matches.requests import PLAYS_A_MINUTE
from games.websockets.handlers.actions import ActionRequest, answer_to
from tests.support.database import database_gone
from tests.support.sockets import (
    PATIENCE,
    closed,
    in_thread,
    login_of,
    path_of,
    players,
    push,
    revision_of,
    socket,
)
from tests.support.tables import act_for, first_legal, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back"),
]


def asking(match, **changes):
    """Return the frame that a page sends for the first legal action."""
    action = json.dumps(first_legal(match))
    frame = {"action": action, "version": str(match.version), "action_id": uuid.uuid4().hex}
    return {**frame, **changes}


async def answer(communicator):
    """Return the next answer, passing over what is pushed."""
    while True:
        text = await communicator.receive_from(timeout=PATIENCE)
        told = json.loads(text) if text.startswith("{") else {}
        if "action_id" in told:
            return told


async def ask(communicator, frame):
    await communicator.send_to(text_data=json.dumps(frame))
    return await answer(communicator)


async def closed_by_flood(communicator, frame):
    """Return the code with which the link closes on more frames than anybody's clicks make."""
    for _ in range(30):
        await communicator.send_to(text_data=json.dumps(frame))
    return await closed(communicator)


async def plies_of(match):
    return await in_thread(MatchAction.objects.filter(match=match).count)


async def test_who_acts_sees_the_new_position_then_the_answer_and_all_others_see_it():
    ada, bo, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match), ada) as page, socket(path_of(match), bo) as other:
        await push(page)
        await push(other)
        await page.send_to(text_data=json.dumps(frame))
        shown = await push(page)
        told = await answer(page)
        await in_thread(match.refresh_from_db)
        assert revision_of(shown) == revision_of(await push(other)) == match.revision
    assert told == {
        "action_id": frame["action_id"],
        "status": 200,
        "ply": 1,
        "version": match.version,
        "head": match.head,
        "revision": match.revision,
    }


async def test_the_same_id_is_played_once_by_both_doors_together():
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match), ada) as page:
        first = await ask(page, frame)
        again = await ask(page, frame)
        action = json.loads(frame["action"])
        posted = await in_thread(
            act_for, match, ada, action, action_id=frame["action_id"], version=match.version
        )
    assert (
        (again["ply"], again["head"]) == (first["ply"], first["head"]) == (posted.ply, posted.head)
    )
    assert await plies_of(match) == 1


async def test_a_refusal_says_why_in_the_pages_language_and_changes_nothing():
    ada, bo, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match).replace("lang=en", "lang=zh-hant"), bo) as page:
        not_mine = await ask(page, frame)
    async with socket(path_of(match), ada) as page:
        stale = await ask(page, {**frame, "version": str(match.version - 1)})
        malformed = await ask(page, {**frame, "action": "[1"})
        no_version = await ask(page, {**frame, "version": "x"})
    assert (not_mine["status"], not_mine["code"]) == (422, "not_your_turn")
    assert not_mine["sentence"] == "還沒輪到你。"
    assert (stale["status"], stale["code"]) == (409, "stale_version")
    assert stale["sentence"].startswith("The table has changed")
    assert (malformed["code"], no_version["code"]) == ("malformed", "bad_version")
    assert await plies_of(match) == 0


async def test_nobody_acts_whose_session_has_ended(settings):
    settings.HEARTBEAT_SECONDS = 60  # so that only the action can find out
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match), ada) as page:
        await push(page)
        await in_thread(Session.objects.all().delete)
        await page.send_to(text_data=json.dumps(frame))
        assert await closed(page) == 4401
    assert await plies_of(match) == 0


def test_whose_session_has_ended_hears_of_no_match_and_of_no_mistake():
    ada, bo, match = players()
    mine, other = login_of(ada), login_of(bo)
    Session.objects.all().delete()
    cache.set(f"often:play:user:{bo.pk}", PLAYS_A_MINUTE, 60)
    frame = asking(match)
    wrong = {**frame, "action": "[1"}, {**frame, "version": "0"}, {**frame, "action_id": "a b"}
    for code in (match.code, "zzzzzzzzzz"):
        for asked in (ActionRequest(**one) for one in (frame, *wrong)):
            assert answer_to(asked, code, ada, mine)["status"] == 401
            assert answer_to(asked, code, bo, other)["status"] == 401
    assert MatchAction.objects.count() == 0


async def test_who_only_watches_cannot_act():
    _, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    stranger = await in_thread(make_user, "chen")
    async with socket(path_of(match), stranger) as page:
        told = await ask(page, frame)
    assert (told["status"], told["code"]) == (403, "not_seated")
    async with socket(path_of(match)) as page:  # a guest is not even answered
        assert await closed_by_flood(page, frame) == 1008
    assert await plies_of(match) == 0


async def test_too_often_is_refused_with_posts_counted_and_ends_the_link():
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    cache.set(f"often:play:user:{ada.pk}", PLAYS_A_MINUTE, 60)
    async with socket(path_of(match), ada) as page:
        assert (await ask(page, frame))["status"] == 429
        assert await closed_by_flood(page, frame) == 1008
    assert await plies_of(match) == 0


async def test_what_is_no_question_of_ours_is_never_answered(caplog):
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    odd = ["{}", "null", '"action"', "[" * 4000, json.dumps({**frame, "more": "1"}),
           json.dumps({**frame, "version": 1})]  # fmt: skip
    async with socket(path_of(match), ada) as page:
        for text in odd:
            await page.send_to(text_data=text)
        told = await ask(page, frame)  # the first that is answered
    assert told["action_id"] == frame["action_id"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_of_a_hidden_match_nobody_hears_by_asking():
    _, _, match = players(visibility="private")
    asked = ActionRequest(**asking(match))
    eve = make_user("eve")
    told = answer_to(asked, match.code, eve, login_of(eve))
    assert told == answer_to(asked, "zzzzzzzzzz", eve, login_of(eve))
    assert told == {"action_id": asked.action_id, "status": 404}


async def test_a_database_that_fails_is_an_answer_and_the_link_stays(caplog):
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match), ada) as page:
        await push(page)
        await in_thread(lock_out, True)
        told = await ask(page, frame)
        await in_thread(lock_out, False)
        again = await ask(page, frame)
    assert told == {"action_id": frame["action_id"], "status": 503}
    assert again["status"] == 200
    assert "an action on the socket failed" in caplog.text


async def test_a_database_that_is_gone_is_an_answer_and_the_link_stays(caplog):
    ada, _, match = await in_thread(players)
    frame = await in_thread(asking, match)
    async with socket(path_of(match), ada) as page:
        await push(page)
        with database_gone():
            told = await ask(page, frame)
        again = await ask(page, frame)
    assert told == {"action_id": frame["action_id"], "status": 503}
    assert again["status"] == 200
    assert "an action on the socket failed" in caplog.text


def lock_out(out):
    """Let nothing be written to the log of actions, as where the disk is full."""
    verb = (
        "ADD CONSTRAINT nothing_fits CHECK (false) NOT VALID"
        if out
        else "DROP CONSTRAINT nothing_fits"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE matches_matchaction {verb}")
