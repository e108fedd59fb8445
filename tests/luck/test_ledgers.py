"""Ledgers: matches are split in the background, once, and shown to who may see the replay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.registry import OVER
from games.luck import services
from games.luck.models import Ledger
from games.luck.selectors import ENOUGH, Line, estimate, lines_of, record_of, records_of
from games.luck.services import METHOD, ledger_queue, ledger_slice, ledgers_catch_up
from games.matches.models import Match
from replays.analysis.reckon import final_shares
from replays.selectors import match_timeline
from tests.replays.factories import person, stored_match
from tests.support.tables import make_running, make_user, play_to_end

pytestmark = pytest.mark.django_db
SHOWN = 'class="ledger"'


@pytest.fixture(autouse=True)
def _seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imagine chance seldom: what holds for that holds for often."""
    monkeypatch.setattr(services, "OFTEN", 3)
    services.PLAYED.clear()


def split(match: Match) -> Ledger:
    ledger, _ = Ledger.objects.get_or_create(match=match, defaults={"method": METHOD})
    while ledger_slice(seconds=1):
        pass
    ledger.refresh_from_db()
    return ledger


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("game", "number"), [("deadline_99", 0), ("death_frontline", 2), ("zombie_rummy", 0)]
)
def test_a_match_of_every_game_is_split_and_adds_up(game: str, number: int) -> None:
    match = stored_match(game, number)
    ledger = split(match)
    assert (ledger.state, ledger.due_at, ledger.plies) == ("done", None, match.ply + 1)
    shares = final_shares(match_timeline(match, list(match.seats.all())))
    lines = lines_of(ledger)
    assert [one.won for one in lines] == pytest.approx(shares)
    assert sum(one.luck for one in lines) == pytest.approx(0, abs=1e-9)
    assert any(one.luck for one in lines)
    moments = [luck for own in ledger.moments for _, luck in own]
    assert max(moments) > 0 > min(moments)


def test_slices_lose_nothing_and_repeat_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 7)
    ledger = Ledger.objects.create(match=stored_match("deadline_99", 1), method=METHOD)
    done = []
    while ledger_slice(seconds=0):
        ledger.refresh_from_db()
        done.append(ledger.plies)
    assert len(done) > 1
    assert done == sorted({*done})
    assert sum(line.won for line in lines_of(ledger)) == pytest.approx(1)


def test_a_match_is_queued_when_it_ends_and_practice_is_not() -> None:
    match = stored_match("deadline_99", 0)
    ledger_queue(match)
    ledger_queue(match)
    ledger_queue(stored_match("deadline_99", 1, practice=True))
    assert [one.match_id for one in Ledger.objects.all()] == [match.pk]


def test_the_end_of_a_match_queues_it() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    play_to_end(match, ada, bo)
    assert Ledger.objects.filter(match=match, state="running").exists()


def test_matches_from_before_are_caught_up_with_newest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "CATCH_UP", 1)
    old = stored_match("deadline_99", 0)
    new = stored_match("deadline_99", 1)
    Match.objects.filter(pk=new.pk).update(finished_at=timezone.now())
    stored_match("deadline_99", 2, plies=4)
    stored_match("deadline_99", 3, ruleset=0)
    for match in (new, old):
        assert ledgers_catch_up() is None
        assert Ledger.objects.get(due_at__isnull=False).match_id == match.pk
        split(match)
    assert ledgers_catch_up() is OVER


def test_what_breaks_is_marked_and_shown_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    match = stored_match("deadline_99", 0)
    monkeypatch.setattr(services, "_split_some", lambda *_: 1 / 0)
    assert split(match).state == "failed"
    assert 'id="luck"' not in Client().get(f"/replays/{match.code}/?open=1").content.decode()


def test_a_replay_shows_luck_only_to_who_wants_to_see_ahead() -> None:
    match = stored_match("deadline_99", 0)
    split(match)
    assert SHOWN not in Client().get(f"/replays/{match.code}/?ply=2").content.decode()
    page = Client().get(f"/replays/{match.code}/?ply=2&open=1").content.decode()
    assert page.count(SHOWN) == match.seat_count
    assert SHOWN not in Client().get(f"/replays/{match.code}/embed/?open=1").content.decode()


def told(code: str) -> Any:
    answer = Client().get(f"/api/v1/matches/{code}/luck")
    return answer.json() if answer.status_code == 200 else answer.status_code


def test_programs_are_told_figures_that_add_up() -> None:
    match = stored_match("zombie_rummy", 0)
    assert told(match.code) == 404
    split(match)
    for one in told(match.code)["seats"]:
        parts = [one[name] for name in ("begin", "luck", "own", "others")]
        assert sum(parts) == pytest.approx(one["won"], abs=1e-5)


def test_luck_is_hidden_with_the_replay() -> None:
    until = timezone.now() + timedelta(hours=1)
    ada = person()
    for changes in (
        {"visibility": "private"},
        {"embargo_until": until},
        {"deal_open": True},
    ):
        match = stored_match("deadline_99", 0, users={0: ada}, **changes)
        split(match)
        assert told(match.code) in (403, 404, 422)
        assert Client().get(f"/replays/{match.code}/?open=1").status_code in (403, 404)
    Match.objects.all().update(visibility="public", embargo_until=None, deal_open=False)
    assert told(match.code)["match"] == match.code


def enough(ada: Any, **changes: Any) -> list[Match]:
    matches = [stored_match("deadline_99", 0, users={0: ada}, **changes) for _ in range(ENOUGH)]
    for match in matches:
        split(match)
    return matches


def test_a_profile_tells_the_mean_of_enough_public_matches() -> None:
    ada = person("ada")
    *_, last = enough(ada)
    [record] = records_of(ada)
    lines = [lines_of(one)[0] for one in Ledger.objects.all()]
    assert (record.game, record.matches) == ("deadline_99", ENOUGH)
    assert record.luck.mean == pytest.approx(sum(one.luck for one in lines) / ENOUGH)
    assert record.corrected.mean == pytest.approx(record.over.mean - record.luck.mean)
    assert "luck-title" in Client().get("/people/ada/").content.decode()
    [game] = Client().get("/api/v1/players/ada/luck").json()["games"]
    assert game["corrected"]["mean"] == round(record.corrected.mean, 4)
    Match.objects.filter(pk=last.pk).update(visibility="unlisted")
    assert records_of(ada) == []


@pytest.mark.parametrize(
    "hidden", [{"deal_open": True}, {"visibility": "private"}, {"embargo_until": "later"}]
)
def test_a_profile_tells_nothing_of_matches_that_are_held_back(hidden: dict[str, Any]) -> None:
    if "embargo_until" in hidden:
        hidden = {"embargo_until": timezone.now() + timedelta(hours=1)}
    ada = person("ada")
    enough(ada, **hidden)
    assert records_of(ada) == []
    games = client_of(ada).get("/api/v1/players/ada/luck").json()["games"]
    assert games == []


def test_a_line_adds_up_and_an_estimate_has_its_margin() -> None:
    line = Line(0.25, 0.3, -0.1, 0.55, 0.02)
    assert (line.won, line.over, line.corrected) == pytest.approx((1.0, 0.75, 0.45))
    many = estimate([0.0, 1.0], 0.5, 10**6)
    assert many == pytest.approx((0.5, 1.96 * 0.5), abs=1e-4)


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (29, 2.045)])
def test_few_matches_have_the_wider_margins_of_students_t(freedom: int, quantile: float) -> None:
    assert estimate([0.0], 1.0, freedom).margin == pytest.approx(quantile, rel=0.025)


def test_matches_that_all_end_alike_are_no_certainty() -> None:
    line = Line(0.5, 0.0, -0.5, 0.0, 0.01)
    record = record_of("deadline_99", [line] * 5)
    assert record.over.mean == -0.5
    assert record.over.margin == record.corrected.margin == pytest.approx(1.96 / 7)


def test_a_failure_after_the_claim_was_lost_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger = Ledger.objects.create(match=stored_match("deadline_99", 0), method=METHOD)
    later = timezone.now() + timedelta(hours=1)

    def too_late(*_: Any) -> None:
        Ledger.objects.update(due_at=later)
        raise ValueError

    monkeypatch.setattr(services, "_split_some", too_late)
    assert ledger_slice(seconds=1)
    ledger.refresh_from_db()
    assert (ledger.state, ledger.due_at) == ("running", later)
