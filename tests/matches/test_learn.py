"""The games' first hands as pages, and the help at the table."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from games.matches import store
from games.matches.models import Match
from games.registry import all_rules
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LESSONS = {key: found for key, rules in all_rules().items() if (found := rules.teaching.lesson)}


def post(client, key, number, name="act", **data):
    url = reverse(f"learn:{name}", args=[key])
    return client.post(url, {"version": number, **data}, headers=HTMX)


@pytest.mark.parametrize("key", LESSONS)
def test_a_guest_plays_every_lesson_to_its_end_and_nothing_is_stored(client, key):
    lesson = LESSONS[key]
    for number in range(lesson.last):
        step = lesson.steps[number]
        page = client.get(reverse("learn:lesson", args=[key]), {"step": number})
        assert page.status_code == 200
        if step.moves and step.moves[0][0] == lesson.seat:
            answer = post(client, key, number, action=json.dumps(step.moves[0][1]))
        else:
            answer = post(client, key, number, "on")
        assert answer.status_code == 200, answer.content
        assert answer["HX-Replace-Url"].endswith(f"?step={number + 1}")
    assert "You won" in answer.content.decode()
    assert not Match.objects.exists()


def test_a_refusal_in_a_lesson_is_the_rules_own_sentence(client):
    lesson = all_rules()["zombie_rummy"].teaching.lesson
    number = next(n for n, step in enumerate(lesson.steps) if step.tries)
    action = json.dumps(lesson.steps[number].tries[0].action)
    answer = post(client, "zombie_rummy", number, action=action)
    assert answer.status_code == 422
    assert "Draw first" in answer.content.decode()
    assert post(client, "zombie_rummy", number, action='{"type": "no such"}').status_code == 422


def test_no_lesson_is_left_by_a_wrong_address(client):
    for key, step in (("no_such_game", 0), ("deadline_99", 999), ("deadline_99", 16)):
        answer = client.get(reverse("learn:lesson", args=[key]), {"step": step})
        assert answer.status_code == 404
    assert (
        client.get(reverse("learn:lesson", args=["deadline_99"]), {"step": "x"}).status_code == 200
    )
    assert post(client, "deadline_99", 1, "on").status_code == 404  # it is the learner's own move
    assert post(client, "deadline_99", "-1", "on").status_code == 422
    assert post(client, "no_such_game", "no number").status_code == 404


def test_every_way_in_is_linked(client):
    url = reverse("learn:lesson", args=["deadline_99"])
    for page in ("/", "/lobby/", "/rules/", "/rules/deadline_99/"):
        assert url in client.get(page).content.decode(), page


def test_the_help_tells_each_seat_its_own_and_spectators_nothing(client):
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    url = reverse("matches:help", args=[match.code])
    assert "You can" not in client.get(url).content.decode()
    client.force_login(ada)
    hand = store.load_position(match).state.hands[0]
    html = client.get(url).content.decode()
    assert all(f'data-card="{card}"' in html for card in hand)
    client.force_login(bo)
    html = client.get(url).content.decode()
    assert "ada’s turn" in html
    assert "ui-check" not in html
