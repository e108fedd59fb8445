"""The timeline of a stored match: every ply as it was, by `apply` and `observe` alone."""

from __future__ import annotations

import dataclasses

import pytest

from games.engine.canonical import canonical
from games.engine.snapshot import snapshot
from games.engine.verify import verify_record
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.matches.models import Match
from games.registry import all_rulesets
from replays.selectors import TIMELINES, match_timeline, uploaded_timeline
from replays.services.upload import record_upload
from replays.timeline import Timeline
from tests.replays.factories import proven_match, recorded, sample, sample_path, stored_match

pytestmark = pytest.mark.django_db
GAMES = recorded()


@pytest.fixture(autouse=True)
def _cold() -> None:
    TIMELINES.clear()


def timeline_of(match: Match) -> Timeline:
    return match_timeline(match, list(match.seats.order_by("number")))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1, None, "all"])
def test_every_ply_shows_each_viewer_what_the_live_table_showed(game: str, seat: object) -> None:
    viewer = OPEN_TABLE if seat == "all" else Viewer(seat) if isinstance(seat, int) else PUBLIC
    record, live = sample(game)
    timeline = timeline_of(stored_match(game))
    assert timeline.last == len(record.entries)
    lines = []
    for number, ply in enumerate(live):
        lines += [line for event in ply.events if (line := event.seen_by(viewer)) is not None]
        then = snapshot(record.rules, ply.state, number, viewer)
        now = snapshot(record.rules, timeline.position(number).state, number, viewer)
        assert canonical(now) == canonical(then)
        log = [logged.event.seen_by(viewer) for logged in timeline.position(number).log]
        assert [line for line in log if line is not None] == lines


@pytest.mark.parametrize("game", GAMES)
def test_it_is_drawn_without_asking_the_rules_to_decide(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = stored_match(game)

    def never(*args: object) -> None:
        raise AssertionError("a replay asked `decide`")

    undecided = dataclasses.replace(match.rules, decide=never, start=never, legal_actions=never)
    monkeypatch.setitem(all_rulesets(), game, {match.ruleset: undecided})
    timeline = timeline_of(match)
    for ply in range(timeline.last + 1):
        snapshot(undecided, timeline.position(ply).state, ply, Viewer(0))


@pytest.mark.parametrize("game", GAMES)
def test_an_uploaded_record_has_the_same_timeline(game: str) -> None:
    upload = record_upload(data=sample_path(game, 0).read_bytes())
    timeline = uploaded_timeline(upload)
    _, live = sample(game)
    assert [ply.state for ply in timeline.plies] == [ply.state for ply in live]
    assert [ply.facts.head for ply in timeline.plies] == [ply.head for ply in live]


def test_heads_are_the_stored_ones_and_the_header_before_them() -> None:
    match = proven_match()
    record, _ = sample()
    timeline = timeline_of(match)
    assert timeline.plies[0].facts.head == record.chain_start()
    assert timeline.plies[-1].facts.head == match.head


def test_a_running_match_is_read_anew_when_it_has_moved_on() -> None:
    match = stored_match(plies=5)
    assert timeline_of(match).last == 5
    Match.objects.filter(pk=match.pk).update(ply=4)  # an older row must not show what came later
    match.refresh_from_db()
    match.version = match.events.filter(ply__lte=4).count()
    assert timeline_of(match).last == 4


def test_the_samples_hold() -> None:
    assert all(verify_record(sample(game)[0]) for game in GAMES)
