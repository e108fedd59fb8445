"""Duplicate events: every table of a round plays the same deal, and nobody learns it early."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.viewer import Viewer
from games.matches.access import access_match
from games.matches.export import record_json
from games.matches.models import Match, MatchSecret
from games.matches.selectors import finished_matches, position_shown
from games.matches.services.failing import match_give_up
from games.matches.store import load_position
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.export.whole import import_event
from games.tournaments.models import Tournament
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import UNIT, Scoring
from games.tournaments.refusals import EventRefusal
from games.tournaments.selectors.clubs import matches_now
from games.tournaments.selectors.records import all_records
from games.tournaments.services.results import match_replay, sweep_tournaments
from games.tournaments.store import load_state
from replays.listing import listed_matches
from tests.docs.test_verify_script import run
from tests.support.clubs import make_club
from tests.support.event_pages import filled, post
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.judges import browser
from tests.support.tables import act_for, bot_acts, default_action, make_user, sit_down

pytestmark = pytest.mark.django_db

PAGES = ["", "rounds/", "standings/", "crosstable/", "schedule/", "hall/", "embed/", "deals/1/"]
FILES = ["standings.csv", "crosstable.csv", "event.json"]


def duplicate(owner: Any, bots: int = 6, size: int = 3, **choices: Any) -> Tournament:
    """Return a duplicate event of bots."""
    config = {
        "scoring": Scoring("matchpoints"),
        "sizes": SizeRule(size, size, size),
        **choices.pop("config", {}),
    }
    event = make_event(owner, config=config, **choices)
    enter_bots(event, owner, bots)
    return event


def matches_of(event: Tournament) -> list[Match]:
    """Return the matches of an event, in the order of their tables."""
    return [link.match for link in event.tables.select_related("match").order_by("round", "table")]


def play_to_the_end(match: Match) -> None:
    """Let bots play one match, and take what is due."""
    while bot_acts(match):
        pass
    sweep_tournaments()


def exported(event: Tournament) -> dict[str, Any]:
    answer = Client().get(f"/tournaments/{event.code}/export/event.json")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_every_table_of_a_round_has_the_same_seed_and_own_stocks(ada: User) -> None:
    event = duplicate(ada)
    begin(event, ada)
    matches = matches_of(event)
    seeds = {bytes(one.seed) for one in MatchSecret.objects.filter(match__in=matches)}
    assert (len(matches), len(seeds)) == (2, 1)
    assert all(match.options["own_stocks"] for match in matches)
    play_bots(event)
    act(event, ada, "close_round")
    next_round(event, ada)
    newer = [match for match in matches_of(event) if match not in matches]
    assert not seeds & {bytes(one.seed) for one in MatchSecret.objects.filter(match__in=newer)}


@pytest.mark.parametrize(
    ("game", "size", "more"),
    [
        ("zombie_rummy", 3, {"options": {"end": "rounds", "target": 2}}),
        ("deadline_99", 4, {"options": {"mode": "factions"}}),
        ("death_frontline", 2, {"format": "swiss"}),
        ("death_frontline", 2, {"format": "swiss", "config": {"team_size": 2}}),
    ],
)
def test_the_records_and_the_event_prove_the_deal(
    ada: User, tmp_path: Path, game: str, size: int, more: dict[str, Any]
) -> None:
    pairs = more.get("config", {}).get("team_size") == 2
    event = duplicate(ada, bots=0 if pairs else 2 * size, size=size, game=game, **more)
    for first in (-1, -3, -5, -7) if pairs else ():
        act(event, ada, "register", players=[first, first - 1], by_organiser=True)
    begin(event, ada)
    play_bots(event)
    records = [
        Client().get(f"/api/v1/matches/{match.code}/record").json() for match in matches_of(event)
    ]
    assert records == [record_json(match) for match in matches_of(event)]
    assert len({record["seed"] for record in records}) == 1
    moves = [[one["action"] for one in record["actions"]] for record in records]
    assert moves[1:] == moves[:-1], "the same bots with the same deal play alike"
    act(event, ada, "close_round")
    next_round(event, ada)
    play_bots(event)
    act(event, ada, "close_round")
    for number, record in enumerate([*records, exported(event)]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(record))
        assert run(path)[0] == 0
    assert len(import_event(exported(event))) == load_state(event).no
    other = exported(event)
    closed = next(one for one in other["actions"] if one["kind"] == "close_round")
    closed["payload"]["deal"]["secret"] = "0" * 64
    path.write_text(json.dumps(other))
    assert run(path)[0] == 1


def test_a_seat_scores_against_the_same_seat_at_the_other_tables(ada: User) -> None:
    event = duplicate(ada, bots=9)
    begin(event, ada)
    state = load_state(event)
    tables = state.rounds[0].tables
    for table, order in zip(tables, ((1, 2, 3), (1, 3, 2), (3, 1, 2)), strict=True):
        results = [
            {"entry": entry, "rank": rank, "score": None, "side": None}
            for entry, rank in zip(table.seats, order, strict=True)
        ]
        act(
            event, ada, "override_result", round=1, table=table.number, results=results,
            absent=[], reason="They told me.",
        )  # fmt: skip
        if table is not tables[-1]:
            waiting = exported(event)["standings"]
            assert {row["points"] for row in waiting} == {0}, "before all tables have played"
    points = {row["entry"]: row["points"] for row in exported(event)["standings"]}
    expected = {
        0: (3 * UNIT // 4, 3 * UNIT // 4, 0),
        1: (UNIT // 2, 0, UNIT),
        2: (0, 3 * UNIT // 4, 3 * UNIT // 4),
    }
    for seat, wanted in expected.items():
        assert tuple(points[table.seats[seat]] for table in tables) == wanted


def test_nobody_learns_a_deal_before_every_table_has_played_it(ada: User) -> None:
    ada.is_staff = True
    ada.save()
    event = duplicate(ada, game="zombie_rummy", options={"end": "rounds", "target": 1})
    begin(event, ada)
    first, second = matches_of(event)
    secret = MatchSecret.objects.get(match=first)
    told = [bytes(secret.secret).hex().encode(), bytes(secret.seed or b"").hex().encode()]
    play_to_the_end(first)
    first.refresh_from_db()
    assert (first.status, first.deal_open) == ("finished", True)
    assert load_state(event).rounds[0].tables[0].result is None
    for client in (Client(), browser(ada), browser(make_user("passer"))):
        for match in (first, second):
            for path in (
                f"/matches/{match.code}/", f"/replays/{match.code}/",
                f"/replays/{match.code}/record.json", f"/replays/{match.code}/operations.json",
                f"/replays/{match.code}/picture.png", f"/replays/{match.code}/frame/",
                f"/replays/{match.code}/embed/", f"/replays/{match.code}/proof/",
                f"/api/v1/matches/{match.code}", f"/api/v1/matches/{match.code}/view",
                f"/api/v1/matches/{match.code}/record",
            ):  # fmt: skip
                assert client.get(path).status_code in (403, 404), path
        both = f"/replays/beside/?of={first.code}&of={second.code}"
        assert client.get(both).status_code in (403, 404)
        lists = ["/", "/lobby/", "/replays/", "/tv/", "/api/v1/matches", "/api/v1/tv"]
        pages = [f"/tournaments/{event.code}/{page}" for page in PAGES]
        files = [f"/tournaments/{event.code}/export/{name}" for name in FILES]
        for path in (*lists, *pages, *files, f"/api/v1/tournaments/{event.code}"):
            answer = client.get(path)
            assert not [one for one in told if one in answer.content], path
            assert f'"{first.code}"'.encode() not in answer.content, path
    play_to_the_end(second)
    first.refresh_from_db()
    assert not first.deal_open
    assert MatchSecret.objects.get(match=first).revealed_at is not None
    assert Client().get(f"/replays/{first.code}/").status_code == 200
    assert Client().get(both).status_code == 200
    assert Client().get(f"/tournaments/{event.code}/deals/1/").status_code == 200


@pytest.mark.parametrize(
    ("game", "size", "more"),
    [
        ("deadline_99", 3, {}),
        ("zombie_rummy", 3, {"options": {"end": "rounds", "target": 1}}),
        ("death_frontline", 2, {"format": "swiss", "options": {"max_rounds": 5}}),
    ],
)
def test_a_player_who_has_finished_sees_no_other_hand_until_all_have(
    ada: User, game: str, size: int, more: dict[str, Any]
) -> None:
    event, bo = duplicate(ada, bots=2 * size - 1, size=size, game=game, **more), make_user("bo")
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    begin(event, ada)
    mine = Match.objects.get(tournament_table__tournament=event, seats__user=bo)
    other = next(match for match in matches_of(event) if match != mine)
    client, page = browser(bo), f"/matches/{mine.code}/"
    sit_down(mine, bo)
    assert client.get(page).status_code == 200
    assert client.get(f"/matches/{other.code}/").status_code == 403
    play_out(mine)
    assert (mine.status, mine.deal_open) == ("finished", True)
    answer = client.get(page)
    assert answer.status_code == 200
    assert "open-hands" not in answer.content.decode()
    assert f"/replays/{mine.code}/" not in answer.content.decode(), "nobody has it yet"
    assert client.get(f"/replays/{mine.code}/").status_code == 403
    assert mine not in listed_matches(bo, {"mine": True}), "a line there tells turning points"
    seat, state = mine.seats.get(user=bo).number, load_position(mine).state
    shown = position_shown(access_match(bo, mine.code))[0]
    assert shown["state"] == mine.rules.observe(state, Viewer(seat))
    play_to_the_end(other)
    assert mine in listed_matches(bo, {"mine": True})
    assert f"/replays/{mine.code}/" in client.get(page).content.decode()
    shown = position_shown(access_match(bo, mine.code))[0]
    assert shown["state"] == mine.rules.snapshot(state)


def play_out(match: Match) -> None:
    """Let a match's people play what is played for them, and its bots the rest."""
    while match.status == "running":
        if not bot_acts(match):
            act_for(match, match.seats.get(number=match.to_act).user, default_action(match))
        match.refresh_from_db()
    sweep_tournaments()


def test_a_bot_sits_in_for_a_no_show_so_that_the_deal_stays_the_same(ada: User) -> None:
    event = duplicate(ada, bots=5)
    bo = make_user("bo")
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    state = begin(event, ada)
    entry = next(one.number for one in state.entries.values() if bo.pk in one.players)
    state = act(event, ada, "no_show", entry=entry)
    table = state.rounds[0].table_of(entry)
    assert table is not None
    seats = {link.match.seat_count for link in event.tables.filter(is_current=True)}
    assert seats == {3}
    play_bots(event)
    result = load_state(event).rounds[0].at(table.number).result
    assert result is not None
    assert entry not in result.outcomes
    points = {row["entry"]: row["points"] for row in exported(event)["standings"]}
    assert points[entry] == 0


def test_a_start_that_would_leave_tables_uneven_is_refused_with_what_helps(ada: User) -> None:
    event = duplicate(ada, bots=7)
    with pytest.raises(TournamentRefusal) as refused:
        act(event, ada, "start")
    assert (refused.value.code, refused.value.phrase.args["bots"]) == ("duplicate_uneven", 2)
    few = duplicate(ada, bots=3)
    with pytest.raises(TournamentRefusal) as refused:
        act(few, ada, "start")
    assert refused.value.code == "duplicate_tables"


def with_people(ada: User, *people: User, club: Any = None, **choices: Any) -> Tournament:
    """Return a duplicate event in which these people meet at table 1, bots at table 2."""
    event = duplicate(ada, bots=6 - len(people), club=club, **choices)
    for person in people:
        act(event, ada, "register", players=[person.pk], by_organiser=True)
    act(event, ada, "start")
    entries = load_state(event).entries.values()
    mine = [one.number for one in entries if one.players[0] > 0]
    rest = [one.number for one in entries if one.number not in mine]
    act(event, ada, "propose_round")
    free = 3 - len(mine)
    act(event, ada, "set_tables", round=1, tables=[mine + rest[:free], rest[free:]])
    act(event, ada, "publish_round")
    return event


def no_new_match(event: Tournament, ada: User, known: list[Match]) -> None:
    """Check that nothing deals the round's deal anew at table 1."""
    link = event.tables.get(table=1, is_current=True)
    with pytest.raises(EventRefusal) as refused:
        match_replay(code=event.code, match=link.match.code)
    assert refused.value.code == "deal_known"
    sweep_tournaments()
    assert matches_of(event) == known


def test_a_deal_that_a_table_has_seen_is_not_dealt_to_it_again(ada: User) -> None:
    bo, celia = make_user("bo"), make_user("celia")
    ada.is_staff = True
    ada.save()
    event = with_people(ada, bo, celia)
    first, known = matches_of(event)[0], matches_of(event)
    ruling = f"/tournaments/{event.code}/console/table/1/1/"
    offered = browser(ada).get(ruling).context
    assert offered["may_replay"]
    sit_down(first, bo, celia)
    offered = browser(ada).get(ruling).context
    assert (offered["may_replay"], offered["places"]) == (False, [])
    no_new_match(event, ada, known)
    match_give_up(code=first.code)
    first.refresh_from_db()
    assert (first.status, first.deal_open) == ("void", True)
    no_new_match(event, ada, known)
    entry = next(one for one in load_state(event).entries.values() if bo.pk in one.players)
    act(event, ada, "no_show", entry=entry.number)
    no_new_match(event, ada, known)


def ruled(event: Tournament, ada: User, table: int) -> dict[str, Any]:
    """Return a ruling at a table: places as they sit."""
    results = [
        {"entry": entry, "rank": rank, "score": None, "side": None}
        for rank, entry in enumerate(load_state(event).rounds[0].at(table).seats, 1)
    ]
    return {"round": 1, "table": table, "results": results, "absent": [], "reason": "Late."}


def test_ruling_at_a_running_table_ends_its_match_so_that_the_deal_opens(ada: User) -> None:
    bo, celia = make_user("bo"), make_user("celia")
    ada.is_staff = True
    ada.save()
    event = with_people(ada, bo, celia)
    first, second = matches_of(event)
    sit_down(first, bo, celia)
    play_to_the_end(second)
    page = browser(ada).get(f"/tournaments/{event.code}/console/table/1/1/")
    assert "Rule and call off" in page.content.decode()
    act(event, ada, "override_result", **ruled(event, ada, 1))
    sweep_tournaments()
    first.refresh_from_db()
    second.refresh_from_db()
    event.refresh_from_db()
    assert (first.status, first.deal_open, second.deal_open) == ("void", False, False)
    assert load_state(event).rounds[0].complete
    assert Client().get(f"/replays/{second.code}/").status_code == 200
    deal = Client().get(f"/tournaments/{event.code}/deals/1/").context["deal"]
    assert [len(seat["rows"]) for seat in deal["seats"]] == [2, 2, 2]
    act(event, ada, "close_round")


def test_a_table_that_was_ruled_before_it_began_plays_no_more(ada: User) -> None:
    event = with_people(ada, make_user("bo"))
    act(event, ada, "override_result", **ruled(event, ada, 1))
    sweep_tournaments()
    assert Match.objects.get(tournament_table__table=1).status == "closed"


def test_nobody_is_named_a_substitute_while_the_deal_is_open_and_it_says_why(ada: User) -> None:
    bo, celia = make_user("bo"), make_user("celia")
    make_user("dee")
    ada.is_staff = True
    ada.save()
    event = with_people(ada, bo, celia)
    first = matches_of(event)[0]
    sit_down(first, bo, celia)
    sent = {"match": first.code, "seat": 0, "username": "dee"}
    answer = browser(ada).post(f"/tournaments/{event.code}/substitute", sent)
    assert answer.status_code == 422
    assert "Other tables play the same deal" in answer.content.decode()


def test_tied_losers_have_one_place_on_all_pages(ada: User) -> None:
    options = {"mode": "factions"}
    event = duplicate(ada, bots=8, size=4, game="deadline_99", options=options)
    begin(event, ada)
    play_bots(event)
    deal = Client().get(f"/tournaments/{event.code}/deals/1/").context["deal"]
    rounds = Client().get(f"/tournaments/{event.code}/rounds/").context["round"]
    places = {seat["name"]: seat["rank"] for table in rounds["tables"] for seat in table["seats"]}
    told = {row["name"]: row["place"] for seat in deal["seats"] for row in seat["rows"]}
    assert told == places
    beside = Client().get(deal["seats"][0]["beside"])
    own = [row["place"] for row in deal["seats"][0]["rows"]]
    assert sorted(pane["place"] for pane in beside.context["panes"]) == sorted(own)
    assert 3 in places.values(), "two won, two lost"


def test_a_deal_that_is_open_is_not_dealt_again(ada: User) -> None:
    bo = make_user("bo")
    event = with_people(ada, bo)
    held = load_state(event).rounds[0]
    results = [
        {"entry": entry, "rank": rank, "score": None, "side": None}
        for rank, entry in enumerate(held.at(1).seats, 1)
    ]
    act(event, ada, "override_result", round=1, table=1, results=results, absent=[], reason="Late.")
    play_bots(event)
    known = matches_of(event)
    assert not any(match.deal_open for match in known)
    act(event, ada, "clear_result", round=1, table=1, reason="Wrong table.")
    sweep_tournaments()
    assert matches_of(event) == known
    act(event, ada, "cancel_round", round=1, reason="Again.")
    next_round(event, ada)
    commitments = {match.commitment for match in matches_of(event)}
    assert len(commitments) == 2, "the round's new tables have a deal of their own"


def test_a_clubs_pages_tell_nothing_of_a_deal_before_it_is_open(ada: User) -> None:
    bo, celia, club = make_user("bo"), make_user("celia"), make_club(ada)
    more = {"game": "zombie_rummy", "options": {"end": "rounds", "target": 1}}
    event = with_people(ada, bo, celia, club=club, **more)
    first, second = matches_of(event)
    sit_down(first, bo, celia)
    assert not matches_now(club).filter(pk=first.pk).exists()
    play_out(first)
    assert (first.status, first.deal_open) == ("finished", True)
    assert all_records(club) == []
    assert first not in finished_matches(bo), "the front page shows a replay of one of these"
    play_to_the_end(second)
    assert all_records(club)
    assert first in finished_matches(bo)


def created_by_form(owner: User, game: str, **choices: str) -> Tournament:
    """Return an event that a member of the staff made by the form, with the switch on."""
    client = browser(owner)
    drawn = {"duplicate": "on", "seats": "4", **choices}
    form = client.get(f"/tournaments/new/{game}/", drawn).context["form"]
    assert not {"points", "fewest", "rated"} & set(form.fields), "decided by the switch"
    data = filled(form, name="Same cards", rounds="2", **drawn)
    answer = client.post(f"/tournaments/new/{game}/", data)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get(name="Same cards")


def play_round(event: Tournament, people: list[User]) -> None:
    """Let people get ready, and everybody play, at every table."""
    for match in matches_of(event):
        if match.status == "open":
            sit_down(match, *[one for one in people if match.seats.filter(user=one).exists()])
        play_out(match)
    event.refresh_from_db()


def test_an_evening_of_five_tables_goes_from_the_form_to_the_proof(
    ada: User, tmp_path: Path
) -> None:
    ada.is_staff = True
    ada.save()
    event = created_by_form(ada, "deadline_99", **{"option-mode": '"factions"'})
    assert (event.rated, load_state(event).config.duplicate) == (False, True)
    act(event, ada, "open_registration")
    people = [make_user(name) for name in ("bo", "celia", "devi")]
    for number, person in enumerate(people):
        sent = post(browser(person), event, kind="register", own="1", contribution=f"{number}" * 32)
        assert sent.status_code == 302
    enter_bots(event, ada, 17)
    act(event, ada, "start")
    for number in (1, 2):
        state = next_round(event, ada)
        play_round(event, people)
        assert load_state(event).current.complete
        if number == 1:
            act(event, ada, "close_round")
    act(event, ada, "finish")  # closes the last round, which reveals its deal
    state = load_state(event)
    seats = {
        entry: [held.table_of(entry).seats.index(entry) for held in state.rounds]
        for entry in state.entries
    }
    assert sum(first != second for first, second in seats.values()) >= 16
    for number in (1, 2):
        page = Client().get(f"/tournaments/{event.code}/deals/{number}/")
        assert [len(seat["rows"]) for seat in page.context["deal"]["seats"]] == [5] * 4
        beside = Client().get(page.context["deal"]["seats"][0]["beside"] + "&ply=3")
        assert beside.status_code == 200
        frames = [pane["frame_url"] for pane in beside.context["panes"]]
        assert [Client().get(frame).status_code for frame in frames] == [200] * 5
    roles = [seat["role"] for seat in page.context["deal"]["seats"]]
    assert set(roles) <= {"Red faction", "Black faction"}, "the same roles at every table"
    assert sum(row["points"] for row in exported(event)["standings"]) == 2 * 20 * UNIT // 2
    path = tmp_path / "event.json"
    path.write_text(json.dumps(exported(event)))
    code, told = run(path)
    assert (code, "2 deals" in told, "3 contributions" in told) == (0, True, True)
