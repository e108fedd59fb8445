"""What a key lets a program do, and what nobody may without one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.tokens.calls import GUESTS_CALLS_A_MINUTE
from accounts.tokens.models import Token
from accounts.tokens.services import token_make
from games.matches.models import MatchAction
from tests.api.program import Program
from tests.support.tables import first_legal, make_running

pytestmark = pytest.mark.django_db


def test_a_key_that_is_not_known_is_refused_and_none_is_a_guest(ada):
    program = Program()
    assert program.get("/matches").status_code == 200
    program.headers = {"authorization": "Bearer kibitz_wrong"}
    assert program.get("/matches").status_code == 401


def test_a_log_in_by_cookie_counts_for_nothing(ada, bo):
    match = make_running(ada, bo, visibility="private")
    program = Program()
    program.client.force_login(ada)
    assert program.get(f"/matches/{match.code}").status_code == 404
    assert program.get("/me").status_code == 401


def test_a_withdrawn_key_and_a_barred_person_are_let_in_no_more(ada):
    program = Program(ada)
    assert program.get("/me").json()["name"] == "ada"
    ada.is_active = False
    ada.save()
    assert program.get("/me").status_code == 401
    ada.is_active = True
    ada.save()
    Token.objects.all().delete()
    assert program.get("/me").status_code == 401


def test_only_the_digest_of_a_key_is_stored(ada):
    text = token_make(user=ada, name="t", scope="read")
    assert text not in str(Token.objects.values())


def test_a_key_that_may_only_look_does_not_play(ada, bo):
    match = make_running(ada, bo)
    sent = {"action": first_legal(match), "version": match.version, "action_id": "a"}
    assert Program(ada, "read").post(f"/matches/{match.code}/act", **sent).status_code == 403
    assert not MatchAction.objects.exists()
    assert Program(ada).post(f"/matches/{match.code}/act", **sent).json()["ply"] == 1
    assert Program(ada).post(f"/matches/{match.code}/act", **sent).json()["ply"] == 1


def test_guests_who_call_too_often_are_slowed_down():
    program = Program()
    answers = [program.get("/games") for _ in range(GUESTS_CALLS_A_MINUTE + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too_often"
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60


@pytest.mark.parametrize(("verb", "path"), [("get", "/games"), ("post", "/tables")])
def test_who_tries_out_keys_is_slowed_down_as_a_guest(ada, verb, path):
    program = Program()
    program.headers = {"authorization": "Bearer kibitz_wrong"}
    asked = getattr(program, verb)
    answers = [asked(path).status_code for _ in range(GUESTS_CALLS_A_MINUTE + 1)]
    assert answers == [401] * GUESTS_CALLS_A_MINUTE + [429]
    assert Program(ada).get("/me").status_code == 200


def test_a_key_is_shown_once(client, ada):
    client.force_login(ada)
    page = client.post(reverse("tokens:tokens"), {"name": "My bot", "scope": "play"})
    text = page.context["fresh"]
    assert text in page.content.decode()
    assert text not in client.get(reverse("tokens:tokens")).content.decode()
    client.post(reverse("tokens:withdraw", args=[Token.objects.get().pk]))
    assert not Token.objects.exists()
