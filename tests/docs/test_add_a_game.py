"""A fourth game is one folder: played, timed out, recorded and watched with nothing else edited."""

from __future__ import annotations

import importlib
import json
import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from io import StringIO
from pathlib import Path
from shutil import copytree

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from config.management.commands.translations import LOCALES, untranslated_games
from games import rules as rules_package
from games.engine.contract import JsonObject
from games.engine.read_record import read_record
from games.engine.text import Phrase
from games.engine.verify import verify_record
from games.matches import store
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.services.match_act import match_time_out
from games.registry import all_rulesets, current_rules
from tests.contract import test_goldens, test_secrecy
from tests.contract.matches import played_matches
from tests.support.stories import main as write_stories
from tests.support.tables import (
    act_for,
    bot_acts,
    first_legal,
    make_running,
    make_user,
    play_to_end,
)

pytestmark = pytest.mark.django_db
TOY, FIXED = Path(__file__).parent / "toy", Path(__file__).parent / "toy_fixed"
ROLLOUTS = Path(__file__).parents[1] / "engine" / "test_rollout.py"
CONTRACT = (
    "contest",
    "events",
    "inventory",
    "meta",
    "plain",
    "play",
    "players",
    "refusals",
    "regions",
    "secrecy",
)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the toy's folder beside the others."""
    add_folder(monkeypatch, TOY)
    yield
    monkeypatch.undo()
    forget()


def add_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Find games in this folder too, before those found so far."""
    monkeypatch.setattr(rules_package, "__path__", [str(folder), *rules_package.__path__])
    forget()


def forget() -> None:
    """Be a process that has read nothing of the toy."""
    for name in [name for name in sys.modules if name.startswith("games.rules.high_card")]:
        del sys.modules[name]
    all_rulesets.cache_clear()
    store.POSITIONS.clear()


@pytest.fixture
def fixed(tmp_path: Path) -> Path:
    """A folder with the toy after a change of its rules: two cards are dealt, not three."""
    folder = tmp_path / "high_card"
    copytree(TOY / "high_card", folder)
    copytree(FIXED / "past", folder / "past")
    source = (folder / "__init__.py").read_text(encoding="utf-8")
    changed = source.replace("HAND = 3", "HAND = 2").replace("ruleset=1", "ruleset=2")
    (folder / "__init__.py").write_text(changed, encoding="utf-8")
    return tmp_path


def test_it_keeps_the_contract() -> None:
    rules, matches = current_rules("high_card"), played_matches("high_card", 1)
    for name in CONTRACT:
        module = importlib.import_module(f"tests.contract.test_{name}")
        for key, check in vars(module).items():
            if key.startswith("test_") and not getattr(check, "pytestmark", ()):
                given = {"rules": rules, "matches": matches}
                check(**{one: given[one] for one in signature(check).parameters})


def test_with_cards_laid_face_down_it_would_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions are public: the head that is shown at the table would tell what was laid."""
    rules, line = current_rules("high_card"), Phrase("A card is laid face down.")
    _, laid, *_ = rules.events
    monkeypatch.setattr(laid, "seen_by", lambda event, viewer: line)
    covered = replace(rules, observe=lambda state, viewer: cover(rules.observe(state, viewer)))
    played = played_matches.__wrapped__  # what is kept may be of another test's classes
    matches = tuple(replace(one, rules=covered) for one in played("high_card", 1))
    with pytest.raises(AssertionError, match="lay"):
        test_secrecy.test_no_action_holds_what_spectators_are_not_shown(covered, matches)


def cover(view: JsonObject) -> JsonObject:
    """Return the view of High Card without the cards that were laid."""
    return {**view, "laid": [{"count": len(cards)} for cards in view["laid"]]}


def make_golden_records(folder: Path, seats: int = 2) -> None:
    """Run the guide's command."""
    call_command(
        "record", "play", "--game=high_card", f"--seats={seats}", f"--seed={'5e' * 32}",
        "--random", "--resign", "--every-end", str(folder), stdout=StringIO(),
    )  # fmt: skip


def test_one_command_makes_its_golden_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "high_card"
    make_golden_records(folder)
    write_stories(sorted(folder.glob("*.json")))
    monkeypatch.setattr(test_goldens, "GOLDEN", tmp_path)
    test_goldens.test_every_way_a_match_can_end_has_a_record("high_card")
    test_goldens.test_every_event_has_a_record("high_card")
    for path in folder.glob("*.json"):
        test_goldens.test_the_record_verifies_and_tells_the_same_story_as_ever(path)
        test_goldens.test_the_rules_cause_events_that_fold_to_the_recorded_result(path)


def test_the_command_writes_over_no_golden_record(tmp_path: Path) -> None:
    make_golden_records(tmp_path)
    first, *_, last = sorted(tmp_path.glob("*.json"))
    last.replace(first)
    kept = first.read_bytes()
    make_golden_records(tmp_path)
    assert first.read_bytes() == kept
    assert last.exists()


def test_the_command_records_the_number_of_seats_it_is_given(tmp_path: Path) -> None:
    for seats in (2, 3):
        make_golden_records(tmp_path, seats)
    records = [json.loads(path.read_bytes()) for path in tmp_path.glob("*.json")]
    assert {len(record["seats"]) for record in records} == {2, 3}


def test_its_words_may_wait_for_their_translation() -> None:
    assert [untranslated_games(locale) for locale in LOCALES] == [["high_card"]] * len(LOCALES)


def test_it_is_played_against_a_bot_recorded_and_watched() -> None:
    ada, browser = make_user("ada"), Client()
    browser.force_login(ada)
    match = make_running(ada, game="high_card", bots=["novice"])
    page = reverse("matches:match", args=[match.code])
    assert "2 hidden cards" not in browser.get(page).content.decode()
    assert "3 hidden cards" in browser.get(page).content.decode()
    while match.status == Match.Status.RUNNING:
        if match.to_act == 0:
            act_for(match, ada, first_legal(match))
        else:
            assert bot_acts(match)
        match.refresh_from_db()
    assert match.result["reason"] == "all_laid"
    for address in (page, reverse("replays:list") + "?results=1"):
        told, best = browser.get(address).content.decode(), max(match.result["scores"])
        assert f">{best}<" in told
        assert f">+{best}<" not in told  # its scores are never below nothing
    record = read_record(json.dumps(record_json(match)).encode(), all_rulesets())
    assert verify_record(record)
    again = [reverse(f"replays:{name}", args=[match.code]) for name in ("show", "picture")]
    for address in (page, *(f"{one}?ply=3&as=all" for one in again)):
        assert browser.get(address).status_code == 200


def test_the_help_at_its_table_names_what_can_be_done() -> None:
    ada, bo, browser = make_user("ada"), make_user("bo"), Client()
    match = make_running(ada, bo, game="high_card")
    hand = store.load_position(match).state.hands[0]
    browser.force_login(ada)
    told = browser.get(reverse("matches:help", args=[match.code])).content.decode()
    assert all(f"Lay · Card: {card}" in told for card in hand)
    assert "nothing to do" not in told


def test_its_replay_offers_what_it_can_do_alone() -> None:
    ada, bo, browser = make_user("ada"), make_user("bo"), Client()
    browser.force_login(ada)
    match = make_running(ada, bo, game="high_card")
    play_to_end(match, ada, bo)
    replay = browser.get(reverse("replays:show", args=[match.code]) + "?ply=2").content.decode()
    offered = [
        reverse(f"replays:{name}", args=[match.code]) in replay for name in ("again", "fork")
    ]
    assert offered == [True, False]  # without `hidden` nothing can be dealt anew


def test_whoever_is_absent_is_played_for() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo, game="high_card")
    Match.objects.filter(pk=match.pk).update(deadline_at="2020-01-01T00:00:00Z")
    match_time_out(code=match.code)
    match.refresh_from_db()
    assert match.ply == 1


def test_the_site_offers_it() -> None:
    browser = Client()
    browser.force_login(make_user("ada"))
    for page in ("/", "/rules/", "/rules/high_card/", "/tables/new/high_card/", "/ladders/"):
        answer = browser.get(page)
        assert answer.status_code == 200, page
        if page != "/ladders/":
            assert "High Card" in answer.content.decode(), page
    assert not re.search(r"\b(three|four) (card )?games", browser.get("/").content.decode())


def test_the_tests_of_the_engine_ask_it_for_nothing_that_it_lacks() -> None:
    asked = 0
    for name, check in runpy.run_path(str(ROLLOUTS)).items():
        for mark in getattr(check, "pytestmark", ()) if name.startswith("test_") else ():
            if "high_card" in mark.args[1]:
                check("high_card")
                asked += 1
    assert asked == 1


def test_when_a_rule_is_changed_what_was_played_before_keeps_the_old_one(
    fixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [make_user("ada"), make_user("bo")]
    over, running = (make_running(*people, game="high_card") for _ in range(2))
    play_to_end(over, *people)
    add_folder(monkeypatch, fixed)
    play_to_end(running, *people)
    after = make_running(*people, game="high_card")
    play_to_end(after, *people)
    for match, plies, ruleset in ((over, 6, 1), (running, 6, 1), (after, 4, 2)):
        record = read_record(json.dumps(record_json(match)).encode(), all_rulesets())
        assert record.rules.meta.ruleset == ruleset
        assert len(verify_record(record)) - 1 == plies


@pytest.mark.parametrize("name", ["ruleset_0", "ruleset_2", "first"])
def test_an_older_ruleset_is_called_by_its_number(
    name: str, fixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = fixed / "high_card" / "past"
    (past / "ruleset_1.py").rename(past / f"{name}.py")
    add_folder(monkeypatch, fixed)
    with pytest.raises(RuntimeError, match="calls itself high_card, 1"):
        all_rulesets()
