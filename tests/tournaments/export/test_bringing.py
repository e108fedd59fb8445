"""Events that were exported are brought in: checked, for reading, and nobody's record."""

from __future__ import annotations

import json
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.clubs.models import JournalEntry, Membership
from games.tournaments.direct.actions import Action
from games.tournaments.direct.config import config_to_json
from games.tournaments.direct.fold import fold
from games.tournaments.export.bringing import read_event
from games.tournaments.export.whole import DamagedExportError, export_event
from games.tournaments.models import FinalPlace, SeasonAward, Tournament
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.act import tournament_act
from games.tournaments.services.bring_in import event_import
from games.tournaments.services.create import event_tell
from games.tournaments.services.seasons import season_open
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.evenings import evening
from tests.support.event_pages import post, table_results
from tests.support.events import act, begin, make_event
from tests.support.judges import browser
from tests.support.tables import make_user
from tests.tournaments.direct.support import NAMES, event

ABOUT = {"name": "Cup", "game": "deadline_99", "club": "Elsewhere"}


def whole(held, **about):
    """Return the file of an event as it leaves a site."""
    names = {one: NAMES[one] for one in held.state.entries}
    return json.loads(json.dumps(export_event(held.actions, names, {**ABOUT, **about})))


def as_bytes(data):
    return json.dumps(data).encode()


@pytest.fixture(scope="module")
def over():
    """The file of a Swiss of four that is over: a late entry, a judge, a penalty."""
    held = event(4, rounds=2)
    held.do("name_judge", player=900, membership=5)
    held.play_round()
    held.do("late_entry", players=[500])
    held.do("penalty", entry=2, points=0)
    held.play_round()
    held.do("finish")
    return whole(held)


@pytest.fixture
def club(ada):
    return make_club(ada)


def pages(found):
    names = ("overview", "rounds", "standings", "crosstable", "schedule", "hall", "embed")
    yield from (reverse(f"tournaments:{name}", args=[found.code]) for name in names)
    for what in ("standings.csv", "pairings.csv", "crosstable.csv", "event.json", "event.trf"):
        yield reverse("tournaments:export", args=[found.code, what])
    for what in ("pairings", "names", "plan", "slips", "standings", "crosstable"):
        yield reverse("tournaments:paper", args=[found.code, what])


@pytest.mark.django_db
def test_a_director_brings_in_a_file_and_everybody_reads_it(client, ada, club, over):
    page = reverse("tournaments:import") + f"?club={club.slug}"
    file = SimpleUploadedFile("event.json", as_bytes(over))
    answer = browser(ada).post(page, {"event": file})
    found = Tournament.objects.get(club=club)
    assert answer["Location"] == reverse("tournaments:overview", args=[found.code])
    assert (found.name, found.phase, found.entries, found.rated) == ("Cup", "finished", 5, False)
    for address in pages(found):
        answer = client.get(address)
        assert answer.status_code == 200, address
    text = client.get(reverse("tournaments:overview", args=[found.code])).content.decode()
    assert "Imported from a file" in text
    assert "Player 5" in text
    assert "from a file" in client.get(reverse("tournaments:list")).content.decode()
    assert JournalEntry.objects.filter(club=club, verb="imported_event").count() == 1


@pytest.mark.django_db
def test_what_is_exported_again_tells_the_same(client, ada, club, over):
    found = event_import(actor=ada, club=club, data=as_bytes(over))
    address = reverse("tournaments:export", args=[found.code, "event.json"])
    again = json.loads(client.get(address).content)
    for key in ("settings", "rounds", "standings", "penalties", "missed", "names"):
        assert again[key] == over[key]
    event_import(actor=ada, club=make_club(ada, name="Other"), data=as_bytes(again))


@pytest.mark.django_db
def test_accounts_of_this_site_have_no_part_in_it(ada, club):
    """Not even where the file came from here: a file may say anything."""
    people = [make_user(f"guest{at}") for at in range(2)]
    made = make_event(ada, club, format="swiss", config={"rounds": 1})
    for one in people:
        act(made, ada, "register", players=[one.pk], by_organiser=True)
    act(made, ada, "name_judge", player=ada.pk)
    begin(made, ada)
    table_results(made, ada)
    act(made, ada, "close_round")
    act(made, ada, "finish")
    address = reverse("tournaments:export", args=[made.code, "event.json"])
    data = browser(ada).get(address).content
    found = event_import(actor=ada, club=club, data=data)
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    event_tell(code=found.code, actor=ada, about={"season": season})
    state = load_state(found)
    assert {one for entry in state.entries.values() for one in entry.players} == {-1, -2}
    assert list(state.judges) == [0]
    assert not SeasonAward.objects.filter(tournament=found).exists()
    with pytest.raises(EventRefusal) as known:
        event_import(actor=ada, club=club, data=data)
    assert known.value.code == "file_known"


@pytest.mark.django_db
def test_it_stays_as_it_is_for_whoever_directs_the_club(ada, club, over):
    found = event_import(actor=ada, club=club, data=as_bytes(over))
    page = browser(ada)
    for kind in ("reopen", "archive", "announce", "name_judge"):
        assert post(page, found, kind=kind, reason="so", text="x", person="ada").status_code == 403
    for name in ("console", "settings", "linked"):
        assert page.get(reverse(f"tournaments:{name}", args=[found.code])).status_code == 403
    with pytest.raises(EventRefusal) as refused:
        tournament_act(
            code=found.code, actor=ada, role="organiser", kind="reopen", payload={},
            request_id="again", reason="so",
        )  # fmt: skip
    assert refused.value.code == "imported"
    assert Tournament.objects.get(pk=found.pk).no == found.no


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_damaged"),
        (b"\xff\xfe", "file_damaged"),
        (b"[" * 100_000, "file_damaged"),
        (b"[]", "file_damaged"),
        (b'{"format": "kibitz-tournament/1"}', "file_damaged"),
        (b" " * 1_900_001, "file_too_large"),
    ],
)
def test_what_is_no_event_is_refused_in_a_sentence(ada, club, data, code):
    with pytest.raises(EventRefusal) as refused:
        event_import(actor=ada, club=club, data=data)
    assert refused.value.code == code
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_an_event_that_runs_or_is_of_no_game_here_is_refused(ada, club, over):
    held = event(4, rounds=2)
    held.play_round()
    for data, code in (
        (whole(held), "file_not_over"),
        ({**over, "about": {**ABOUT, "game": "chess"}}, "file_of_another_game"),
    ):
        with pytest.raises(EventRefusal) as refused:
            event_import(actor=ada, club=club, data=as_bytes(data))
        assert refused.value.code == code


def changed(data, *path, to):
    """Return the file with one value changed."""
    data = json.loads(json.dumps(data))
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return data


@pytest.mark.django_db
def test_a_round_that_no_pairing_makes_has_no_reasons_but_a_page(client, ada, club):
    """A Swiss whose second round sits all four at one table."""
    held = event(4, rounds=2)
    held.play_round()
    held.publish()
    held.play()
    found = []
    for one in held.actions:
        payload = json.loads(json.dumps(one.payload))
        if payload.get("round") == 2 and payload.get("table") == 2:
            continue
        if payload.get("round") == 2 and "tables" in payload:
            payload["tables"] = [{**payload["tables"][0], "seats": [1, 2, 3, 4]}]
        if payload.get("round") == 2 and "results" in payload:
            row = {"score": None, "side": None}
            payload["results"] = [{"entry": at, "rank": at, **row} for at in (1, 2, 3, 4)]
        found.append(Action(one.kind, payload, one.reason))
    held.actions, held.state = found, fold(found)
    held.do("close_round")
    held.do("finish")
    made = event_import(actor=ada, club=club, data=as_bytes(whole(held)))
    for number, is_told in ((1, True), (2, False)):
        page = client.get(reverse("tournaments:why", args=[made.code, number, 1]))
        assert page.status_code == 200
        assert bool(page.context["sentences"]) == is_told


def action(data, kind):
    return next(at for at, one in enumerate(data["actions"]) if one["kind"] == kind)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: changed(data, "standings", 0, "points", to=9),
        lambda data: changed(data, "names", "1", to="a\0b"),
        lambda data: changed(data, "names", "1", to=""),
        lambda data: changed(data, "names", "1", to="x" * 321),
        lambda data: changed(data, "names", to={}),
        lambda data: changed(data, "about", "name", to=" "),
        lambda data: changed(data, "about", to=None),
        lambda data: changed(data, "about", "name", to="\ud800"),
        lambda data: changed(data, "actions", 0, "payload", "config", "minutes", to=10**9),
        lambda data: changed(data, "actions", 0, "payload", "config", "rounds", to=10**30),
        lambda data: changed(data, "actions", 0, "reason", to="x" * 501),
        lambda data: changed(data, "actions", 0, "reason", to=5),
        lambda data: changed(data, "actions", 0, "kind", to=["create"]),
        lambda data: changed(
            data, "actions", action(data, "name_judge"), "payload", "player", to="ada"
        ) | {"actions": data["actions"] * 2000},
        lambda data: changed(data, "actions", action(data, "register"), "payload", to=[]),
        lambda data: changed(data, "actions", action(data, "penalty"), "payload", "points", to=0.5),
        lambda data: changed(data, "actions", action(data, "penalty"), "payload", "entry", to=77),
        lambda data: changed(data, "actions", action(data, "start"), "payload", "planned", to="2"),
        lambda data: changed(
            data, "actions", action(data, "late_entry"), "payload", "missed", to=[[-1, 0]]
        ),
    ],
)  # fmt: skip
def test_a_file_that_somebody_changed_is_refused(over, damage):
    read_event(as_bytes(over))
    with pytest.raises(DamagedExportError):
        read_event(as_bytes(damage(over)))


def test_many_values_in_wrong_places_never_come_further_than_the_check(over):
    """Every payload's every value is replaced in turn; what folds the same is let in."""
    wrong = (None, -1, 0, 99, True, "x", [], {}, [[1, 2]], 1.5)
    for at, one in enumerate(over["actions"]):
        for key in one["payload"]:
            for value in wrong:
                data = changed(over, "actions", at, "payload", key, to=value)
                try:
                    read_event(as_bytes(data))
                except DamagedExportError:
                    continue


@pytest.mark.parametrize("format", ["pods", "round_robin", "knockout", "partners"])
def test_every_format_comes_through(format):
    held = event(8, format=format)
    while held.state.phase == "running":
        if len(held.state.rounds) >= held.state.planned:
            held.do("finish")
            break
        held.play_round()
    brought = read_event(as_bytes(whole(held)))
    assert config_to_json(brought.state.config) == config_to_json(held.state.config)
    assert brought.state.rounds == held.state.rounds


@pytest.fixture
def drawn(ada):
    """The file of an event that this site has drawn, and whose people have accounts."""
    made = evening(ada, make_club(ada, name="Elsewhere"), make_user("anna"), make_user("ben"))
    address = reverse("tournaments:export", args=[made.code, "event.json"])
    return json.loads(browser(ada).get(address).content)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: changed(data, *draw_of(data, "start"), "secret", to="00" * 32),
        lambda data: changed(data, *draw_of(data, "start"), "secret", to="zz"),
        lambda data: changed(data, *draw_of(data, "propose_round"), "no", to=7),
        lambda data: changed(data, *draw_of(data, "propose_round"), "seed", to="11" * 32),
        lambda data: changed(
            data, "actions", 0, "payload", "config", "commitment", to="22" * 32
        ) | {"settings": {**data["settings"], "commitment": "22" * 32}},
    ],
)  # fmt: skip
def test_a_file_whose_draws_the_event_was_not_committed_to_is_refused(ada, club, drawn, damage):
    with pytest.raises(EventRefusal) as refused:
        event_import(actor=ada, club=club, data=as_bytes(damage(drawn)))
    assert refused.value.code in ("file_draws", "file_damaged")
    assert not Tournament.objects.filter(club=club).exists()
    event_import(actor=ada, club=club, data=as_bytes(drawn))


def draw_of(data, kind):
    return ("actions", action(data, kind), "payload", "draw")


@pytest.mark.django_db
def test_a_forged_seed_is_named_as_such(ada, club, drawn):
    wrong = changed(drawn, *draw_of(drawn, "propose_round"), "seed", to="11" * 32)
    with pytest.raises(EventRefusal) as refused:
        event_import(actor=ada, club=club, data=as_bytes(wrong))
    assert refused.value.code == "file_draws"


@pytest.mark.django_db
def test_the_same_event_written_otherwise_is_known(ada, club, drawn):
    found = event_import(actor=ada, club=club, data=as_bytes(drawn))
    again = browser(ada).get(reverse("tournaments:export", args=[found.code, "event.json"])).content
    for data in (json.dumps(drawn, indent=3).encode(), again):
        with pytest.raises(EventRefusal) as known:
            event_import(actor=ada, club=club, data=data)
        assert known.value.code == "file_known"


def recognise(client, found, **data):
    data = {"request_id": uuid.uuid4().hex, **data}
    return client.post(reverse("tournaments:recognise", args=[found.code]), data)


def overview(client, found):
    return client.get(reverse("tournaments:overview", args=[found.code])).content.decode()


@pytest.mark.django_db
def test_a_member_says_which_entry_is_theirs_and_results_stay_as_they_were(ada, club, drawn):
    found = event_import(actor=ada, club=club, data=as_bytes(drawn))
    anna = get_user_model().objects.get(username="anna")
    assert "Were you there?" not in overview(browser(anna), found)
    assert recognise(browser(anna), found, entry=1).status_code == 403
    Membership.objects.create(club=club, user=anna)
    page = overview(browser(anna), found)
    assert '<option value="1" selected>anna</option>' in page
    assert recognise(browser(anna), found, entry=1).status_code == 302
    found.refresh_from_db()
    assert load_state(found).entries[1].players == (anna.pk,)
    assert FinalPlace.objects.get(tournament=found, entry=1).user == anna
    exported = browser(ada).get(reverse("tournaments:export", args=[found.code, "event.json"]))
    again = json.loads(exported.content)
    assert [again[key] for key in ("rounds", "standings")] == [
        drawn[key] for key in ("rounds", "standings")
    ]
    read_event(exported.content)
    assert recognise(browser(anna), found, entry=2).status_code == 403
    assert not SeasonAward.objects.exists()


@pytest.mark.django_db
def test_a_claim_is_undone_by_who_made_it_or_by_a_director_and_nobody_else(ada, club, drawn):
    found = event_import(actor=ada, club=club, data=as_bytes(drawn))
    anna, chen = get_user_model().objects.get(username="anna"), make_user("chen")
    for one in (anna, chen):
        Membership.objects.create(club=club, user=one)
    for director in (anna, ada):
        assert recognise(browser(chen), found, entry=1).status_code == 302
        assert "chen" in overview(browser(ada), found)
        assert recognise(browser(anna), found, entry=1, undo="yes").status_code == 403
        who = chen if director is anna else ada
        assert recognise(browser(who), found, entry=1, undo="yes").status_code == 302
        found.refresh_from_db()
        assert load_state(found).entries[1].players == (-1,)
    for wrong in ("99", "x", ""):
        assert recognise(browser(chen), found, entry=wrong).status_code in (403, 422)
