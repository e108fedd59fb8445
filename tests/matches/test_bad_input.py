"""What no page of ours would post: always 4xx and a sentence, nothing changed, nothing logged."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse

from games.matches.models import Match, MatchAction
from games.matches.requests import PLAYS_A_MINUTE
from games.matches.services.match_act import match_act
from tests.support.tables import first_legal, make_running, make_table, make_user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}


def url(verb, match):
    return reverse(f"matches:{verb}", args=[match.code])


def picture(match):
    """Everything that an action could change."""
    match.refresh_from_db()
    return model_to_dict(match), list(match.seats.values()), match.actions.count()


def check_refused(client, caplog, match, verb, data, status):
    before = picture(match)
    for headers in ({}, HTMX, JSON):
        answer = client.post(url(verb, match), data, headers=headers)
        assert answer.status_code == status, answer.content
        if headers is JSON:
            assert answer.json()["sentence"].endswith(".")
        else:
            assert 'role="alert"' in answer.content.decode()
    assert picture(match) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


BAD_ACTIONS = [
    "",
    "null",
    "[]",
    "17",
    '"play"',
    "{}",
    '{"type": 3}',
    '{"type": "play"}',
    '{"type": "play", "card": 3}',
    '{"type": "play", "card": "2S"}',
    '{"type": "play", "card": "3S", "extra": 1}',
    '{"type": "play", "card": "3S", "\\ud800": 1}',
    '{"type": "play", "card": "\\u0000"}',
    '{"type": "play", "card": NaN}',
    '{"type": "resign", "seat": 1}',
    '{"type": "no such action"}',
    "{" * 3000,
    "[" * 4000,
    "x" * 5000,
    "\0",
]


@pytest.mark.parametrize("action", BAD_ACTIONS)
def test_a_malformed_action_is_refused(as_ada, ada, bo, caplog, action):
    match = make_running(ada, bo)
    data = {"action": action, "version": match.version, "action_id": "a"}
    check_refused(as_ada, caplog, match, "act", data, 422)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"version": ""}, 422),
        ({"version": "-1"}, 422),
        ({"version": "1.0"}, 422),
        ({"version": "²"}, 422),
        ({"version": "9" * 40}, 422),
        ({"version": "0"}, 409),
        ({"action_id": ""}, 422),
        ({"action_id": "a b"}, 422),
        ({"action_id": "a" * 65}, 422),
        ({"action_id": "\0"}, 422),
    ],
)
def test_a_bad_version_or_id_is_refused(as_ada, ada, bo, caplog, changes, status):
    match = make_running(ada, bo)
    data = {"action": json.dumps(first_legal(match)), "version": match.version, "action_id": "a"}
    check_refused(as_ada, caplog, match, "act", {**data, **changes}, status)


def test_somebody_elses_turn_is_refused(client, ada, bo, caplog):
    match = make_running(ada, bo)
    client.force_login(bo)
    data = {"action": json.dumps(first_legal(match)), "version": match.version, "action_id": "a"}
    check_refused(client, caplog, match, "act", data, 422)


def test_a_spectator_is_refused(client, ada, bo, caplog):
    match = make_running(ada, bo)
    client.force_login(make_user("chen"))
    data = {"action": json.dumps(first_legal(match)), "version": match.version, "action_id": "a"}
    check_refused(client, caplog, match, "act", data, 403)


@pytest.mark.parametrize(
    ("verb", "data", "status"),
    [
        ("sit", {"seat": "x"}, 422),
        ("sit", {"seat": "99"}, 422),
        ("sit", {"seat": "-1"}, 422),
        ("sit", {"seat": "1"}, 409),
        ("sit", {"seat": "0"}, 422),
        ("ready", {}, 422),
        ("ready", {"seat_commitment": "A" * 64}, 422),
        ("ready", {"seat_commitment": "0" * 63}, 422),
        ("ready", {"seat_commitment": "\0" * 64}, 422),
        ("reveal", {"contribution": "too early"}, 409),
        ("reveal", {"contribution": "\0"}, 422),
        ("bots/add", {"bot": "no such bot", "seat": "2"}, 422),
        ("bots/add", {"bot": "novice", "seat": "1"}, 409),
        ("bots/add", {"bot": "novice", "seat": "77"}, 422),
        ("bots/remove", {}, 422),
        ("bots/remove", {"seat": "0"}, 422),
        ("free_seat", {}, 422),
        ("free_seat", {"seat": "0"}, 422),
        ("free_seat", {"seat": "77"}, 422),
        ("invite", {}, 422),
        ("invite", {"username": "nobody of that name"}, 422),
        ("invite", {"username": "\0"}, 422),
        ("invite", {"username": "x" * 5000}, 422),
        ("rematch", {}, 422),
        ("act", {}, 422),
    ],
)
def test_what_an_open_table_cannot_do_is_refused(as_ada, ada, bo, caplog, verb, data, status):
    match = make_table(ada, bo, seats=3)
    verb = {"bots/add": "add_bot", "bots/remove": "remove_bot"}.get(verb, verb)
    check_refused(as_ada, caplog, match, verb, data, status)


@pytest.mark.parametrize("verb", ["sit", "stand", "ready", "unready", "add_bot", "invite"])
def test_a_running_match_is_no_table_any_more(as_ada, ada, bo, caplog, verb):
    match = make_running(ada, bo)
    check_refused(as_ada, caplog, match, verb, {"seat_commitment": "0" * 64}, 422)


@pytest.mark.parametrize("verb", ["add_bot", "remove_bot", "free_seat", "invite"])
def test_only_the_owner_may(client, ada, bo, caplog, verb):
    match = make_table(ada, bo, seats=3)
    client.force_login(bo)
    data = {"seat": "2", "bot": "novice", "username": "ada"}
    check_refused(client, caplog, match, verb, data, 403)


@pytest.mark.parametrize("verb", ["stand", "ready", "unready"])
def test_who_does_not_sit_there_may_not(client, ada, bo, caplog, verb):
    match = make_table(ada)
    client.force_login(bo)
    check_refused(client, caplog, match, verb, {"seat_commitment": "0" * 64}, 403)


VERBS = [
    "act",
    "sit",
    "stand",
    "ready",
    "unready",
    "reveal",
    "add_bot",
    "remove_bot",
    "free_seat",
    "invite",
    "rematch",
]


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_done_for_somebody_signed_out(client, ada, bo, verb):
    match = make_table(ada, bo)
    before = picture(match)
    plain = client.post(url(verb, match))
    assert plain.status_code == 302
    assert plain["Location"].startswith(reverse("account_login"))
    assert client.post(url(verb, match), headers=HTMX)["HX-Redirect"] == plain["Location"]
    assert client.post(url(verb, match), headers=JSON).status_code == 401
    assert picture(match) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_private_table_does_not_exist_for_strangers(client, ada, bo, verb):
    match = make_table(ada, visibility="private")
    client.force_login(bo)
    assert client.post(url(verb, match)).status_code == 404


@pytest.mark.parametrize("verb", VERBS)
def test_a_get_is_not_a_post(as_ada, ada, verb):
    assert as_ada.get(url(verb, make_table(ada))).status_code == 405


def test_a_post_without_the_token_is_refused(ada, bo):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    match = make_running(ada, bo)
    answer = strict.post(url("act", match), {"action": '{"type":"resign"}'})
    assert answer.status_code == 403
    assert not MatchAction.objects.filter(match=match).exists()


def test_too_many_posts_are_slowed_down(as_ada, ada, caplog):
    match = make_table(ada)
    assert as_ada.post(url("unready", match)).status_code == 302
    cache.set(f"often:play:user:{ada.pk}", PLAYS_A_MINUTE, 60)
    check_refused(as_ada, caplog, match, "unready", {}, 429)


def test_a_refusal_names_people_as_the_table_does(as_ada, ada, bo):
    match = make_running(ada, bo)
    done = match_act(
        code=match.code,
        user=ada,
        action=first_legal(match),
        version=match.version,
        action_id="first",
    )
    data = {"action": '{"type":"play","card":"3S"}', "version": done.version, "action_id": "b"}
    answer = as_ada.post(url("act", match), data, headers=HTMX)
    assert "It’s not your turn." in answer.content.decode()
    assert Match.objects.get(pk=match.pk).version == done.version
