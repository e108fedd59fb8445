"""`docs/verify.py`, run as anybody would, agrees with the records and finds what was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.read_record import read_record
from games.engine.record import RecordError
from games.engine.verify import verify_record
from games.registry import all_rulesets
from replays.operations import bot_dice_of, operations_of
from tests.replays.factories import SAMPLES, sample

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "docs" / "verify.py"
RECORDS = sorted(p for p in SAMPLES.glob("*/*.json") if "expect" not in p.name)


def run(*files: Path) -> tuple[int, str]:
    """Run the script in a bare Python that sees nothing of the project."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=60)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def operations_file(tmp_path: Path, game: str, number: int) -> Path:
    record, _ = sample(game, number)
    actions = [(entry["seat"], entry["action"]) for entry in record.entries]
    listed = operations_of(record.rules, record.options, len(record.seats), record.seed, actions)
    path = tmp_path / "operations.json"
    bots = bot_dice_of(game, record.seed, record.entries)
    path.write_text(json.dumps({"match": record.match, "operations": listed, "bots": bots}))
    return path


def changed(tmp_path: Path, change: Any) -> Path:
    record = json.loads((SAMPLES / "deadline_99" / "00.json").read_bytes())
    change(record)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sample_record_holds(path: Path) -> None:
    status, text = run(path)
    assert status == 0
    assert json.loads(path.read_bytes())["head"] in text


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
def test_every_random_operation_follows_from_the_seed(tmp_path: Path, game: str) -> None:
    number = 0
    status, text = run(
        SAMPLES / game / f"{number:02}.json", operations_file(tmp_path, game, number)
    )
    assert status == 0
    assert "random operations follow" in text


def meddle_secret(record: Any) -> None:
    record["fairness"]["secret"] = "0" * 64


def meddle_contribution(record: Any) -> None:
    record["fairness"]["contributions"][1] += "x"


def meddle_seed(record: Any) -> None:
    record["seed"] = "0" * 64


def meddle_action(record: Any) -> None:
    record["actions"][4]["seat"] ^= 1


def meddle_options(record: Any) -> None:
    record["options"]["decks"] = 4


def drop_match(record: Any) -> None:
    del record["match"]


def shorten_contributions(record: Any) -> None:
    record["fairness"]["contributions"].pop()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (meddle_secret, "the commitment is not the SHA-256"),
        (meddle_contribution, "the commitment of seat 1 is not"),
        (meddle_seed, "the seed does not follow"),
        (meddle_action, "the chain over the actions ends in"),
        (meddle_options, "the chain over the actions ends in"),
        (drop_match, "the file is damaged"),
        (shorten_contributions, "not one contribution for each seat"),
    ],
)
def test_what_was_changed_is_named(tmp_path: Path, change: Any, sentence: str) -> None:
    status, text = run(changed(tmp_path, change))
    assert status == 1
    assert text.startswith("WRONG: ")
    assert sentence in text


def test_a_changed_shuffle_is_named(tmp_path: Path) -> None:
    path = operations_file(tmp_path, "deadline_99", 0)
    listed = json.loads(path.read_text())
    after = listed["operations"][0]["after"]
    other = next(i for i, card in enumerate(after) if card != after[0])
    after[0], after[other] = after[other], after[0]
    path.write_text(json.dumps(listed))
    status, text = run(SAMPLES / "deadline_99" / "00.json", path)
    assert (status, text.splitlines()[-1]) == (
        1,
        "WRONG: random operation 0 does not follow from the seed",
    )


def test_the_dice_of_every_action_that_a_bot_chose_are_checked(tmp_path: Path) -> None:
    out, record = tmp_path / "operations.json", tmp_path / "record.json"
    call_command(
        "record",
        "play",
        "--game=deadline_99",
        "--seats=3",
        f"--seed={'5e' * 32}",
        f"--out={record}",
    )
    read = json.loads(record.read_bytes())
    listed = bot_dice_of("deadline_99", bytes.fromhex(read["seed"]), read["actions"])

    def answer(bots: list[Any]) -> tuple[int, str]:
        given = {"match": read["match"], "operations": [], "bots": bots}
        out.write_text(json.dumps(given))
        status, text = run(record, out)
        return status, text.splitlines()[-1]

    assert answer(listed) == (0, f"bots: the dice of {len(read['actions'])} actions follow")
    other = {**listed[4], "dice": listed[5]["dice"]}
    sentence = "WRONG: the dice of the bot at ply 5 do not follow from the seed"
    assert answer([*listed[:4], other, *listed[5:]]) == (1, sentence)
    sentence = "WRONG: the bots' actions listed are not those of the record"
    assert answer(listed[1:]) == (1, sentence)


@pytest.mark.parametrize("count", [0, -1, 10**30, True, None, 1.5])
def test_a_random_pick_among_no_number_of_things_is_named(tmp_path: Path, count: Any) -> None:
    picked = {"k": 0, "kind": "uniform", "count": count, "value": 0}
    sample_file = SAMPLES / "deadline_99" / "00.json"
    match = json.loads(sample_file.read_bytes())["match"]
    path = tmp_path / "operations.json"
    path.write_text(json.dumps({"match": match, "operations": [picked]}))
    assert run(sample_file, path) == (
        1,
        f"WRONG: the file is damaged (ValueError: no number is below {count!r})\n",
    )


@pytest.mark.parametrize("head", ["0\nchain: all is well", "\x1b[2K\rok", "\ud800", "\u202e"])
def test_a_file_cannot_write_more_than_its_one_line(tmp_path: Path, head: str) -> None:
    status, text = run(changed(tmp_path, lambda record: record.update(head=head)))
    assert status == 1
    assert text.startswith("WRONG: the chain over the actions ends in")
    assert text.endswith("\n")
    assert text[:-1].isprintable()
    assert text.isascii()


def test_a_file_nested_too_deep_gets_one_line(tmp_path: Path) -> None:
    path = changed(tmp_path, lambda record: record.update(rules="deep"))
    text = path.read_text()
    limit = sys.getrecursionlimit()
    for depth in range(limit - 16, limit):  # some of these can be read, but not written again
        path.write_text(text.replace('"deep"', "[" * depth + "]" * depth))
        status, out = run(path)
        assert (status, len(out.splitlines())) == (1, 1)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "null", '{"format": "kibitz-record/2"}', '{"a":1,"a":2}']
)
def test_a_file_that_is_no_record_gets_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    status, out = run(path)
    assert status == 1
    assert out.startswith("WRONG: ")
    assert len(out.splitlines()) == 1


def test_a_file_that_is_not_there_gets_one_line(tmp_path: Path) -> None:
    assert run(tmp_path / "nowhere.json")[0] == 1


@pytest.mark.parametrize(
    "came",
    [
        [{"seat": 9, "after": 1, "name": "Bo"}],
        [{"seat": 0, "after": -1, "name": "Bo"}],
        [{"seat": 0, "after": 10**6, "name": "Bo"}],
        [{"seat": 0, "after": 3, "name": "Bo"}, {"seat": 0, "after": 2, "name": "Chen"}],
        [{"seat": 0, "after": 3, "name": "Bo"}, {"seat": 0, "after": 3, "name": "Chen"}],
        [{"seat": 0, "after": 2, "name": "Bo"}, {"seat": 0, "after": 3, "name": "Chen"}],
        [{"seat": 0, "after": True, "name": None}],
        [{"seat": 0}],
        [],
        {},
        "Bo",
    ],
)
def test_substitutes_that_cannot_be_are_found_by_the_reader(tmp_path: Path, came: Any) -> None:
    path = changed(tmp_path, lambda record: record.update(substitutes=came))
    with pytest.raises(RecordError):
        read_record(path.read_bytes(), all_rulesets())
    if isinstance(came, list) and came and {"after", "name"} <= came[0].keys() and came[0]["name"]:
        status, text = run(path)
        assert status == 1
        assert "substitute" in text


def test_a_record_with_substitutes_holds(tmp_path: Path) -> None:
    came = [{"seat": 1, "after": 4, "name": "Bo"}, {"seat": 0, "after": 5, "name": "Chen"}]
    path = changed(tmp_path, lambda record: record.update(substitutes=came))
    verify_record(read_record(path.read_bytes(), all_rulesets()))
    status, text = run(path)
    assert status == 0
    assert "2 taken over" in text
