"""The programs' interface: what a key may do, what nobody may, and that it says what pages say."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.tokens.calls import GUESTS_CALLS_A_MINUTE
from accounts.tokens.models import Token
from accounts.tokens.services import token_make
from config.api import api
from games.engine.fairness import seat_commitment_of
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches import store
from games.matches.clock import database_now
from games.matches.models import Match, MatchAction, Seat
from games.matches.services.presence import seats_mark_away
from games.registry import rules_for
from tests.replays.factories import stored_match
from tests.support.tables import first_legal, make_running, make_table

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture(autouse=True)
def no_limits_reached():
    cache.clear()


class Program:
    """A client that carries a key."""

    def __init__(self, user=None, scope="play"):
        self.client = Client()
        key = token_make(user=user, name="t", scope=scope) if user else ""
        self.headers = {"authorization": f"Bearer {key}"} if key else {}

    def get(self, path, **query):
        return self.client.get(V1 + path, query, headers=self.headers)

    def post(self, path, **sent):
        return self.client.post(
            V1 + path, json.dumps(sent), content_type="application/json", headers=self.headers
        )


def test_the_description_names_every_call():
    paths = api.get_openapi_schema()["paths"]
    for wanted in ("/matches/{code}/view", "/ladders/{name}", "/tournaments"):
        assert f"{V1}{wanted}" in paths


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


def test_a_seat_is_shown_what_the_rules_let_it_see_and_no_more(ada, bo):
    match = make_running(ada, bo)
    rules, state = rules_for(match.game), store.load_position(match).state
    for seat, user in enumerate((ada, bo)):
        shown = Program(user).get(f"/matches/{match.code}/view").json()
        assert shown["seat"] == seat
        assert shown["view"] == json.loads(json.dumps(snapshot(rules, state, 0, Viewer(seat))))
        assert bool(shown["legal"]) == (match.to_act == seat)
    guest = Program().get(f"/matches/{match.code}/view").json()
    assert guest["seat"] is None
    assert guest["legal"] == []
    hand = Program(ada).get(f"/matches/{match.code}/view").json()["view"]["state"]
    assert guest["view"]["state"] != hand


def test_a_key_that_may_only_look_does_not_play(ada, bo):
    match = make_running(ada, bo)
    sent = {"action": first_legal(match), "version": match.version, "action_id": "a"}
    assert Program(ada, "read").post(f"/matches/{match.code}/act", **sent).status_code == 403
    assert not MatchAction.objects.exists()
    assert Program(ada).post(f"/matches/{match.code}/act", **sent).json()["ply"] == 1
    assert Program(ada).post(f"/matches/{match.code}/act", **sent).json()["ply"] == 1


def test_a_table_is_listed_to_everybody_by_link_or_to_nobody_else(ada):
    odd = Program(ada).post("/tables", game="deadline_99", seats=2, visibility="all the world")
    assert odd.status_code == 422
    made = Program(ada).post("/tables", game="deadline_99", seats=2, visibility="unlisted")
    assert Match.objects.get(code=made.json()["match"]).visibility == "unlisted"


def test_a_part_of_the_shuffle_that_no_database_takes_is_refused(ada):
    code = (
        Program(ada).post("/tables", game="deadline_99", seats=2, bots=["simple"]).json()["match"]
    )
    match = Match.objects.get(code=code)
    part = "a\0b"
    promise = seat_commitment_of(code, 0, match.commitment, part)
    Program(ada).post(f"/matches/{code}/ready", seat_commitment=promise)
    answer = Program(ada).post(f"/matches/{code}/reveal", contribution=part)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_contribution")


def test_who_reveals_again_when_the_match_has_just_begun_is_told_to_look_again(ada, bo):
    match = make_running(ada, bo)
    answer = Program(ada).post(f"/matches/{match.code}/reveal", contribution="a")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_starting")


def test_a_refused_action_has_a_code_and_a_sentence(ada, bo):
    match = make_running(ada, bo)
    sent = {"action": {"type": "play", "card": "??"}, "version": match.version, "action_id": "a"}
    answer = Program(ada).post(f"/matches/{match.code}/act", **sent)
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(".")
    assert (
        Program(ada).post(f"/matches/{match.code}/act", **{**sent, "version": 0}).status_code == 409
    )


def test_every_refusal_has_a_code_and_a_sentence(ada):
    nobody, program = Program(), Program(ada)
    for answer, code, word in (
        (Program(ada, "read").post("/tables"), 403, "not_allowed"),
        (nobody.post("/tables"), 401, "no_key"),
        (nobody.get("/matches/aaaaaaaaaa"), 404, "not_found"),
        (nobody.get("/matches?status=odd"), 422, "invalid"),
        (program.post("/tables", game="deadline_99", seats="x"), 422, "seats:"),
        (program.post("/tables", seats=2), 422, "game: Field required."),
    ):
        assert answer.status_code == code
        assert set(answer.json()) == {"code", "detail"}
        assert word in answer.content.decode()


def test_what_the_framework_refuses_has_a_code_and_a_sentence_too(ada):
    program = Program(ada)
    client, asked = program.client, {"headers": program.headers}
    long, text = b" " * 3_000_000, "application/json"
    for answer, status, code in (
        (client.get(f"{V1}/nothing/here", **asked), 404, "not_found"),
        (client.get("/api/", **asked), 404, "not_found"),
        (client.delete(f"{V1}/matches", **asked), 405, "wrong_method"),
        (client.post(f"{V1}/tables", b"{", content_type=text, **asked), 400, "unreadable"),
        (client.post(f"{V1}/tables", long, content_type=text, **asked), 413, "too_large"),
    ):
        assert answer.status_code == status
        assert answer["Content-Type"] == "application/json; charset=utf-8"
        assert answer["Content-Length"] == str(len(answer.content))
        assert set(answer.json()) == {"code", "detail"}
        assert answer.json()["code"] == code
        assert answer.json()["detail"].endswith(".")
    assert client.delete(f"{V1}/matches", **asked)["Allow"] == "GET"


def test_a_program_that_acts_when_the_match_has_just_ended_is_told_to_look_again(ada, bo):
    match = make_running(ada, bo)
    sent = {"action": {"type": "resign"}, "version": match.version, "action_id": "a"}
    assert Program(bo).post(f"/matches/{match.code}/act", **sent).status_code == 200
    answer = Program(ada).post(f"/matches/{match.code}/act", **{**sent, "action_id": "b"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_running")


def test_a_program_that_looks_is_at_the_table_and_one_that_does_not_is_away(ada, bo):
    match = make_running(ada, bo)
    long_ago = database_now() - timedelta(minutes=1)
    Match.objects.update(started_at=long_ago)
    Seat.objects.update(seen_at=long_ago)
    Program(ada).get(f"/matches/{match.code}/view")
    Program(bo, "read").get(f"/matches/{match.code}/view")
    seats_mark_away()
    assert [seat.is_away for seat in match.seats.order_by("number")] == [False, True]
    Program(bo).get(f"/matches/{match.code}/view")
    assert not match.seats.filter(is_away=True).exists()


def test_a_program_that_was_away_takes_its_seat_back_and_plays_on(ada, bo):
    match = make_running(ada, bo)
    program, seat = Program((ada, bo)[match.to_act]), match.to_act
    match.seats.filter(number=seat).update(stand_in="simple")
    told = program.get(f"/matches/{match.code}/view").json()
    assert (told["legal"], told["seats"][seat]["stands_in"]) == ([], True)
    assert told["seats"][seat]["bot"] == "simple"
    sent = {"action": first_legal(match), "version": match.version, "action_id": "a"}
    refused = program.post(f"/matches/{match.code}/act", **sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "stand_in")
    back = program.post(f"/matches/{match.code}/return").json()
    assert (back["seats"][seat]["stands_in"], back["seats"][seat]["bot"]) == (False, "")
    assert program.get(f"/matches/{match.code}/view").json()["legal"]


def test_a_pause_is_told_and_nothing_may_be_done_in_it(ada, bo):
    match = make_running(ada, bo)
    program = Program((ada, bo)[match.to_act])
    assert program.get(f"/matches/{match.code}").json()["paused_at"] is None
    Match.objects.update(paused_at=database_now())
    told = program.get(f"/matches/{match.code}/view").json()
    assert told["paused_at"].endswith("Z")
    assert told["legal"] == []


def test_programs_play_unrated_matches_only(ada, bo):
    match = make_running(ada, bo, rated=True)
    sent = {"action": first_legal(match), "version": match.version, "action_id": "a"}
    assert Program(ada).post(f"/matches/{match.code}/act", **sent).status_code == 403
    table = make_table(bo, rated=True)
    assert Program(ada).post(f"/matches/{table.code}/sit").status_code == 403


def test_what_is_no_json_or_no_field_is_refused(ada):
    program = Program(ada)
    for sent in (
        {},
        {"game": 3},
        {"game": "no such", "seats": 2},
        {"game": "deadline_99", "seats": 99},
    ):
        assert program.post("/tables", **sent).status_code == 422, sent
    broken = program.client.post(
        f"{V1}/tables", "{", content_type="application/json", headers=program.headers
    )
    assert broken.status_code in (400, 422)
    assert not Match.objects.exists()


def test_more_bots_than_seats_are_refused_and_none_is_left_out(ada):
    wanted = {"game": "deadline_99", "seats": 3, "bots": ["simple"] * 3}
    refused = Program(ada).post("/tables", **wanted)
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_bots")
    assert not Match.objects.exists()


def test_lists_come_in_pages(ada):
    for _ in range(3):
        make_table(ada)
    first = Program().get("/matches", status="open", per_page=2).json()
    assert (len(first["matches"]), first["next"]) == (2, 2)
    second = Program().get("/matches", status="open", per_page=2, page=2).json()
    assert (len(second["matches"]), second["next"]) == (1, None)
    assert Program().get("/matches", per_page=101).status_code == 422
    assert Program().get("/matches", status="x").status_code == 422


def test_of_the_finished_matches_the_last_to_end_comes_first():
    early, late = stored_match(number=0), stored_match(number=1)
    moment = late.finished_at - timedelta(days=1)
    Match.objects.filter(pk=late.pk).update(created_at=moment)
    Match.objects.filter(pk=early.pk).update(finished_at=moment)
    listed = Program().get("/matches").json()["matches"]
    assert [one["match"] for one in listed] == [late.code, early.code]


def test_a_finished_match_has_its_record_and_a_running_one_has_none(ada, bo):
    finished, running = stored_match(users={0: ada}), make_running(ada, bo)
    record = Program().get(f"/matches/{finished.code}/record").json()
    assert record["head"] == finished.head
    assert Program(ada).get(f"/matches/{running.code}/record").status_code == 404


def test_ladders_and_players_are_there(ada):
    names = [one["ladder"] for one in Program().get("/ladders").json()]
    assert Program().get(f"/ladders/{names[0]}").json()["players"] == []
    assert Program().get("/ladders/nothing").status_code == 404
    assert Program().get("/players/ada").json()["name"] == "ada"
    assert Program().get("/players/nobody").status_code == 404


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
