"""The pages of a replay: every position has an address, and tells no more than it may."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.throttle import throttle
from games.engine.contract import IllegalAction
from games.registry import all_rulesets
from replays.services.upload import record_upload
from replays.views.proof import OPERATIONS_A_MINUTE
from tests.replays.factories import SAMPLED, person, proven_match, sample, sample_path, stored_match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def no_limits_reached() -> None:
    cache.clear()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(client: Client, url: str, **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_ply_has_a_page_for_every_viewpoint(client: Client) -> None:
    match = stored_match()
    for ply in (0, 1, match.ply):
        for eyes in ("all", "0", "1", "public"):
            page = text_of(client, f"/replays/{match.code}/?ply={ply}&as={eyes}")
            assert f'data-ply="{ply}"' in page
            assert re.search(rf'id="eyes-{eyes}"[^>]*aria-current', page)


def test_without_a_query_it_opens_at_the_deal(client: Client) -> None:
    match = stored_match()
    assert 'data-ply="0"' in text_of(client, f"/replays/{match.code}/")


def test_switching_eyes_keeps_the_ply(client: Client) -> None:
    match = stored_match()
    page = text_of(client, f"/replays/{match.code}/?ply=9&as=0")
    links = re.findall(r'id="eyes-\w+" href="([^"]+)"', page)
    assert len(links) == 4
    assert all("ply=9" in link for link in links)


def test_a_seat_that_a_bot_took_over_is_its_persons_from_the_deal_on(client: Client) -> None:
    match = stored_match(users={0: person("ida")})
    bot = 'aria-label="Bot"'
    before = text_of(client, f"/replays/{match.code}/").count(bot)
    match.seats.filter(number=0).update(stand_in="club", stood_in=True)
    assert text_of(client, f"/replays/{match.code}/").count(bot) == before


@pytest.mark.parametrize("game", SAMPLED)
def test_to_whoever_sees_all_hands_every_hand_lies_open(client: Client, game: str) -> None:
    match, face = stored_match(game), re.compile('class="card card--(?!back)')
    cards = {
        eyes: len(face.findall(text_of(client, f"/replays/{match.code}/?ply=1&as={eyes}")))
        for eyes in ("all", "0", "public")
    }
    own = cards["0"] - cards["public"]
    assert own > 0
    assert cards["all"] - cards["public"] >= own + match.seat_count - 1


def test_htmx_gets_the_changing_part_only(client: Client) -> None:
    match = stored_match()
    part = text_of(client, f"/replays/{match.code}/?ply=3", **HTMX)
    assert part.lstrip().startswith("<div")
    assert "<html" not in part
    whole = {**HTMX, "HX-History-Restore-Request": "true"}
    assert "<html" in text_of(client, f"/replays/{match.code}/?ply=3", **whole)


def test_a_log_line_leads_to_its_ply(client: Client) -> None:
    match = stored_match()
    page = text_of(client, f"/replays/{match.code}/?ply=5&as=all")
    log = page[page.index('id="log"') :]
    assert [f"ply={ply}&amp;as=all" in log for ply in range(7)] == [True] * 6 + [False]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ply=x", 400),
        ("ply=-1", 400),
        ("ply=1.0", 400),
        ("ply=", 400),
        ("ply=%00", 400),
        ("ply=٣", 400),
        ("ply=999999", 404),
        ("ply=99999999999999999999", 400),
        ("as=7", 404),
        ("as=<script>", 404),
    ],
)
def test_an_address_that_points_nowhere_gets_a_sentence(
    client: Client, query: str, status: int
) -> None:
    match = stored_match()
    answer = client.get(f"/replays/{match.code}/?{query}")
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert "<script>" not in answer.content.decode().replace("<script src", "")


def test_the_last_ply_can_be_asked_for_by_name(client: Client) -> None:
    match = stored_match()
    page = text_of(client, f"/replays/{match.code}/?ply=last")
    assert f'data-ply="{match.ply}"' in page


def test_a_match_that_is_not_there_is_not_found(client: Client) -> None:
    for path in ("", "record.json", "operations.json", "proof/"):
        assert client.get(f"/replays/nowhere/{path}").status_code == 404


def test_outsiders_of_a_running_match_find_nothing(client: Client) -> None:
    match = stored_match(plies=6, users={0: person()})
    stranger = signed_in(person())
    for path in ("", "?as=0", "?as=public", "record.json", "operations.json", "proof/"):
        assert client.get(f"/replays/{match.code}/{path}").status_code == 404
        assert stranger.get(f"/replays/{match.code}/{path}").status_code == 404


def test_a_player_of_a_running_match_looks_back_with_their_own_eyes(client: Client) -> None:
    ada = person()
    match = stored_match(plies=6, users={0: ada})
    own = signed_in(ada)
    assert 'data-ply="4"' in text_of(own, f"/replays/{match.code}/?ply=4")
    for eyes in ("1", "all", "public"):
        assert own.get(f"/replays/{match.code}/?as={eyes}").status_code == 403
    for path in ("record.json", "operations.json", "proof/"):
        assert own.get(f"/replays/{match.code}/{path}").status_code == 404


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
def test_nothing_can_be_done_at_a_replayed_table(client: Client, game: str) -> None:
    match = stored_match(game, users={0: person()})
    for ply in (0, 5):
        page = text_of(client, f"/replays/{match.code}/?ply={ply}&as=0")
        assert "/act" not in page
        assert "action_id" not in page


def without(page: str, *words: str) -> str:
    """Return a page without what must differ between two requests."""
    for word in words:
        page = page.replace(word, "…")
    page = re.sub(
        r'hx-headers:inherited=\'[^\']*\'|name="csrfmiddlewaretoken" value="[^"]*"', "", page
    )
    return re.sub(r'<a id="replay-(on|last)".*?</a>', "", page, flags=re.DOTALL)


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
@pytest.mark.parametrize("eyes", ["all", "0", "public"])
def test_nothing_on_the_page_depends_on_what_lies_ahead(
    client: Client, game: str, eyes: str
) -> None:
    whole = json.loads(sample_path(game, 0).read_bytes())
    record, plies = sample(game)
    there = len(plies) // 2
    cut = {
        **whole,
        "actions": whole["actions"][: there + 1],
        "result": None,
        "head": plies[there + 1].head,
    }
    pages = []
    for raw in (whole, cut):
        upload = record_upload(data=json.dumps(raw).encode())
        page = text_of(client, f"/replays/file/{upload.digest}/?ply={there}&as={eyes}")
        pages.append(without(page, upload.digest))
    assert pages[0] == pages[1]
    assert record.result is not None


def test_the_length_is_told_to_those_who_ask_and_to_players(client: Client) -> None:
    ada = person()
    match = stored_match(users={0: ada})
    words = f"of {match.ply}"
    assert words not in text_of(client, f"/replays/{match.code}/?ply=3")
    assert words in text_of(client, f"/replays/{match.code}/?ply=3&open=1")
    assert words in text_of(signed_in(ada), f"/replays/{match.code}/?ply=3")


def test_the_link_to_share_tells_nothing_even_when_a_player_copies_it() -> None:
    ada = person()
    match = stored_match(users={0: ada})
    page = text_of(signed_in(ada), f"/replays/{match.code}/?ply=3&as=0&open=1")
    shared = re.search(r'data-copy="([^"]+)"', page)
    assert shared is not None
    assert "open" not in shared[1]
    assert "ply=3" in shared[1]


def test_the_record_of_a_finished_match_can_be_downloaded(client: Client) -> None:
    match = proven_match()
    answer = client.get(f"/replays/{match.code}/record.json")
    assert answer["Content-Disposition"] == f'attachment; filename="deadline_99-{match.code}.json"'
    assert record_upload(data=answer.content).game == "deadline_99"


def test_a_room_that_cannot_be_is_passed_over(client: Client) -> None:
    match = stored_match()
    for room in ("%00", "no-such", "%ED%A0%80"):
        text_of(client, f"/replays/{match.code}/?room={room}")


def test_too_many_matches_are_not_decided_anew_in_a_minute(
    client: Client, rf: RequestFactory
) -> None:
    match = stored_match()
    visitor = rf.get("/")
    visitor.user = AnonymousUser()
    for _ in range(OPERATIONS_A_MINUTE):
        throttle(visitor, "operations", limit=OPERATIONS_A_MINUTE, seconds=60)
    answer = client.get(f"/replays/{match.code}/operations.json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_often")


def test_the_operations_are_every_shuffle_and_pick(client: Client) -> None:
    match = stored_match()
    listed: dict[str, Any] = client.get(f"/replays/{match.code}/operations.json").json()
    assert [operation["k"] for operation in listed["operations"]] == list(
        range(match.chance_operation)
    )
    assert len(listed["heads"]) == match.ply + 1
    assert listed["heads"][-1] == match.head


def test_operations_of_a_match_that_the_rules_refuse_are_refused_with_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = stored_match()

    def refuse(*given: object) -> None:
        raise IllegalAction("never", "Never.")

    changed = replace(match.rules, decide=refuse)
    monkeypatch.setitem(all_rulesets(), match.game, {match.ruleset: changed})
    answer = client.get(f"/replays/{match.code}/operations.json")
    assert answer.status_code == 409
    assert answer.json()["code"] == "other_rules"


def test_operations_of_a_ruleset_that_is_gone_are_refused_with_a_sentence(client: Client) -> None:
    match = stored_match(ruleset=99)
    answer = client.get(
        f"/replays/{match.code}/operations.json", headers={"Accept": "application/json"}
    )
    assert answer.status_code == 410
    assert answer.json()["code"] == "ruleset_gone"


def test_the_script_that_checks_a_record_can_be_downloaded(client: Client) -> None:
    answer = client.get("/replays/verify.py")
    assert b"def check_chain" in b"".join(answer.streaming_content)


def test_only_reading_is_allowed(client: Client) -> None:
    match = stored_match()
    for path in ("", "record.json", "proof/", "operations.json"):
        assert client.post(f"/replays/{match.code}/{path}").status_code == 405


def test_a_position_costs_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    match = stored_match("death_frontline", 6)
    with django_assert_max_num_queries(7):
        text_of(client, f"/replays/{match.code}/?ply=10")
    with django_assert_max_num_queries(5):
        text_of(client, f"/replays/{match.code}/?ply=11")
