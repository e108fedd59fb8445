"""Creating an event, its settings, its console."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.event_pages import (
    address,
    filled,
    first_of,
    login,
    post,
)
from tests.support.events import act, make_event, play_bots

pytestmark = pytest.mark.django_db


def test_a_director_creates_an_event_by_the_form(client, world):
    login(client, world, "director")
    page = address("create", world)
    form = client.get(page).context["form"]
    data = {name: first_of(form, name) for name in form.fields}
    data = {key: value for key, value in data.items() if value not in (False, None)}
    answer = client.post(page, {**data, "name": "", "rounds": "0"})
    assert answer.status_code == 422
    answer = client.post(page, {**data, "name": "Cup", "rounds": "3", "fewest": "3", "most": "5"})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Tournament.objects.get(name="Cup")
    assert answer["Location"] == reverse("tournaments:console", args=[event.code])
    assert client.get(answer["Location"]).status_code == 200


def test_a_director_changes_everything_before_the_start(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], name="Cup", config={"half_byes": 3})
    login(client, world, "director")
    page = reverse("tournaments:settings", args=[event.code])
    form = client.get(page).context["form"]
    assert (form["name"].value(), form["fewest"].value()) == ("Cup", 3)
    draft = client.get(page, {"format": "knockout", "name": "Cup"}, headers={"HX-Request": "true"})
    assert "fewest" not in draft.context["form"].fields
    data = filled(draft.context["form"], name="Final", third_place="on", no=str(event.no + 2))
    assert client.post(page, data).status_code == 422
    answer = client.post(page, {**data, "no": str(event.no)})
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()
    config = load_state(event).config
    assert (event.name, event.format) == ("Final", "knockout")
    assert (config.third_place, config.half_byes) == (True, 3)
    assert client.post(page, {**data, "name": "Again"}).status_code == 302
    assert event.actions.filter(kind="configure").count() == 1


def test_after_the_start_only_what_is_told_changes(client, world):
    login(client, world, "director")
    page = address("settings", world)
    told = {"name", "about", "starts_at", "embargo_until"}
    assert set(client.get(page).context["form"].fields) == told
    assert client.post(page, {"name": ""}).status_code == 422
    assert client.post(page, {"name": "Renamed", "format": "knockout"}).status_code == 302
    event = Tournament.objects.get(pk=world["event"].pk)
    assert (event.name, event.format, event.about) == ("Renamed", "swiss", "")


def test_the_console_stands_at_every_stage(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    page = address("console", world)
    play_bots(event)
    for kind in ("close_round", "propose_round", "publish_round"):
        assert client.get(page).status_code == 200
        act(event, owner, kind)
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="enough")
    assert "Take the event up again" in client.get(page).content.decode()
    assert "Podium" in client.get(address("overview", world)).content.decode()


def test_the_same_form_sent_twice_is_done_once(client, world):
    login(client, world, "director")
    for _ in range(2):
        assert (
            post(client, world["event"], kind="withdraw", entry="1", request_id="r").status_code
            == 302
        )
    rows = world["event"].actions.filter(kind="withdraw")
    assert rows.count() == 1
