"""What stands behind the rows of the console: asked for by itself, and costing nothing before."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.tournaments.store import load_state
from tests.support.event_pages import address, login, post
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"HX-Request": "true"}


def console(event):
    return reverse("tournaments:console", args=[event.code])


def kinds(text):
    return set(re.findall(r'name="kind"\s+value="(\w+)"', text))


def of_people(director, club, count):
    """Return an event of so many people in its first round."""
    event = make_event(director, club, format="swiss", game="death_frontline")
    for number in range(count):
        person = make_user(f"one{count}-{number}")
        act(event, director, "register", players=[person.pk], by_organiser=True)
    begin(event, director)
    return event


def test_a_larger_event_has_no_more_forms_and_asks_nothing_more(client, world):
    owner, forms, statements, rows = world["people"]["owner"], [], [], []
    client.force_login(owner)
    for count in (4, 12):
        event = of_people(owner, world["club"], count)
        client.get(console(event))
        with CaptureQueriesContext(connection) as asked:
            text = client.get(console(event)).content.decode()
        forms.append(text.count("<form"))
        statements.append(len(asked))
        rows.append(text.count('class="director-row"'))
    assert rows == [4, 12]
    assert forms[0] == forms[1]
    assert statements[0] == statements[1]


def test_every_row_leads_to_what_can_be_done_and_back(client, world):
    event = world["event"]
    login(client, world, "director")
    here = client.get(console(event)).content.decode()
    links = re.findall(r'href="((?:entry|table)/[\d/]+)"', here)
    assert len(links) == len(load_state(event).entries) + len(load_state(event).current.tables)
    for link in links:
        text = client.get(console(event) + link).content.decode()
        assert f'href="{console(event)}"' in text
        assert kinds(text) >= ({"penalty"} if "entry" in link else {"override_result"})


def test_a_script_is_given_the_forms_alone_and_they_work(client, world):
    event = world["event"]
    login(client, world, "director")
    text = client.get(address("entry", world), headers=BY_SCRIPT).content.decode()
    assert text.lstrip().startswith('<h2 id="box-head">')
    assert "<html" not in text
    hidden = dict(re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', text))
    assert hidden["entry"] == "1"
    answer = post(client, event, **hidden, kind="withdraw")
    assert answer.url == f"{console(event)}#entry-1"
    event.refresh_from_db()
    assert load_state(event).entries[1].status == "withdrawn"


def test_nothing_stands_behind_who_left_nor_at_a_table_nobody_rules_at(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss")
    enter_bots(event, owner, 5)
    act(event, owner, "unregister", entry=5)
    act(event, owner, "start")
    act(event, owner, "propose_round")
    login(client, world, "director")
    for path in ("entry/5/", "entry/99/", f"entry/{10**30}/", "table/1/1/", "table/2/1/"):
        assert client.get(console(event) + path).status_code == 404, path
    act(event, owner, "publish_round")
    assert client.get(console(event) + "table/1/1/").status_code == 200
    assert client.get(console(event) + "table/1/9/").status_code == 404


def test_only_that_is_offered_which_would_not_be_refused(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    page, excuses, partings = (
        address("entry", world),
        {"absent", "present"},
        {"keep_apart", "allow"},
    )
    running = kinds(client.get(page).content.decode())
    assert running >= {"withdraw", "penalty", "exclude"} | excuses | partings
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="enough")
    assert kinds(client.get(page).content.decode()) == {"penalty", "exclude"}
    act(event, owner, "archive")
    assert kinds(client.get(page).content.decode()) == set()
    assert 'href="entry/' not in client.get(console(event)).content.decode()


def test_who_arrives_is_checked_in_from_the_list_itself(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss", config={"check_in": True})
    enter_bots(event, owner, 3)
    login(client, world, "director")
    assert "check_in" not in kinds(client.get(console(event)).content.decode())
    act(event, owner, "close_registration")
    text = client.get(console(event)).content.decode()
    assert "check_in" in kinds(text)
    assert re.findall(r'form="arrivals" name="entry" value="(\d+)"', text) == ["1", "2", "3"]
    act(event, owner, "check_in", entry=2)
    text = client.get(console(event)).content.decode()
    assert re.findall(r'form="arrivals" name="entry" value="(\d+)"', text) == ["1", "3"]


def test_the_console_shows_the_latest_and_leads_to_all_that_was_done(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    assert 'href="journal/"' not in client.get(console(event)).content.decode()
    for number in range(45):
        act(event, owner, "penalty", entry=1, points=0, reason=f"warning {number}")
    here = client.get(console(event))
    assert 'href="journal/"' in here.content.decode()
    assert [line["reason"] for line in here.context["journal"][:2]] == ["warning 44", "warning 43"]
    assert len(here.context["journal"]) == 40
    whole = client.get(address("journal", world))
    assert len(whole.context["journal"]) == load_state(event).no
    assert f'href="{console(event)}"' in whole.content.decode()
