"""Pages of reads: nothing is told before the answer, and all of it after."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client

from accounts.models import Preferences, User
from accounts.people.models import Tie
from accounts.privacy.leave import person_leave
from accounts.privacy.relations import person_export
from accounts.tokens.services import token_make
from games.engine.hidden import deal_anew
from games.matches.models import Match
from games.registry import all_rules
from replays.access import access_finished
from replays.reading.access import ReadPosition, access_read, position_at
from replays.reading.models import Read
from replays.reading.pages import field_of
from replays.reading.selectors import another, answers_of
from replays.reading.services import READS_A_MINUTE
from replays.selectors import TIMELINES, match_timeline
from tests.replays.factories import person, stored_match
from tests.replays.talking import signed_in

pytestmark = pytest.mark.django_db
GAMES = [key for key, rules in sorted(all_rules().items()) if rules.hiding]
PLY, SEAT = 12, 1


def address(match: Match, ply: int = PLY, seat: int = SEAT) -> str:
    return f"/reads/{match.code}/{ply}/{seat}/"


def page(client: Client, path: str, status: int = 200) -> str:
    found = client.get(path)
    assert found.status_code == status
    return found.content.decode()


def position(match: Match) -> ReadPosition:
    return access_read(AnonymousUser(), match.code, PLY, SEAT)


def say(client: Client, match: Match, percent: Any = 40, ply: int = PLY) -> Any:
    found = access_read(AnonymousUser(), match.code, ply, SEAT)
    posted = {field_of(one): percent for one in found.asked}
    return client.post(address(match, ply) + "answer", posted)


@pytest.mark.parametrize("game", GAMES)
def test_before_the_answer_a_page_is_the_same_whatever_the_seat_cannot_see(game: str) -> None:
    """Also where the match went on otherwise: the page is drawn from what came before alone."""
    match = stored_match(game)
    shown = [page(Client(), address(match)), Client().get(f"/api/v1{address(match)[:-1]}").content]
    replay = access_finished(AnonymousUser(), match.code)
    timeline = match_timeline(replay.match, replay.seats)
    known = position_at(replay, timeline, PLY, SEAT)
    assert known is not None
    hiding = timeline.rules.hiding
    assert hiding is not None
    there = timeline.plies[PLY]
    dealt = deal_anew(
        hiding.hidden(there.state, SEAT), known.memory, lambda cards: list(cards)[::-1]
    )
    plies = (*timeline.plies[:PLY], there._replace(state=hiding.with_hidden(there.state, dealt)))
    assert plies[PLY].state != there.state
    TIMELINES.put(
        (match.pk, match.version, timeline.holders),
        replace(timeline, plies=plies, log=timeline.log[: there.log_end]),
    )
    again = [page(Client(), address(match)), Client().get(f"/api/v1{address(match)[:-1]}").content]
    TIMELINES.clear()
    assert [without_token(one) for one in again] == [without_token(one) for one in shown]


def without_token(text: Any) -> list[Any]:
    return [line for line in text.splitlines() if "csrf" not in str(line)]


def test_an_answer_shows_what_was_true_and_is_kept_once(match: Match) -> None:
    ada = person("Ada")
    client = signed_in(ada)
    assert 'data-step="question"' in page(client, address(match))
    assert say(client, match, 40).status_code == 302
    shown = page(client, address(match))
    assert 'data-step="answer"' in shown
    assert "data-verdict" in shown
    say(client, match, 90)
    answers = answers_of(Read.objects.get())
    hidden = position(match).hidden
    statements = match.rules.hiding.statements
    assert [one.said for one in answers] == [40] * len(answers)
    assert [one.outcome for one in answers] == [
        statements[one.key].is_true(hidden, one.seat) for one in answers
    ]
    own = page(client, "/reads/")
    assert f"1 read, {len(answers)} questions" in own
    assert 'id="calibration-title"' in own


def test_a_guest_and_a_visitor_are_scored_and_not_kept(match: Match) -> None:
    guest = User.objects.create(username="passing", is_guest=True)
    for client in (Client(), signed_in(guest)):
        shown = say(client, match)
        assert shown.status_code == 200
        assert 'data-step="answer"' in shown.content.decode()
        assert 'data-step="question"' in page(client, address(match))
    assert not Read.objects.exists()


@pytest.mark.parametrize("percent", ["", "0", "100", "4.5", "-3", "x", "9" * 50, "\0", "٤٤"])
def test_what_is_no_percentage_is_refused_with_a_sentence(match: Match, percent: str) -> None:
    refused = say(signed_in(person()), match, percent)
    assert refused.status_code == 422
    assert "from 1 to 99" in refused.content.decode()
    assert not Read.objects.exists()


def test_one_sees_what_those_one_follows_said_after_answering_oneself(match: Match) -> None:
    ada, bo, cy, dee = (person(name) for name in ("Adder", "Bobolink", "Cygnus", "Dingo"))
    for other in (bo, cy):
        Tie.objects.create(owner=ada, other=other, kind=Tie.Kind.FOLLOW)
    Tie.objects.create(owner=ada, other=cy, kind=Tie.Kind.MUTE)
    for reader in (bo, cy, dee):
        say(signed_in(reader), match, 70)
    client = signed_in(ada)
    assert "Bobolink" not in page(client, address(match))
    say(client, match)
    shown = page(client, address(match))
    assert "Bobolink" in shown
    assert "Cygnus" not in shown
    assert "Dingo" not in shown
    assert "Adder" not in page(signed_in(bo), address(match))


def test_a_match_that_is_kept_out_is_read_by_its_players_alone(match: Match) -> None:
    player, other = person("Pat"), person("Oz")
    match.seats.filter(number=0).update(user=player, bot="")
    assert page(signed_in(other), address(match))
    assert another(other) is not None
    Preferences.objects.update_or_create(user=player, defaults={"puzzles": False})
    assert page(signed_in(player), address(match))
    for client in (Client(), signed_in(other)):
        page(client, address(match), 404)
        assert client.post(address(match) + "answer").status_code == 404
        assert client.get(f"/api/v1{address(match)[:-1]}").status_code == 404
        replay = page(client, f"/replays/{match.code}/?ply={PLY}&as={SEAT}")
        assert "/reads/" not in replay
    assert another(other) is None
    assert client.get("/reads/next/")["Location"] == "/reads/?none=1"


@pytest.mark.parametrize(
    "change",
    [
        {"visibility": "private"},
        {"visibility": "unlisted"},
        {"deal_open": True},
        {"practice": True},
        {"embargo_until": "2999-01-01T00:00:00Z"},
    ],
)
def test_only_public_matches_are_drawn(match: Match, change: dict[str, Any]) -> None:
    Match.objects.filter(pk=match.pk).update(**change)
    assert another(person()) is None


def test_one_s_own_page_leads_to_no_match_that_is_kept_out_since(match: Match) -> None:
    player, other = person("Pat"), person("Oz")
    match.seats.filter(number=0).update(user=player, bot="")
    for reader in (player, other):
        say(signed_in(reader), match)
        assert address(match) in page(signed_in(reader), "/reads/")
    Preferences.objects.update_or_create(user=player, defaults={"puzzles": False})
    assert address(match) in page(signed_in(player), "/reads/")
    own = page(signed_in(other), "/reads/")
    assert address(match) not in own
    assert f"Move {PLY}" in own


def test_programs_may_read_as_often_as_people_do(match: Match) -> None:
    key = token_make(user=person(), name="reader", scope="play")
    client = Client(headers={"authorization": f"Bearer {key}"})
    for status in [422] * READS_A_MINUTE + [429]:
        wrong = client.post(
            f"/api/v1{address(match)[:-1]}", {"percent": []}, content_type="application/json"
        )
        assert wrong.status_code == status


def test_a_running_match_has_no_hands_to_read() -> None:
    player = person()
    match = stored_match(users={SEAT: player}, plies=20)
    for client in (Client(), signed_in(player)):
        page(client, address(match), 404)
    assert "/reads/" not in page(signed_in(player), f"/replays/{match.code}/?ply={PLY}")


def test_the_end_and_what_is_beyond_it_or_no_seat_are_not_found(match: Match) -> None:
    for ply, seat in ((match.ply, 0), (match.ply + 1, 0), (PLY, 99), (10**30, 0), (PLY, 10**30)):
        page(Client(), address(match, ply, seat), 404)
    page(Client(), "/reads/nothing/1/0/", 404)


def test_a_replay_leads_to_the_read_of_a_seats_view_alone(match: Match) -> None:
    replay = f"/replays/{match.code}/?ply={PLY}&as="
    assert f'href="{address(match)}"' in page(Client(), replay + str(SEAT))
    assert "/reads/" not in page(Client(), replay + "all")
    assert "/reads/" not in page(Client(), replay + "public")


def test_another_is_one_not_read_yet_and_of_the_game_asked_for(match: Match) -> None:
    ada = person()
    stored_match("zombie_rummy")
    for game in ("deadline_99", "zombie_rummy"):
        found = another(ada, game)
        assert found is not None
        assert found.replay.match.game == game
    assert (
        Client()
        .get("/reads/next/?game=deadline_99")["Location"]
        .startswith(f"/reads/{match.code}/")
    )
    assert another(ada, "death_frontline") is None


def test_reads_are_exported_and_go_with_their_account(match: Match) -> None:
    leaver = person("Lea")
    say(signed_in(leaver), match)
    exported = person_export(leaver)
    (row,) = exported["reading.Read.user"]
    assert row["match__code"] == match.code
    assert row["answers"]
    person_leave(user=leaver)
    assert not Read.objects.exists()


def test_programs_read_positions_and_their_owners_figures(match: Match) -> None:
    ada = person()
    key = token_make(user=ada, name="reader", scope="play")
    client = Client(headers={"authorization": f"Bearer {key}"})
    path = f"/api/v1{address(match)[:-1]}"
    told = client.get(path).json()
    statements = match.rules.hiding.statements
    names = list(match.seats.order_by("number").values_list("name", flat=True))
    assert told["questions"] == [
        {"seat": s, "key": k, "statement": statements[k].words % {"seat": names[s]}}
        for s, k in position(match).asked
    ]
    wrong = client.post(path, {"percent": [50]}, content_type="application/json")
    assert wrong.status_code == 422
    percent = [30] * len(told["questions"])
    done = client.post(path, {"percent": percent}, content_type="application/json").json()
    assert [one["said"] for one in done["answers"]] == percent
    own = client.get("/api/v1/reads/own").json()
    assert (own["reads"], own["score"]["questions"]) == (1, len(percent))
    assert [one["count"] for one in own["calibration"]] == [len(percent)]
    assert client.get("/api/v1/reads/next?game=deadline_99").json()["match"] == match.code
    cache.clear()
    assert Client().get("/api/v1/reads/own").status_code == 401
    assert (
        Client().post(path, {"percent": percent}, content_type="application/json").status_code
        == 401
    )
