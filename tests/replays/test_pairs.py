"""The collusion report: which matches are read, how it adds up, and who is shown it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.collusion import Weight
from games.engine.contract import Refusal
from games.matches.models import Match, MatchAction
from games.registry import all_rules
from replays.analysis.rates import one_in, rates_of
from replays.models import TableReading
from replays.pairs import METHOD, heavy_plies, matches_of, pair_scores, pairs_met
from replays.selectors import match_timeline
from replays.services.collusion import MOST_PLIES, decisions_of, pairs_ask, reading_slice
from tests.replays.factories import person, stored_match
from tests.support.moderation import make_staff

pytestmark = pytest.mark.django_db
INDEX, READ = reverse("pairs:index"), reverse("pairs:read")
FACTIONS, SIX, RUMMY = 2, 4, 3
"""Sample records: four in factions, six each alone; four in Zombie Rummy."""


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.fixture
def ada() -> Any:
    return person("Ada")


@pytest.fixture
def bo() -> Any:
    return person("Bo")


@pytest.fixture
def mo() -> Client:
    client = Client()
    client.force_login(make_staff("mo"))
    return client


def table(one: Any, other: Any, game: str = "deadline_99", number: int = SIX, **row: Any) -> Match:
    """Store a match in which two people sat in seats 0 and 2."""
    return stored_match(game, number, users={0: one, 2: other}, **row)


def work_off(seconds: float = 5) -> int:
    count = 0
    while reading_slice(seconds):
        count += 1
    return count


@pytest.mark.parametrize(("game", "number"), [("deadline_99", SIX), ("zombie_rummy", RUMMY)])
def test_a_match_is_read_to_its_end_for_both_directions(
    ada: Any, bo: Any, game: str, number: int
) -> None:
    match = table(ada, bo, game, number)
    assert pairs_ask(one=ada, other=bo) == 1
    work_off()
    reading = TableReading.objects.get(match=match)
    assert (reading.state, reading.due_at) == ("done", None)
    assert set(reading.pairs) == {"0-2", "2-0"}
    (pair,) = pair_scores(ada, bo)
    assert (pair.game, pair.read, len(pair.met)) == (game, 1, 1)
    decided = MatchAction.objects.filter(match=match, seat__in=(0, 2)).count()
    assert 0 < pair.weight.decisions <= decided
    assert not pair.is_enough
    plies = heavy_plies([pair])
    assert {one.name for one in plies} <= {"Ada", "Bo"}
    assert all(0 < one.ply <= match.ply and one.lines for one in plies)
    assert [one.nats for one in plies] == sorted((one.nats for one in plies), reverse=True)


def test_slices_add_up_to_what_one_slice_finds(ada: Any, bo: Any) -> None:
    whole, parts = (table(ada, bo, code=code, finished_at=timezone.now()) for code in ("aa", "bb"))
    pairs_ask(one=ada)
    TableReading.objects.filter(match=parts).update(due_at=None)
    assert work_off(60) == 1
    TableReading.objects.filter(match=parts).update(due_at=timezone.now())
    assert work_off(0) > 1
    one, other = (TableReading.objects.get(match=each).pairs for each in (whole, parts))
    for key in ("0-2", "2-0"):
        decisions, *_ = one[key]["sum"]
        assert decisions == other[key]["sum"][0]
        assert len(one[key]["plies"]) <= MOST_PLIES


def test_a_process_that_died_loses_one_slice_and_another_goes_on(ada: Any, bo: Any) -> None:
    table(ada, bo)
    pairs_ask(one=ada)
    assert reading_slice(0)
    TableReading.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    assert not reading_slice()
    TableReading.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert reading_slice()


@pytest.mark.parametrize(
    "row",
    [
        {"plies": 40},
        {"visibility": "private"},
        {"visibility": "unlisted"},
        {"practice": True},
        {"embargo_until": timezone.now() + timedelta(days=1)},
    ],
    ids=lambda row: next(iter(row)),
)
def test_running_private_and_held_back_matches_are_never_read(
    ada: Any, bo: Any, mo: Client, row: dict[str, Any]
) -> None:
    match = table(ada, bo, **row)
    with pytest.raises(Refusal) as refused:
        pairs_ask(one=ada, other=bo)
    assert refused.value.code == "no_tables"
    TableReading.objects.create(match=match, method=METHOD, state="done", pairs=a_team())
    assert pairs_met() == pair_scores(ada, bo) == []
    assert match.code not in mo.get(reverse("pairs:show", args=["Ada", "Bo"])).content.decode()


def test_a_match_put_under_embargo_while_it_is_read_is_not_shown(ada: Any, bo: Any) -> None:
    match = table(ada, bo)
    pairs_ask(one=ada)
    Match.objects.update(embargo_until=timezone.now() + timedelta(days=1))
    work_off()
    assert TableReading.objects.filter(match=match).exists()
    assert pairs_met() == []


def test_partners_are_read_for_nothing(ada: Any, bo: Any) -> None:
    table(ada, bo, "deadline_99", FACTIONS)
    table(ada, bo, "death_frontline", 5)
    table(ada, bo, "deadline_99", 0)  # two seats
    assert pairs_ask(one=ada) == 1
    work_off()
    assert TableReading.objects.get().pairs == {}
    assert [pair.read for pair in pair_scores(ada, bo)] == [0]


def test_what_a_clock_or_a_bot_played_is_nobodys_decision(ada: Any, bo: Any) -> None:
    match = table(ada, bo)
    timeline = match_timeline(match, list(match.seats.all()))
    assert {one.seat for one in decisions_of(timeline, {0, 2}, 1)} == {0, 2}
    absent = tuple(
        ply._replace(facts=ply.facts._replace(auto="timeout")) if ply.facts.seat == 0 else ply
        for ply in timeline.plies
    )
    assert {one.seat for one in decisions_of(replace(timeline, plies=absent), {0, 2}, 1)} == {2}


def test_a_seat_that_changed_hands_is_left_out(ada: Any, bo: Any) -> None:
    match = table(ada, bo)
    match.seats.filter(number=2).update(taken_over_after=3, starter=person("Cy"))
    assert list(matches_of(ada, bo)) == []


def test_a_failed_or_outdated_match_is_read_again_when_asked(ada: Any, bo: Any) -> None:
    match = table(ada, bo)
    assert pairs_ask(one=ada) == 1
    assert pairs_ask(one=ada) == 0
    TableReading.objects.update(state="failed", due_at=None)
    assert pairs_ask(one=ada) == 1
    TableReading.objects.update(method=METHOD - 1, state="done", due_at=None)
    assert [pair.read for pair in pair_scores(ada, bo)] == [0]
    assert pairs_ask(one=ada) == 1
    assert TableReading.objects.get().match == match


def a_team(score: float = 30.0) -> dict[str, Any]:
    """Return what a match says about two who help each other beyond doubt."""
    each = Weight(decisions=10, team=score, team_var=9.0, team_squares=9.0, peek_var=1.0)
    plies = [[12, 1.5, [["hands_swapped", 1, {"seat": 0, "target": 2, "target_hand": [],
                                              "seat_hand": []}]]]]  # fmt: skip
    return {"0-2": {"sum": [*each], "plies": plies}, "2-0": {"sum": [*each], "plies": []}}


def test_rare_scores_come_first_and_only_with_matches_enough(ada: Any, bo: Any, mo: Client) -> None:
    cy = person("Cy")
    for other, pairs in ((cy, a_team(0.0)), (bo, a_team())):
        for _ in range(4):
            match = table(ada, other)
            TableReading.objects.create(match=match, method=METHOD, state="done", pairs=pairs)
    assert [pair.team_odds for pair in pairs_met()] == [1, 1]
    match = table(ada, bo)
    TableReading.objects.create(
        match=match, method=METHOD, state="done", due_at=None, pairs=a_team()
    )
    first, _ = pairs_met()
    assert {user.username for user in first.people} == {"Ada", "Bo"}
    assert first.team_odds >= 100
    page = mo.get(INDEX).content.decode()
    assert f"1 in {first.team_odds}" in page
    assert "too few matches" in page
    assert "accuses no one" in page
    page = mo.get(reverse("pairs:show", args=["Ada", "Bo"])).content.decode()
    assert f"About 1 in {first.team_odds} honest pairs" in page
    assert re.search(rf'href="/replays/{match.code}/\?ply=12&amp;as=all&amp;open=1"', page)
    assert "swap" in page


def test_the_form_queues_matches_and_refuses_in_sentences(ada: Any, bo: Any, mo: Client) -> None:
    for names, sentence in (
        ({"one": "nobody"}, "find that person"),
        ({"one": ""}, "find that person"),
        ({"one": "ada", "other": "Ada"}, "two different people"),
        ({"one": "Ada"}, "nothing to read"),
    ):
        answer = mo.post(READ, names)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    table(ada, bo)
    assert 'value="A&amp;da"' in mo.get(INDEX, {"one": "A&da"}).content.decode()
    assert mo.post(READ, {"one": "ada"}).url == INDEX
    assert "1 match is waiting" in mo.get(INDEX).content.decode()
    shown = mo.post(READ, {"one": "ada", "other": "bo"}).url
    assert shown == reverse("pairs:show", args=["Ada", "Bo"])
    assert 'hx-trigger="every 4s"' in mo.get(shown).content.decode()
    work_off()
    assert "hx-trigger" not in mo.get(shown).content.decode().partition('id="reading"')[2]


def test_the_report_is_for_moderators_with_a_second_factor(ada: Any, bo: Any) -> None:
    clerk = person("clerk")
    clerk.is_staff = True
    clerk.save()
    show = reverse("pairs:show", args=["Ada", "Bo"])
    for reader, status in ((None, 302), (ada, 403), (clerk, 302)):
        client = Client()
        if reader is not None:
            client.force_login(reader)
        assert client.get(INDEX).status_code == status
        assert client.get(show).status_code == status
        assert client.post(READ, {"one": "Ada"}).status_code == status
    assert not TableReading.objects.exists()


def test_every_game_that_can_be_weighed_has_its_rates() -> None:
    for game, rules in all_rules().items():
        if rules.stakes is not None:
            rates = rates_of(game)
            assert rates.alarm in dict(rates.team)
            assert rates.alarm in dict(rates.peek)
            leasts = [least for _, least in rates.team]
            assert leasts == sorted(leasts)
            assert one_in(rates.team, leasts[0] - 1) == 1
            assert one_in(rates.team, 99) == rates.team[-1][0]
            assert {line.kind for line in rates.checked} >= {"honest"}
            assert all(line.label and line.by_span for line in rates.checked)
