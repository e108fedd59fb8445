"""Directors enter lists; people without an account have private addresses and act by them."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.people.services.ties import tie_set
from accounts.privacy.leave import person_leave
from accounts.privacy.retention import forget
from games.matches.clock import Ahead, database_now
from games.matches.models import Match
from games.tournaments.addresses import door_key, entrant_key
from games.tournaments.models import DirectorAction, GuestName, SeasonAward, Tournament
from games.tournaments.services.automation import sweep_events
from games.tournaments.services.seasons import season_open
from games.tournaments.show.names import entry_names
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.database_clock import StandingClock
from tests.support.event_pages import enter, post
from tests.support.events import act, begin, make_event, next_round
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(ada):
    return browser(ada)


@pytest.fixture
def evening(ada):
    """A Swiss of two rounds for everybody."""
    return make_event(ada, make_club(ada), format="swiss", config={"rounds": 2})


def names(event):
    fresh = Tournament.objects.get(pk=event.pk)
    found = entry_names(fresh, load_state(fresh))
    return [found[one] for one in sorted(found)]


def state_of(event):
    return load_state(Tournament.objects.get(pk=event.pk))


def guests(client, event, *people):
    """Enter people without an account, as the second step of a director does."""
    return enter(client, event, *people, guest=list(people))


def phone_of(event, number):
    """Return the browser of a phone that has scanned an entry's slip."""
    phone, fresh = Client(), Tournament.objects.get(pk=event.pk)
    key = entrant_key(fresh, load_state(fresh).entries[number])
    answer = phone.get(reverse("tournaments:arrive", args=[event.code, key]))
    assert answer["Location"] == reverse("tournaments:mine", args=[event.code])
    return phone


def press(phone, event, kind, **data):
    data = {"request_id": uuid.uuid4().hex, "kind": kind, **data}
    return phone.post(reverse("tournaments:mine_act", args=[event.code]), data)


def page_of(phone, event):
    return phone.get(reverse("tournaments:mine", args=[event.code])).content.decode()


def test_every_line_of_a_list_is_answered(director, evening):
    make_user("bo")
    answer = enter(director, evening, "bo", "", "Bo", "Anna Müller", "BO")
    page = answer.content.decode()
    assert names(evening) == ["bo"]
    assert page.count("bo is already entered.") == 2
    assert 'name="guest" value="Anna Müller"' in page
    answer = guests(director, evening, "Anna Müller", "陳小明")
    assert answer.status_code == 302
    assert names(evening) == ["bo", "Anna Müller (guest)", "陳小明 (guest)"]


def test_a_refused_name_is_corrected_where_it_stands(director, evening):
    page = guests(director, evening, "Anna", "Tom (neighbour)").content.decode()
    assert names(evening) == ["Anna (guest)"]
    [offered] = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert offered.split("\n") == ["Tom (neighbour)", ""]


def test_a_list_sent_twice_enters_everybody_once(director, evening):
    make_user("bo")
    for _ in range(2):
        assert enter(director, evening, "bo", request_id="again").status_code == 302
    assert names(evening) == ["bo"]


@pytest.mark.parametrize("name", ["<b>", "a\u200bb", "x" * 41, "Аnna Abel", "guest-1"])
def test_names_that_deceive_are_refused(director, evening, name):
    assert guests(director, evening, name).status_code == 422
    assert names(evening) == []


def test_a_guests_name_is_theirs_within_the_event(director, evening, ada):
    guests(director, evening, "Anna")
    assert "already has that name" in guests(director, evening, "ANNA").content.decode()
    act(evening, ada, "unregister", entry=1)
    guests(director, evening, "anna")
    assert names(evening)[1:] == ["anna (guest)"]


def test_a_pair_may_mix_both(director, ada):
    event = make_event(ada, make_club(ada), format="swiss", config={"team_size": 2})
    make_user("bo")
    page = enter(director, event, "bo & Anna").content.decode()
    assert 'name="names" value="bo &amp; Anna"' in page
    assert 'name="guest" value="Anna"' in page
    enter(director, event, "bo & Anna", guest="Anna")
    assert names(event) == ["bo & Anna (guest)"]


def test_all_members_are_entered_but_for_those_a_block_keeps_away(director, ada, evening):
    for name in ("bo", "chen", "dora"):
        evening.club.memberships.create(user=make_user(name))
    tie_set(owner=evening.club.memberships.get(user__username="dora").user, other=ada,
            kind="block", on=True)  # fmt: skip
    console = director.get(reverse("tournaments:console", args=[evening.code])).content.decode()
    assert "Enter all 3 members" in console
    enter(director, evening, members="1")
    assert sorted(names(evening)) == ["ada", "bo", "chen"]


def test_bots_fill_the_tables(director, ada):
    event = make_event(ada, make_club(ada), format="pods", config={"rounds": 1})
    guests(director, event, "Anna", "Ben", "Cleo", "Dan", "Eve")
    console = director.get(reverse("tournaments:console", args=[event.code])).content.decode()
    assert "Fill with 3 bots" in console
    enter(director, event, bots="3")
    assert len(state_of(event).entries) == 8


def test_names_are_suggested_members_first_to_directors_alone(director, ada, evening, client):
    for name in ("annika", "anders", "zoe-an"):
        make_user(name)
    evening.club.memberships.create(user=make_user("joanna"))
    address = reverse("tournaments:people", args=[evening.code])

    def suggests(text):
        page = director.get(address, {"names": text}).content.decode()
        return re.findall(r'data-name="([^"]+)"', page)

    assert suggests("bo\nan") == ["joanna", "anders", "annika"]
    assert suggests("a") == ["ada", "joanna"]
    enter(director, evening, "annika")
    assert suggests("AN") == ["joanna", "anders"]
    assert client.get(address, {"names": "an"}).status_code == 403


def test_the_rest_of_a_members_event_is_not_searched(director, ada):
    event = make_event(ada, make_club(ada), entry="members")
    make_user("zoe")
    page = director.get(reverse("tournaments:people", args=[event.code]), {"names": "zoe"})
    assert b"data-name" not in page.content


def test_two_phones_check_in_and_settle_a_table_on_paper(director, ada):
    evening = make_event(ada, make_club(ada), format="swiss", config={"check_in": True})
    guests(director, evening, "Anna", "Ben")
    act(evening, ada, "close_registration")
    anna, ben = phone_of(evening, 1), phone_of(evening, 2)
    for phone in (anna, ben):
        assert press(phone, evening, "check_in").status_code == 302
    begin(evening, ada)
    assert not Match.objects.filter(tournament_table__tournament=evening).exists()
    assert "Table 1, seat" in page_of(anna, evening)
    place = {"round": 1, "table": 1}
    press(anna, evening, "tell_result", places="1:1 2:2", **place)
    assert "Someone else at the table has to confirm it." in page_of(anna, evening)
    console = director.get(reverse("tournaments:console", args=[evening.code])).content.decode()
    assert "It waits for another’s confirmation." in console
    assert "1. Anna (guest), 2. Ben (guest)" in page_of(ben, evening)
    press(ben, evening, "tell_result", places="1:1 2:2", **place)
    assert state_of(evening).current.at(1).result.source == "players"
    assert "1 of 2" in page_of(anna, evening)


def test_reports_that_differ_are_shown_to_both_and_to_the_director(director, ada, evening):
    guests(director, evening, "Anna", "Ben")
    begin(evening, ada)
    for number, told in ((1, "1:1 2:2"), (2, "2:1 1:2")):
        press(phone_of(evening, number), evening, "tell_result", places=told, round=1, table=1)
    assert "Your reports differ." in page_of(phone_of(evening, 1), evening)
    console = director.get(reverse("tournaments:console", args=[evening.code])).content.decode()
    assert console.count("The players report different results.") == 2  # there, and to decide
    assert state_of(evening).current.at(1).result is None


@pytest.mark.parametrize(
    "places", ["", "1:1", "1:1 2:2 3:3", "x:y", "1:1 2:2:99999999999", "1:0 2:1"]
)
def test_a_report_that_makes_no_sense_is_refused(director, ada, evening, places):
    guests(director, evening, "Anna", "Ben")
    begin(evening, ada)
    no = state_of(evening).no
    answer = press(phone_of(evening, 1), evening, "tell_result", places=places, round=1, table=1)
    assert answer.status_code == 422
    assert state_of(evening).no == no


def test_a_form_without_an_id_is_nobodys(director, evening):
    """Two people who sent none would be taken for one, and the second get the first's address."""
    guests(director, evening, "Anna")
    assert press(phone_of(evening, 1), evening, "unregister", request_id="").status_code == 422
    phone = Client()
    key = door_key(evening, state_of(evening))
    phone.get(reverse("tournaments:door_key", args=[evening.code, key]))
    enters = reverse("tournaments:door_enter", args=[evening.code])
    assert phone.post(enters, {"name": "Ben", "request_id": ""}).status_code == 422
    assert names(evening) == ["Anna (guest)"]


def test_where_somebody_must_win_no_draw_is_offered(director, ada):
    club = make_club(ada)
    for kind, is_offered in (("swiss", True), ("knockout", False)):
        event = make_event(ada, club, format=kind)
        guests(director, event, "Anna", "Ben")
        begin(event, ada)
        page = page_of(phone_of(event, 1), event)
        assert "Anna (guest) won" in page
        assert any(f'value="{draw}"' in page for draw in ("1:1 2:1", "2:1 1:1")) == is_offered


def test_an_evening_on_paper_runs_by_itself_and_says_which_results_it_awaits(
    director, ada, evening
):
    bo = make_user("bo")
    enter(director, evening, "bo")
    guests(director, evening, "Anna")
    act(evening, ada, "start")
    pace = {"round_minutes": 0, "break_minutes": 5, "enough": "100", "no_show_minutes": 1}
    act(evening, ada, "set_pace", **pace)
    act(evening, ada, "run_by_itself")
    sweep_events()
    sweep_events()
    assert state_of(evening).current.phase == "published"
    console = director.get(reverse("tournaments:console", args=[evening.code])).content.decode()
    awaited = console.partition("Results on paper to come, by table:")[2]
    assert awaited.lstrip().startswith('<a href="#table-1">1</a>')
    overview = reverse("tournaments:overview", args=[evening.code])
    assert "Round 1 waits for results on paper." in director.get(overview).content.decode()
    own = " ".join(browser(bo).get(overview).content.decode().split())
    assert "You play at table 1 against Anna (guest)" in own
    results = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    act(evening, ada, "override_result", round=1, table=1, results=results)
    sweep_events()
    assert state_of(evening).current.phase == "closed"


@pytest.fixture
def clock():
    yield StandingClock()
    Ahead.by = timedelta()


def test_the_console_is_drawn_anew_when_time_is_up(director, ada, evening, clock):
    guests(director, evening, "Anna", "Ben")
    pace = {"round_minutes": 50, "break_minutes": 5, "enough": "100", "no_show_minutes": 0}
    act(evening, ada, "set_pace", **pace)
    begin(evening, ada)
    console = reverse("tournaments:console", args=[evening.code])
    seen = {"seen": director.get(console).context["stamp"]}
    assert director.get(console, seen, headers={"HX-Request": "true"}).status_code == 204
    clock.move(timedelta(minutes=50))
    database_now()
    drawn = director.get(console, seen, headers={"HX-Request": "true"}).content.decode()
    assert "Draw unfinished tables" in drawn


def test_an_address_acts_for_its_own_entry_and_directs_nothing(director, ada, evening):
    make_user("bo")
    enter(director, evening, "bo")
    guests(director, evening, "Anna")
    bo, anna = phone_of(evening, 1), phone_of(evening, 2)
    assert press(anna, evening, "start").status_code == 422
    assert press(bo, evening, "unregister").status_code == 422  # who has an account signs in
    left = press(anna, evening, "unregister", entry=1)
    assert "You’ve left the event." in anna.get(left["Location"]).content.decode()
    assert [one.status for one in state_of(evening).entries.values()] == ["registered", "left"]
    assert anna.get(reverse("tournaments:mine", args=[evening.code])).status_code == 404
    assert bo.get(reverse("tournaments:console", args=[evening.code])).status_code == 403


def test_replaced_and_guessed_addresses_lead_nowhere(director, ada, evening):
    guests(director, evening, "Anna", "Ben")
    anna = phone_of(evening, 1)
    key = entrant_key(evening, state_of(evening).entries[1])
    post(director, evening, kind="replace_address", entry="1")
    assert anna.get(reverse("tournaments:mine", args=[evening.code])).status_code == 404
    other = key.replace("1-", "2-", 1)
    for guess in (key, other, "1-", "x", "1-" + "a" * 16, "99-" + "a" * 16, "9" * 40):
        address = reverse("tournaments:arrive", args=[evening.code, guess])
        assert Client().get(address).status_code == 404
    phone_of(evening, 1)


def test_the_address_is_on_the_slip_and_the_own_page_and_nowhere_else(
    director, ada, evening, caplog
):
    guests(director, evening, "Anna", "Ben")
    bo = make_user("bo")
    enter(director, evening, "bo")
    begin(evening, ada)
    keys = [entrant_key(evening, one) for one in state_of(evening).entries.values()]
    slips = director.get(reverse("tournaments:slips", args=[evening.code])).content.decode()
    assert all(key in slips for key in keys)
    own = page_of(phone_of(evening, 1), evening)
    assert [key in own for key in keys] == [True, False, False]
    for reader in (director, browser(bo), Client()):
        for name in ("overview", "rounds", "standings", "schedule", "hall", "console", "journal"):
            page = reader.get(reverse(f"tournaments:{name}", args=[evening.code])).content.decode()
            assert not any(key.partition("-")[2] in page for key in keys)
        for what in ("event.json", "pairings.csv"):
            file = reader.get(reverse("tournaments:export", args=[evening.code, what]))
            assert not any(key.partition("-")[2].encode() in file.content for key in keys)
    rows = DirectorAction.objects.filter(tournament=evening).values_list("payload", "request_id")
    assert not any(key.partition("-")[2] in str(row) for row in rows for key in keys)
    Client().get(reverse("tournaments:arrive", args=[evening.code, keys[0] + "x"]))
    assert not any(key.partition("-")[2] in caplog.text for key in keys)


def test_no_browser_tells_the_address_it_came_by(evening, director):
    guests(director, evening, "Anna")
    key = entrant_key(evening, state_of(evening).entries[1])
    answer = Client().get(reverse("tournaments:arrive", args=[evening.code, key]))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert key not in answer["Location"]
    assert "no-store" in answer["Cache-Control"]


def test_slips_and_poster_are_for_directors(evening, director, client):
    guests(director, evening, "Anna")
    for name in ("slips", "poster"):
        address = reverse(f"tournaments:{name}", args=[evening.code])
        assert director.get(address).status_code == 200
        assert client.get(address).status_code == 403


def test_whoever_scans_the_poster_enters_and_comes_to_the_own_page(evening, director, ada):
    key = door_key(evening, state_of(evening))
    phone = Client()
    answer = phone.get(reverse("tournaments:door_key", args=[evening.code, key]))
    door = reverse("tournaments:door", args=[evening.code])
    assert answer["Location"] == door
    assert phone.get(door).status_code == 200
    data = {"name": "Anna", "request_id": "once"}
    for _ in range(2):
        answer = phone.post(reverse("tournaments:door_enter", args=[evening.code]), data)
        assert answer["Location"] == reverse("tournaments:mine", args=[evening.code])
    assert names(evening) == ["Anna (guest)"]
    assert "Anna (guest)" in page_of(phone, evening)
    act(evening, ada, "close_registration")
    late = Client()
    late.get(reverse("tournaments:door_key", args=[evening.code, key]))
    data = {"name": "Ben", "request_id": "late"}
    answer = late.post(reverse("tournaments:door_enter", args=[evening.code]), data)
    assert answer.status_code == 422
    post(director, evening, kind="replace_address")
    assert late.get(door).status_code == 404
    assert Client().get(door).status_code == 404


def claim(phone, event, player=-1):
    data = {"player": player, "request_id": uuid.uuid4().hex}
    return phone.post(reverse("tournaments:claim", args=[event.code]), data)


def test_an_account_takes_over_its_history_once_and_a_director_undoes_it(director, ada):
    club = make_club(ada)
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    event = make_event(ada, club, season=season, format="swiss", config={"rounds": 1})
    guests(director, event, "Anna", "Ben")
    begin(event, ada)
    results = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    act(event, ada, "override_result", round=1, table=1, results=results, reason="paper")
    act(event, ada, "close_round")
    act(event, ada, "finish")
    assert not SeasonAward.objects.filter(tournament=event).exists()
    bo, phone = make_user("bo"), phone_of(event, 1)
    assert "Sign up" in page_of(phone, event)
    assert claim(phone, event).url.startswith(reverse("account_login"))
    phone.force_login(bo)
    key = entrant_key(event, state_of(event).entries[1])
    phone.get(reverse("tournaments:arrive", args=[event.code, key]))
    assert claim(phone, event).status_code == 302
    assert names(event) == ["bo", "Ben (guest)"]
    assert SeasonAward.objects.get(tournament=event).user == bo
    assert claim(phone, event).status_code == 422
    post(director, event, kind="unclaim", entry="1")
    assert names(event) == ["Anna (guest)", "Ben (guest)"]
    assert not SeasonAward.objects.filter(tournament=event).exists()
    assert phone.get(reverse("tournaments:mine", args=[event.code])).status_code == 404


def test_who_claimed_and_leaves_the_site_leaves_no_name_behind(director, ada, evening):
    guests(director, evening, "Anna", "Ben")
    bo, phone = make_user("bo"), phone_of(evening, 1)
    phone.force_login(bo)
    key = entrant_key(evening, state_of(evening).entries[1])
    phone.get(reverse("tournaments:arrive", args=[evening.code, key]))
    claim(phone, evening)
    person_leave(user=bo)
    assert GuestName.objects.get().name == "Ben"


def test_a_private_clubs_event_is_claimed_by_members(director, ada):
    event = make_event(ada, make_club(ada, is_private=True), format="swiss")
    guests(director, event, "Anna")
    bo, phone = make_user("bo"), phone_of(event, 1)
    phone.force_login(bo)
    key = entrant_key(event, state_of(event).entries[1])
    phone.get(reverse("tournaments:arrive", args=[event.code, key]))
    for entry in Tournament.Entry.values:
        Tournament.objects.filter(pk=event.pk).update(entry=entry)
        assert claim(phone, event).status_code == 403
    event.club.memberships.create(user=bo)
    assert claim(phone, event).status_code == 302


def test_claimed_players_get_matches_from_the_next_round(director, ada, evening):
    guests(director, evening, "Anna", "Ben")
    begin(evening, ada)
    for number, name in ((1, "bo"), (2, "chen")):
        phone = Client()
        phone.force_login(make_user(name))
        key = entrant_key(evening, state_of(evening).entries[number])
        phone.get(reverse("tournaments:arrive", args=[evening.code, key]))
        assert claim(phone, evening, -number).status_code == 302
    assert not evening.tables.exists()
    results = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    act(evening, ada, "override_result", round=1, table=1, results=results, reason="paper")
    act(evening, ada, "close_round")
    next_round(evening, ada)
    assert evening.tables.get().match.seats.filter(user__username="bo").exists()


def test_a_director_corrects_a_name_and_it_is_forgotten_in_time(director, ada, evening):
    guests(director, evening, "Ana", "Ben")
    address = reverse("tournaments:guest", args=[evening.code])
    assert director.post(address, {"player": "-1", "name": "Anna"}).status_code == 302
    assert director.post(address, {"player": "-2", "name": "anna"}).status_code == 422
    assert director.post(address, {"player": str(ada.pk), "name": "x"}).status_code == 422
    assert director.post(address, {"player": "-9", "name": "x"}).status_code == 422
    assert names(evening) == ["Anna (guest)", "Ben (guest)"]
    director.post(address, {"player": "-2", "name": ""})
    assert names(evening) == ["Anna (guest)", "A guest"]
    forget()
    assert GuestName.objects.count() == 1
    Tournament.objects.filter(pk=evening.pk).update(finished_at="2024-01-01T00:00Z")
    forget()
    assert names(evening) == ["A guest", "A guest"]


def test_entries_of_people_without_an_account_are_journalled_without_their_names(director, evening):
    guests(director, evening, "Annabella")
    rows = DirectorAction.objects.filter(tournament=evening).values_list("payload", flat=True)
    assert not any("Annabella" in str(row) for row in rows)
    page = Client().get(reverse("tournaments:overview", args=[evening.code])).content.decode()
    assert "Annabella (guest)" in page
