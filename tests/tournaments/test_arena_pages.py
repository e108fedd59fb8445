"""An arena's pages: the form, what people may press, the next game, streaks, console, files."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.services.table_free import match_call_off_for_good
from games.registry import current_rules
from games.tournaments.direct.fold import KINDS
from games.tournaments.export.whole import import_event
from games.tournaments.forms.event import EventForm
from games.tournaments.models import Tournament
from games.tournaments.rank.points import Scoring
from games.tournaments.services.arena import sweep_arenas
from games.tournaments.show.rounds import GAMES_SHOWN
from games.tournaments.store import load_state
from tests.support.event_pages import enter, filled, post
from tests.support.events import act, enter_bots, make_event, play_bots
from tests.support.judges import browser
from tests.support.tables import make_ready, make_user
from tests.tournaments.test_arenas import link_of, make_arena

NOT_HERE = [name for name, kind in KINDS.items() if not kind.in_arenas]

pytestmark = pytest.mark.django_db(transaction=True)


def page(client, event, name="overview", **query):
    return client.get(reverse(f"tournaments:{name}", args=[event.code]), query)


def words(client, event, name="overview", **query):
    return page(client, event, name, **query).content.decode()


def wins(event, owner, entry):
    """Let an entry win the game it is at; its match does not go on."""
    table = load_state(event).current.table_of(entry)
    rest = [one for one in table.seats if one != entry]
    rows = [{"entry": one, "rank": rank} for rank, one in enumerate((entry, *rest), 1)]
    act(event, owner, "set_result", round=1, table=table.number, results=rows)
    for link in event.tables.filter(table=table.number):
        match_call_off_for_good(code=link.match.code)


@pytest.fixture
def bo():
    return make_user("bo")


@pytest.fixture
def arena(ada, bo):
    """Return an arena that ada runs and in which bo and a bot play."""
    return make_arena(ada, bo, bots=1)


def test_the_form_asks_what_an_arena_needs_and_makes_one(client, ada):
    ada.is_staff = True
    ada.save()
    client.force_login(ada)
    create = reverse("tournaments:create", args=["death_frontline"])
    form = client.get(create, {"format": "arena"}).context["form"]
    asked = set(form.fields)
    assert "minutes" in asked
    assert not asked & {"rounds", "points", "bye", "first_round", "check_in", "late_entry", "cut"}
    data = filled(form, name="Friday arena", minutes="45", format="arena")
    response = client.post(create, data)
    assert response.status_code == 302
    config = load_state(Tournament.objects.get(name="Friday arena")).config
    assert (config.format, config.minutes, config.scoring.preset) == ("arena", 45, "arena")


@pytest.mark.parametrize("minutes", ["19", "181", "", "x"])
def test_the_form_refuses_other_lengths(minutes):
    rules = current_rules("death_frontline")
    form = EventForm(rules, initial={"format": "arena"})
    data = filled(form, name="Friday arena", minutes=minutes, format="arena")
    assert "minutes" in EventForm(rules, data).errors


def test_anybody_joins_rests_and_comes_back_by_themselves(arena):
    chen = make_user("chen")
    client = browser(chen)
    assert 'value="join"' in words(client, arena)
    post(client, arena, kind="join", own="1")
    entry = load_state(_fresh(arena)).entries[3]
    assert (entry.players, entry.status) == ((chen.pk,), "registered")
    for kind, status, offered in [
        ("withdraw", "withdrawn", "come_back"),
        ("come_back", "registered", "withdraw"),
    ]:
        post(client, arena, kind=kind, own="1")
        assert load_state(_fresh(arena)).entries[3].status == status
        assert f'value="{offered}"' in words(client, arena)


def _fresh(event):
    event.refresh_from_db()
    return event


def test_who_is_not_entered_and_not_signed_in_may_not_press(arena, client):
    assert 'value="join"' not in words(client, arena)
    assert "Sign in to join" in words(client, arena)
    chen = browser(make_user("chen"))
    refused = post(chen, arena, kind="come_back", own="1")
    assert refused.status_code == 403
    assert post(chen, arena, kind="move_end", seconds="300").status_code == 403
    assert post(chen, arena, kind="pair_free").status_code == 422


def test_an_event_for_members_is_joined_by_members_alone(ada):
    event = make_arena(ada, bots=2, entry="members")
    client = browser(make_user("chen"))
    assert 'value="join"' not in words(client, event)
    assert post(client, event, kind="join", own="1").status_code == 403


def test_the_server_pairs_and_nobody_else(arena, ada):
    assert post(browser(ada), arena, kind="pair_free").status_code == 422


def test_the_page_of_who_waits_leads_to_the_table_until_they_are_ready(arena, bo):
    client = browser(bo)
    seen = page(client, arena).context["stamp"]
    sweep_arenas()
    link = link_of(arena, 1)
    again = {"headers": {"HX-Request": "true"}}
    address = reverse("tournaments:overview", args=[arena.code])
    led = client.get(address, {"seen": seen}, **again)
    assert led["HX-Redirect"] == reverse("matches:match", args=[link.match.code])
    other = Client().get(address, {"seen": seen}, **again)
    assert "HX-Redirect" not in other
    make_ready(link.match, bo)
    assert "HX-Redirect" not in client.get(address, {"seen": seen}, **again)
    assert link.match.code in words(client, arena), "one click leads there"


def test_the_bell_and_the_match_lead_to_the_table_and_back(arena, bo):
    sweep_arenas()
    match = link_of(arena, 1).match
    client = browser(bo)
    notices = client.get(reverse("people:notices")).content.decode()
    assert "Friday pods: your table is waiting for you." in notices
    shown = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert reverse("tournaments:overview", args=[arena.code]) in shown


def test_standings_show_streaks_and_why_a_score_is_so(ada, client):
    event, shown = make_arena(ada, bots=2), []
    for _ in range(3):
        sweep_arenas()
        wins(_fresh(event), ada, 1)
        shown.append(words(client, event, "standings").count("on a streak"))
    assert shown == [0, 1, 1]
    text = words(client, event, "standings")
    assert text.count("on a streak") == 1
    assert ">8<" in text
    why = client.get(reverse("tournaments:reasons", args=[event.code, 1])).content.decode()
    assert "2 + 2 + 4 = 8" in why
    act(event, ada, "penalty", entry=1, points=5040, reason="late")
    why = client.get(reverse("tournaments:reasons", args=[event.code, 1])).content.decode()
    assert "2 + 2 + 4 - 1 = 7" in why


def test_the_console_offers_what_an_arena_has_and_nothing_of_rounds(arena, ada, bo):
    sweep_arenas()
    client = browser(ada)
    console = page(client, arena, "console")
    assert {one["kind"] for one in console.context["buttons"]} == {"finish"}
    text = console.content.decode()
    assert 'value="move_end"' in text
    assert (console.context["enters_by"], 'id="names"' in text) == ("join", True)
    assert not [kind for kind in NOT_HERE if f'value="{kind}"' in text]
    entry = client.get(reverse("tournaments:entry", args=[arena.code, 1])).content.decode()
    assert not [kind for kind in NOT_HERE if f'value="{kind}"' in entry]
    wins(_fresh(arena), ada, 1)
    ruling = client.get(reverse("tournaments:table", args=[arena.code, 1, 1])).content.decode()
    assert not [kind for kind in NOT_HERE if f'value="{kind}"' in ruling]
    assert "Play a new match" not in ruling


def test_a_director_moves_the_end_and_ends_it_early(arena, ada):
    client = browser(ada)
    before = load_state(arena).ends_at
    post(client, arena, kind="move_end", seconds="-300", tab="console")
    assert load_state(_fresh(arena)).ends_at == before - 300
    assert "The event was shortened by 5 minutes." in words(client, arena, "console")
    assert post(client, arena, kind="finish").status_code == 422
    post(client, arena, kind="finish", reason="the hall closes")
    assert _fresh(arena).phase == "finished"
    assert "The arena is over" in words(client, arena)


def test_an_old_page_of_a_director_holds_although_people_come_and_go(arena, ada):
    client = browser(ada)
    no = arena.no
    sweep_arenas()
    act(arena, ada, "withdraw", entry=1)
    moved = post(client, arena, kind="move_end", seconds="300", no=str(no))
    assert moved.status_code == 302


def test_a_director_enters_a_person_and_a_bot_while_it_runs(arena, ada):
    make_user("chen")
    client = browser(ada)
    enter(client, arena, "chen")
    enter(client, arena, bots="1")
    players = [one.players[0] for one in load_state(_fresh(arena)).entries.values()]
    assert players[-1] == -2
    assert len(players) == 4


def test_games_are_listed_newest_first_and_older_ones_are_found(ada, client, monkeypatch):
    event = make_arena(ada, bots=2)
    for _ in range(GAMES_SHOWN + 2):
        act(event, ada, "pair_free")
        wins(event, ada, 1)
    act(event, ada, "pair_free")
    listed = page(client, event, "rounds").context
    newest = GAMES_SHOWN + 3
    assert [one["number"] for one in listed["round"]["tables"]] == list(range(newest, 2, -1))
    older = page(client, event, "rounds", before=listed["older"]).context
    assert [one["number"] for one in older["round"]["tables"]] == [2, 1]
    assert older["older"] is None


def test_files_hold_every_game(ada, client):
    event = make_arena(ada, bots=3)
    for _ in range(2):
        sweep_arenas()
        play_bots(event)

    def rows(what):
        text = client.get(reverse("tournaments:export", args=[event.code, what])).content.decode()
        return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))

    assert rows("standings.csv")[0] == ["place", "seed", "name", "club", "points", "performance"]
    assert len(rows("pairings.csv")) == 1 + 2 * 2
    head, *body = rows("crosstable.csv")
    assert head[:3] == ["place", "name", "game 1"]
    assert sum(cell != "" for row in body for cell in row[2:-1]) == 4
    export = client.get(reverse("tournaments:export", args=[event.code, "event.json"]))
    assert len(import_event(json.loads(export.content))) == event.no
    assert (
        client.get(reverse("tournaments:export", args=[event.code, "event.trf"])).status_code == 422
    )


@pytest.mark.parametrize(
    "name", ["overview", "rounds", "standings", "crosstable", "schedule", "hall", "embed"]
)
def test_no_page_of_an_arena_speaks_of_rounds(arena, ada, client, name):
    sweep_arenas()
    wins(_fresh(arena), ada, 1)
    assert "Round 1" not in words(client, arena, name)
    act(arena, ada, "finish", reason="the hall closes")
    assert "Round 1" not in words(client, arena, name)


def test_before_it_starts_it_is_an_event_like_any_other(ada, client):
    event = make_event(
        ada, format="arena", game="death_frontline", config={"scoring": Scoring("arena")}
    )
    enter_bots(event, ada, 1)
    assert "60 minutes" in words(client, event)
    assert "Registration is open" in words(client, event)
