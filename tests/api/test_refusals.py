"""Every refusal of the programs' interface has a code and a sentence, and changes nothing."""

from __future__ import annotations

import pytest

from games.engine.fairness import seat_commitment_of
from games.matches.models import Match
from tests.api.program import V1, Program
from tests.support.tables import first_legal, make_running, make_table

pytestmark = pytest.mark.django_db


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


def test_a_part_of_the_shuffle_that_no_database_takes_is_refused(ada):
    code = (
        Program(ada).post("/tables", game="deadline_99", seats=2, bots=["novice"]).json()["match"]
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


def test_a_program_that_acts_when_the_match_has_just_ended_is_told_to_look_again(ada, bo):
    match = make_running(ada, bo)
    sent = {"action": {"type": "resign"}, "version": match.version, "action_id": "a"}
    assert Program(bo).post(f"/matches/{match.code}/act", **sent).status_code == 200
    answer = Program(ada).post(f"/matches/{match.code}/act", **{**sent, "action_id": "b"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_running")


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
    wanted = {"game": "deadline_99", "seats": 3, "bots": ["novice"] * 3}
    refused = Program(ada).post("/tables", **wanted)
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_bots")
    assert not Match.objects.exists()
