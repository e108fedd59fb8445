"""The list: own and public finished matches, filters, pages, and no result before one asks."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches.history import ended_for
from games.matches.models import Match
from games.tournaments.models import TournamentTable
from replays.listing import listed_matches
from replays.services.talk import moment_mark
from tests.replays.factories import codes, person, stored_match
from tests.support.clubs import make_club
from tests.support.events import make_event

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def three() -> list[Match]:
    return [stored_match("deadline_99", number, code=f"m{number}") for number in range(3)]


def test_finished_public_matches_are_listed_newest_first(client: Client) -> None:
    three()
    stored_match("deadline_99", 3, code="running", plies=5)
    assert codes(client) == ["m2", "m1", "m0"]


def test_the_newest_are_found_by_their_index_however_many_there_are() -> None:
    with connection.cursor() as cursor:  # so few rows are else read one and all
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    for listed in (listed_matches(person(), {}), ended_for(person()).order_by("-finished_at")):
        assert "Index Scan using match_over" in listed[:20].explain()


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_others_are_listed_for_those_who_sat_there_only(client: Client, visibility: str) -> None:
    ada = person()
    stored_match(users={0: ada}, visibility=visibility, code="own")
    assert codes(client) == []
    assert codes(signed_in(person())) == []
    assert codes(signed_in(ada)) == ["own"]


def test_filters_narrow_the_list(client: Client) -> None:
    ada = person("Ada-Lovelace")
    stored_match("deadline_99", 0, code="duel", users={0: ada})
    stored_match("zombie_rummy", 0, code="zombies")
    four = stored_match("deadline_99", 2, code="four")
    assert codes(client, "game=zombie_rummy") == ["zombies"]
    assert codes(client, "player=lovelace") == ["duel"]
    assert codes(client, f"seats={four.seat_count}&game=deadline_99") == ["four"]
    assert set(codes(client, f"reason={four.result['reason']}")) >= {"four"}
    assert codes(client, f"variant=deadline_99:mode:{four.options['mode']}&seats=4") == ["four"]
    assert codes(signed_in(ada), "mine=on") == ["duel"]
    assert codes(client, "mine=on") == []


@pytest.mark.parametrize(
    ("query", "is_open"), [("", False), ("game=deadline_99", True), ("shortest=0", True)]
)
def test_the_filters_are_folded_away_unless_one_is_set_or_refused(
    client: Client, query: str, is_open: bool
) -> None:
    stored_match("deadline_99", 0)
    text = client.get(f"/replays/?{query}").content.decode()
    assert ('<details class="panel replay-filters" open>' in text) is is_open


def test_who_marked_a_moment_finds_it_again_and_is_led_to_it(client: Client) -> None:
    ada, bo = person(), person()
    marked, other, _ = three()
    moment_mark(match=marked, author=ada, ply=7, eyes="1", title="That <comeback>")
    moment_mark(match=marked, author=bo, ply=9, eyes="all", title="Words of bo")
    moment_mark(match=other, author=bo, ply=9, eyes="all", title="Words of bo")
    assert codes(signed_in(ada), "marked=on") == ["m0"]
    assert codes(client, "marked=on") == []
    page = signed_in(ada).get("/replays/").content.decode()
    assert '<a href="/replays/m0/?ply=7&amp;as=1">' in page
    assert "That &lt;comeback&gt;" in page
    assert "Words of bo" not in page
    Match.objects.filter(code="m0").update(visibility="private")
    assert codes(signed_in(ada), "marked=on") == []


@pytest.mark.parametrize(
    "query", ["game=chess", "seats=x", "variant=a", "reason=%00", "player=%00", "page=x", "page=99"]
)
def test_a_filter_that_makes_no_sense_breaks_nothing(client: Client, query: str) -> None:
    three()
    assert client.get(f"/replays/?{query}").status_code == 200


def test_an_entry_tells_neither_result_nor_length_until_asked(client: Client) -> None:
    match = stored_match()
    page = client.get("/replays/").content.decode()
    entry = page[page.index('class="replay-list"') :]
    assert match.result["reason"].replace("_", " ") not in entry
    assert not re.search(rf"\b{match.ply}\b", re.sub(r"<[^>]*>", " ", entry))
    assert "1." not in entry.split("</ul>")[0]
    told = client.get("/replays/?results=1").content.decode()
    assert '<span class="figures">1.</span>' in told


def test_the_order_of_names_tells_nothing(client: Client) -> None:
    match = stored_match()
    page = client.get("/replays/").content.decode()
    entry = page[page.index('class="replay-list"') :]
    places = [entry.index(seat.name) for seat in match.seats.order_by("number")]
    assert places == sorted(places)


def test_ones_own_results_are_told(client: Client) -> None:
    ada = person()
    stored_match(users={0: ada})
    page = signed_in(ada).get("/replays/").content.decode()
    assert '<span class="figures">1.</span>' in page


def test_the_list_comes_in_pages(client: Client) -> None:
    match = stored_match()
    rows = [
        Match(
            code=f"copy{number:02}",
            game=match.game,
            ruleset=1,
            options=match.options,
            seat_count=2,
            status="finished",
            result=match.result,
            finished_at=match.finished_at,
            version=1,
        )
        for number in range(25)
    ]
    Match.objects.bulk_create(rows)
    assert len(codes(client)) == 20
    assert len(codes(client, "page=2")) == 6
    assert len(set(codes(client) + codes(client, "page=2"))) == 26


def test_so_many_are_listed_and_older_ones_found_by_filters(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replays.views.listing.MOST_LISTED", 3)
    old = stored_match("death_frontline", 0, code="old")
    Match.objects.filter(pk=old.pk).update(finished_at=datetime(2000, 1, 1, tzinfo=UTC))
    assert "The latest" not in client.get("/replays/").content.decode()
    three()
    assert "The latest 3 matches" in client.get("/replays/").content.decode()
    assert codes(client) == ["m2", "m1", "m0"]
    assert codes(client, "game=death_frontline") == ["old"]


def test_an_empty_list_says_what_to_do(client: Client) -> None:
    assert "Nothing to watch yet" in client.get("/replays/").content.decode()
    three()
    assert "No matches found" in client.get("/replays/?player=nobody").content.decode()


def test_matches_are_found_by_club_event_length_and_any_option(client: Client) -> None:
    owner = person()
    club = make_club(owner, name="Owls of the North")
    event = make_event(owner, club, name="Autumn Cup")
    owls = stored_match("deadline_99", 0, code="owls", club=club)
    TournamentTable.objects.create(tournament=event, round=1, table=1, match=owls, chairs=[])
    other = stored_match("deadline_99", 1, code="other")
    assert codes(client, "club=owls") == ["owls"]
    assert codes(client, "event=autumn") == ["owls"]
    assert codes(client, "event=winter") == []
    assert codes(client, f"shortest={max(owls.ply, other.ply) + 1}") == []
    key, value = next((k, v) for k, v in other.options.items() if isinstance(v, bool))
    assert "other" in codes(client, f"variant=deadline_99:{key}:{json.dumps(value)}")
    assert "other" not in codes(client, f"variant=deadline_99:{key}:{json.dumps(not value)}")


def test_who_is_logged_in_is_told_as_well_what_filters_give_away() -> None:
    assert (
        "gives away a little of the result" in signed_in(person()).get("/replays/").content.decode()
    )


def test_a_match_without_a_result_is_listed_for_its_players_only(client: Client) -> None:
    ada = person()
    ended = stored_match(plies=6, users={0: ada}, status="void", finished_at=timezone.now())
    never_ended = stored_match(plies=6, users={0: ada}, status="void", finished_at=None)
    assert ended.code not in client.get("/replays/").content.decode()
    client.force_login(ada)
    page = client.get("/replays/").content.decode()
    assert ended.code in page
    assert never_ended.code not in page
