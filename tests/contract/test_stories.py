"""How matches end, in words: every end of every game has a true story, and tells no secret."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.engine.chance import Chance
from games.engine.contract import Event
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.text import Phrase, SeatRef
from games.engine.verify import Ply, verify_record
from games.engine.viewer import PUBLIC
from games.matches.phrases import phrase_text
from games.registry import all_rulesets

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
RECORDS = sorted(GOLDEN.glob("*/*.json"))

STORIES = {
    "deadline_99/angel_and_reaper": "Bo had to play 6 of clubs on 99 and went out. Chen wins.",
    "deadline_99/cap": "The limit of 1600 plays is reached: everyone still in shares the win.",
    "deadline_99/empty_hand": "Bo ran out of cards and went out. Ada wins.",
    "deadline_99/king_eliminated_red": "Chen played 5 of spades on 97 and went out."
    " The red king is out: the black faction wins.",
    "deadline_99/resignation": "Chen resigned. Bo wins.",
    "death_frontline/annihilation_4": "Axis had no troops left, on the field or in their cards."
    " Allies win.",
    "death_frontline/breakthrough_2": "Bo broke through at C1 with Panther. Bo wins.",
    "death_frontline/max_rounds_2": "Round 5 was the last. Enemy cells held: Allies 0, Axis 0."
    " A draw.",
    "death_frontline/out_of_cards_2": "Ada ran out of cards. Enemy cells held: Allies 0, Axis 3."
    " Bo wins.",
    "death_frontline/resignation_4": "Ada resigned. Axis win.",
    "zombie_rummy/cap": "After the last round Bo wins with −72.",
    "zombie_rummy/resignation": "Dörte resigned; Chen wins.",
    "zombie_rummy/rounds": "After the last round Dörte wins with +6.",
    "zombie_rummy/score": "Chen sank to −42; Bo wins with −17.",
    "zombie_rummy/wins": "Bo wins with 2 rounds won.",
}


@cache
def played(path: Path) -> tuple[Record, list[Ply], list[Event]]:
    record = read_record(path.read_bytes(), all_rulesets())
    plies = verify_record(record)
    return record, plies, [event for ply in plies for event in ply.events]


def story(path: Path) -> tuple[Phrase, ...]:
    record, plies, events = played(path)
    assert record.rules.showing.story is not None
    return record.rules.showing.story(plies[-1].state, events)


def told(path: Path) -> str:
    record, _, _ = played(path)
    return " ".join(phrase_text(one, record.rules, record.seats) for one in story(path))


@pytest.mark.parametrize(("name", "said"), STORIES.items())
def test_a_story_names_the_cause_and_the_winner(name: str, said: str) -> None:
    assert told(GOLDEN / f"{name}.json") == said


def test_every_way_to_end_has_a_story_of_its_own() -> None:
    reasons: dict[tuple[str, str], set[str]] = {}
    for path in RECORDS:
        record, plies, _ = played(path)
        result = record.rules.result(plies[-1].state)
        assert result is not None
        keys = reasons.setdefault((record.rules.meta.key, result.reason), set())
        keys.add(story(path)[0].key)
    for rules in {
        played(path)[0].rules.meta.key: played(path)[0].rules for path in RECORDS
    }.values():
        assert {reason for game, reason in reasons if game == rules.meta.key} == set(
            rules.meta.end_reasons
        )


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_story_tells_only_what_everybody_was_shown(path: Path) -> None:
    record, _, events = played(path)
    lines = [line for event in events if (line := event.seen_by(PUBLIC)) is not None]
    shown = {card for line in lines for card in line.cards()}
    assert {card for phrase in story(path) for card in phrase.cards()} <= shown
    title = record.rules.showing.chapter
    assert title is not None
    for event in events:
        phrase = title(event)
        if phrase is not None:
            assert not phrase.cards()
            assert event.seen_by(PUBLIC) is not None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_winner_it_names_came_first(path: Path) -> None:
    record, plies, _ = played(path)
    result = record.rules.result(plies[-1].state)
    assert result is not None
    last = story(path)[-1]
    if "wins" in last.key and isinstance(seat := last.args.get("seat"), SeatRef):
        assert result.ranks[seat.seat] == 1
        assert result.ranks.count(1) == 1


@pytest.mark.parametrize(
    "path", sorted(GOLDEN.glob("deadline_99/*.json")), ids=lambda path: path.stem
)
def test_who_had_to_play_a_card_had_no_other_that_kept_them_in(path: Path) -> None:
    record, plies, _ = played(path)
    rules, before = record.rules, plies[-2].state
    first = story(path)[0]
    if "%(card)s" not in first.key:
        return
    seat = rules.to_act(before)
    assert seat is not None
    chance = Chance(record.seed, rules.meta.key)
    ways = (
        rules.decide(before, seat, action, chance) for action in rules.legal_actions(before, seat)
    )
    stays = any(after.alive[seat] for _, after in ways)
    assert ("had to" in first.key) == (not stays)
