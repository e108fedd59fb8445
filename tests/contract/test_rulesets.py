"""A rule of a game is changed: what was begun goes on as it began, what is new is played anew.

Every game's ruleset is raised in a toy way: by the new one whoever acts resigns, whatever they ask
for. So nothing that was played by the old one can pass for the new, not for one action.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, Event, Rules
from games.engine.read_record import read_record
from games.engine.record import RecordError
from games.engine.verify import verify_record
from games.matches import store
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.services.match_act import match_time_out
from games.matches.services.match_play_out import Player, match_play_out
from games.matches.services.table_create import table_rematch
from games.registry import all_rulesets, current_rules
from replays.selectors import TIMELINES, uploaded_timeline
from replays.services.analysis import analysis_ask, analysis_slice
from replays.services.upload import record_upload
from replays.verification import verify_match
from tests.contract.faces import faces_of
from tests.contract.matches import played_matches
from tests.contract.test_goldens import records_of
from tests.replays.forking import begun
from tests.replays.talking import signed_in
from tests.support.tables import (
    act_for,
    bot_acts,
    default_action,
    make_running,
    make_table,
    make_user,
    pass_deadline,
    play_to_end,
    sit_down,
)

pytestmark = pytest.mark.django_db
THEN = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
Raise = Callable[[], Rules]


@pytest.fixture
def raise_ruleset(game: str, monkeypatch: pytest.MonkeyPatch) -> Raise:
    """Return what raises the game's ruleset, and returns the new rules."""

    def raised() -> Rules:
        old = current_rules(game)

        def decide(
            state: Any, seat: int, action: Action, chance: Chance
        ) -> tuple[list[Event], Any]:
            return old.decide(state, seat, dict(RESIGN), chance)

        meta = replace(old.meta, ruleset=old.meta.ruleset + 1)
        new = replace(old, meta=meta, decide=decide)
        monkeypatch.setitem(all_rulesets(), game, {**all_rulesets()[game], meta.ruleset: new})
        forget()
        return new

    return raised


def forget() -> None:
    """Be a process that was just started, with the new rules."""
    store.POSITIONS.clear()
    TIMELINES.clear()


def played(game: str) -> Match:
    """Return a finished match of bots."""
    rules = current_rules(game)
    players = [Player(next(iter(rules.bots)))] * rules.meta.allowed_seats()[0]
    return match_play_out(game=game, players=players, started_at=THEN)


def somebody_plays(game: str) -> tuple[Match, list[Any]]:
    """Return a running match of the fewest people, and them."""
    seats = current_rules(game).meta.allowed_seats()[0]
    people = [make_user(f"person{seat}") for seat in range(seats)]
    return make_running(*people, game=game), people


def nobody_has_resigned(match: Match) -> bool:
    return not any(store.load_position(match).state.resigned)


def exported(match: Match) -> bytes:
    return json.dumps(record_json(match)).encode()


def test_a_finished_match_is_exported_and_verified_by_its_own(
    game: str, raise_ruleset: Raise
) -> None:
    match, old = played(game), current_rules(game)
    assert raise_ruleset().meta.ruleset > match.ruleset
    record = read_record(exported(match), all_rulesets())
    assert record.rules is old
    assert verify_record(record)
    verify_match(match)
    call_command("verify_matches", match.code)


def test_its_file_is_read_and_shown_by_its_own(
    game: str, raise_ruleset: Raise, tmp_path: Path
) -> None:
    match, old = played(game), current_rules(game)
    raise_ruleset()
    upload = record_upload(data=exported(match))
    assert uploaded_timeline(upload).rules is old
    file = tmp_path / "record.json"
    file.write_bytes(exported(match))
    call_command("record", "verify", str(file))


def test_it_is_watched_analysed_and_proven_by_its_own(game: str, raise_ruleset: Raise) -> None:
    match = played(game)
    raise_ruleset()
    for page in ("", "operations.json", "proof/"):
        assert Client().get(f"/replays/{match.code}/{page}").status_code == 200
    analysis = analysis_ask(match=match, user=make_user("asks"))
    assert analysis_slice()
    analysis.refresh_from_db()
    assert (analysis.state, analysis.progress) != ("failed", 0)


def test_practice_from_it_goes_by_its_own(game: str, raise_ruleset: Raise) -> None:
    match, user = played(game), make_user("learner")
    offered = ["again", "fork"] if match.rules.hiding else ["again"]
    raise_ruleset()
    for practice in [begun(way, match, user) for way in offered]:
        assert practice.ruleset == match.ruleset
        for _ in range(3):
            if practice.to_act == 0:
                act_for(practice, user, default_action(practice))
            else:
                assert bot_acts(practice)
            practice.refresh_from_db()
        assert nobody_has_resigned(practice)
        verify_match(practice)


def test_a_running_match_goes_on_by_its_own(game: str, raise_ruleset: Raise) -> None:
    match, people = somebody_plays(game)
    raise_ruleset()
    act_for(match, people[match.to_act or 0], default_action(match))
    pass_deadline(match)
    match_time_out(code=match.code)
    match.refresh_from_db()
    assert match.ply == 2
    assert nobody_has_resigned(match)
    page = signed_in(people[0]).get(f"/matches/{match.code}/")
    assert "Earlier rules" in page.content.decode()
    play_to_end(match, *people)
    assert match.result["reason"] != "resignation"
    verify_match(match)
    assert verify_record(read_record(exported(match), all_rulesets()))


def test_a_table_keeps_the_rules_at_which_people_sat_down(game: str, raise_ruleset: Raise) -> None:
    people = [make_user("ada"), make_user("bo")]
    match = make_table(*people, game=game)
    raise_ruleset()
    sit_down(match, *people)
    act_for(match, people[match.to_act or 0], default_action(match))
    assert nobody_has_resigned(match)
    verify_match(match)


def test_what_is_new_is_played_by_the_new(game: str, raise_ruleset: Raise) -> None:
    before, people = somebody_plays(game)
    play_to_end(before, *people)
    new = raise_ruleset()
    rematch = table_rematch(code=before.code, user=people[0])
    match = make_running(*people, game=game)
    assert rematch.ruleset == match.ruleset == new.meta.ruleset
    page = signed_in(people[0]).get(f"/matches/{match.code}/")
    assert "Earlier rules" not in page.content.decode()
    act_for(match, people[match.to_act or 0], default_action(match))
    assert not nobody_has_resigned(match)
    verify_match(match)


def test_golden_records_stay_readable(game: str, raise_ruleset: Raise) -> None:
    paths = records_of(game)
    before = [read_record(path.read_bytes(), all_rulesets()).rules for path in paths]
    raise_ruleset()
    after = [read_record(path.read_bytes(), all_rulesets()) for path in paths]
    assert [record.rules for record in after] == before
    assert verify_record(after[0])


def test_a_record_of_a_ruleset_that_is_not_here_is_refused(
    game: str, raise_ruleset: Raise, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_ruleset()
    record = exported(played(game))
    monkeypatch.undo()
    with pytest.raises(RecordError) as refused:
        read_record(record, all_rulesets())
    assert refused.value.code == "other_ruleset"


def test_a_card_is_called_alike_in_all_rulesets(game: str) -> None:
    """Pages name cards by the game alone: a face of another name gets a code of its own."""
    today = current_rules(game)
    for ruleset, rules in all_rulesets()[game].items():
        for code in {code for one in played_matches(game, ruleset) for code in faces_of(one)}:
            assert today.showing.card_name(code) == rules.showing.card_name(code)
