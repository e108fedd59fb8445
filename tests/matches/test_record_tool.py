"""The record tool, run as its users run it."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.canonical import canonical
from games.engine.chain import chain_link
from games.engine.read_record import read_record
from games.registry import all_rules, all_rulesets

SEED = "5e" * 32
GAMES = sorted(all_rules())
SAMPLES = Path(__file__).parent.parent / "golden" / "samples"


def run(*arguments):
    out = io.StringIO()
    call_command("record", *map(str, arguments), stdout=out)
    return out.getvalue()


def run_failing(*arguments):
    out = io.StringIO()
    with pytest.raises((SystemExit, CommandError)) as failed:
        call_command("record", *map(str, arguments), stdout=out)
    line = out.getvalue().strip() or str(failed.value)
    assert "\n" not in line
    return line


@pytest.fixture
def changed(tmp_path):
    """Write a sample record with changes to a file, and return its path."""

    def write(change, sample="deadline_99/00.json"):
        record = json.loads((SAMPLES / sample).read_text("utf-8"))
        record = change(record) or record
        path = tmp_path / "changed.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record), "utf-8")
        return path

    return write


@pytest.mark.parametrize("game", GAMES)
def test_a_played_record_verifies_and_is_the_same_each_time(game, tmp_path):
    seats = all_rules()[game].meta.allowed_seats()[0]
    arguments = ("play", "--game", game, "--seats", seats, "--seed", SEED)
    line = run(*arguments)
    record = json.loads(line)
    assert record["match"] == "practice"
    assert record["fairness"] is None
    assert "at" not in record["actions"][0]
    path = tmp_path / "played.json"
    assert run(*arguments, "--out", path) == ""
    assert path.read_text("utf-8") == line
    ok = f"ok practice {len(record['actions'])} {record['head']}"
    assert run("verify", path) == f"{ok}\n"
    assert run("verify", "--bots", path) == f"{ok} {len(record['actions'])} by bots\n"


@pytest.mark.parametrize(
    ("auto", "says"),
    [("bot:novice/1", "would choose another move"), ("bot:novice/99", "doesn’t have the bot")],
)
def test_the_first_action_that_its_bot_would_not_choose_is_named(auto, says, tmp_path):
    path = tmp_path / "played.json"
    run("play", "--game", "deadline_99", "--seats", 2, "--seed", SEED, "--out", path)
    record = json.loads(path.read_text("utf-8"))
    played = record["actions"][2]
    hand = json.loads(run("show", path, "--ply", 2))["state"]["hands"][played["seat"]]
    legal = [one["action"] for one in json.loads(run("legal", path, "--ply", 2))]
    other = next(one for one in legal if one["card"] != played["action"]["card"])
    assert other["card"] in hand
    record["actions"] = [*record["actions"][:2], {**played, "action": other, "auto": auto}]
    record["result"] = None
    rechained(record)
    path.write_text(json.dumps(record), "utf-8")
    assert run("verify", path).startswith("ok ")
    line = run_failing("verify", "--bots", path)
    assert f"action 3 of seat {played['seat']} is wrong: " in line
    assert says in line


@pytest.mark.parametrize("game", [game for game in GAMES if (SAMPLES / game).is_dir()])
def test_show_and_legal_print_what_the_sample_expects(game):
    path = SAMPLES / game / "00.json"
    expected = json.loads((SAMPLES / game / "00.expect.json").read_text("utf-8"))
    hashes = expected["sha256 of canonical()"]
    for ply in (0, len(hashes) // 2, len(hashes) - 1):
        for flags, wanted in (
            ((), hashes[ply]["snapshot"]),
            (("--public",), hashes[ply]["public"]),
            (("--seat", 1), hashes[ply]["views"][1]),
        ):
            assert sha(run("show", path, "--ply", ply, *flags)) == wanted
        assert sha(run("legal", path, "--ply", ply)) == hashes[ply]["legal"]
    assert sha(run("show", path)) == hashes[-1]["snapshot"]


def sha(line):
    return hashlib.sha256(canonical(json.loads(line)).encode()).hexdigest()


def test_a_wrong_action_is_named_with_its_seat_and_reason(changed):
    def no_such_card(record):
        record["actions"][1]["action"] = {"type": "play", "card": "2S"}

    line = run_failing("verify", changed(no_such_card))
    assert "action 2 of seat 1 is wrong: " in line


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: "no json", "isn’t valid JSON"),
        (lambda r: "[]", "isn’t a game record"),
        (lambda r: '{"format": "kibitz-record/1", "format": 1}', "appears twice"),
        (lambda r: '{"format": NaN}', "NaN"),
        (lambda r: "[" * 100_000, "isn’t valid JSON"),
        (lambda r: '{"format": "\\ud800"}', "isn’t valid JSON"),
        (lambda r: r.update(format="kibitz-record/2"), "kibitz-record/2"),
        (lambda r: r.update(rules=2), "ruleset 2"),
        (lambda r: r.update(rules=True), "ruleset True"),
        (lambda r: r.update(game="go"), "unknown game"),
        (lambda r: r.update(seed=r["seed"].upper()), "“seed”"),
        (lambda r: r.update(head=r["head"].upper()), "“head”"),
        (lambda r: r.update(seed=None), "no seed"),
        (lambda r: r.pop("seats") and None, "“seats”"),
        (lambda r: r.update(extra=1), "“extra”"),
        (lambda r: r["options"].pop("decks") and None, "options are missing"),
        (lambda r: r["options"].update(decks=2.0), "“decks”"),
        (lambda r: r["options"].update(free_agents=0), "“free_agents”"),
        (lambda r: r["actions"][0].update(at=-1), "“actions[1].at”"),
        (lambda r: r["actions"][0].update(at=1.0), "“actions[1].at”"),
        (lambda r: r["actions"][0].update(auto="bot"), "“actions[1].auto”"),
        (lambda r: r["actions"][0].update(auto="bot:Club/1"), "“actions[1].auto”"),
        (lambda r: r["actions"][0].update(auto="bot:club/0"), "“actions[1].auto”"),
        (lambda r: r["actions"][0].update(auto=["timeout"]), "“actions[1].auto”"),
        (lambda r: r["actions"][0].update(seat=True), "“actions[1].seat”"),
        (lambda r: r["actions"][0].update(seat=3), "“actions[1].seat”"),
        (lambda r: r["actions"][0].update(action=[]), "“actions[1].action”"),
        (lambda r: r["actions"].append(1), "“actions["),
        (lambda r: r["actions"][0].update(why=1), "“actions[1].why”"),
        (lambda r: "{}", "isn’t a game record"),
        (lambda r: "5", "isn’t a game record"),
        (lambda r: r.pop("seed") and None, "no seed"),
        (lambda r: r.update(match="A/b"), "“match”"),
        (lambda r: r.update(match=7), "“match”"),
        (lambda r: r.update(game=["deadline_99"]), "unknown game"),
        (lambda r: r.update(seats="AB"), "“seats”"),
        (lambda r: r.update(seats=["Ada", None]), "“seats”"),
        (lambda r: r.update(seats=["Ada"]), "can’t play this game with 1 players"),
        (lambda r: r.update(options=[]), "“options”"),
        (lambda r: r.update(actions={}), "“actions”"),
        (lambda r: r["actions"][0].pop("seat") and None, "“actions[1]”"),
        (lambda r: r["actions"][0].pop("action") and None, "“actions[1]”"),
        (lambda r: r["actions"][0].update(seat=-1), "“actions[1].seat”"),
        (lambda r: r["actions"][0].update(seat=2), "“actions[1].seat”"),
        (lambda r: r.update(fairness=5), "“fairness”"),
        (lambda r: r["fairness"].pop("secret") and None, "“fairness.secret”"),
        (lambda r: r["fairness"].update(salt=""), "“fairness.salt”"),
        (lambda r: r["fairness"].update(contributions="ab"), "“fairness.contributions”"),
        (lambda r: r["fairness"].update(contributions=["a", 1]), "“fairness.contributions”"),
        (lambda r: r["fairness"].update(contributions=["a" * 65] * 2), "“fairness.contributions”"),
        (lambda r: r["fairness"].update(seat_commitments=["a"] * 2), "“fairness.seat_commitments”"),
        (lambda r: r["fairness"].update(commitment="AB" * 32), "“fairness.commitment”"),
        (lambda r: r.update(seed="00" * 32), "The seed doesn’t match"),
        (lambda r: r.update(result=[]), "“result”"),
        (lambda r: r["result"].pop("scores", 1) and None, "“result.scores”"),
        (lambda r: r["result"].update(winner=0), "“result.winner”"),
        (lambda r: r["result"].update(reason=None), "“result.reason”"),
        (lambda r: r["result"].update(ranks=12), "“result.ranks”"),
        (lambda r: r["result"].update(ranks=[1, True]), "“result.ranks”"),
        (lambda r: r["result"].update(scores=[0]), "“result.scores”"),
        (lambda r: r["fairness"].update(secret="00"), "“fairness.secret”"),
        (lambda r: r["fairness"].update(secret="00" * 32), "doesn’t match the secret"),
        (lambda r: r["fairness"]["contributions"].reverse(), "hash from seat 0"),
        (lambda r: r["fairness"]["contributions"].pop() and None, "“fairness.contributions”"),
        (lambda r: r["fairness"].update(contributions=[""] * 2), "“fairness.contributions”"),
        (lambda r: r["result"].update(ranks=[1]), "“result.ranks”"),
        (lambda r: r["result"].update(scores=["1"]), "“result.scores”"),
        (lambda r: r.update(result=None), "The result doesn’t match"),
        (lambda r: r.update(head="00" * 32), "The chain hash doesn’t match"),
        (lambda r: r["actions"][0].update(at=5), "The chain hash doesn’t match"),
    ],
)
def test_a_file_that_does_not_hold_gets_one_clear_line(changed, change, says):
    assert says in run_failing("verify", changed(change))


@pytest.mark.parametrize(
    "change",
    [
        lambda r: '{"\\ud800": 1, "\\ud800": 2}',
        lambda r: r.update(format="a\nb\x1b[31m"),
        lambda r: r.update({"a\u2028b": 1}),
        lambda r: r["options"].update({"a\nb": 1}),
        lambda r: r["actions"][0]["action"].update({"a\nb": 1}),
    ],
)
def test_what_a_line_quotes_of_a_file_can_be_printed_on_it(changed, change):
    line = run_failing("verify", changed(change))
    assert line.isprintable()
    assert "\N{REPLACEMENT CHARACTER}" in line


def test_a_file_whose_name_cannot_be_printed_gets_one_clear_line(tmp_path):
    assert run_failing("verify", tmp_path / "no\nfile\udcff").isprintable()


def test_files_that_cannot_be_read_get_one_clear_line(tmp_path):
    (tmp_path / "latin").write_bytes(b'{"format": "\xe9"}')
    assert "UTF-8" in run_failing("verify", tmp_path / "latin")
    assert "No such file" in run_failing("show", tmp_path / "nothing")
    assert "directory" in run_failing("legal", tmp_path)


@pytest.mark.parametrize(
    "flags", [("--ply", "999"), ("--ply", "-1"), ("--ply", "x"), ("--seat", "9"), ("--seat", "-1")]
)
def test_a_ply_or_seat_that_does_not_exist_gets_one_clear_line(flags):
    assert run_failing("show", SAMPLES / "deadline_99" / "00.json", *flags)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game", "go", "--seats", "2", "--seed", SEED),
        ("--game", "deadline_99", "--seats", "1", "--seed", SEED),
        ("--game", "deadline_99", "--seats", "two", "--seed", SEED),
        ("--game", "deadline_99", "--seats", "2", "--seed", SEED.upper()),
        ("--game", "deadline_99", "--seats", "2", "--seed", SEED, "--options", "[]"),
        ("--game", "deadline_99", "--seats", "2", "--seed", SEED, "--options", '{"decks": 9}'),
        ("--game", "deadline_99", "--seats", "2", "--seed", SEED, "--bot", "genius"),
    ],
)
def test_a_match_that_cannot_be_played_gets_one_clear_line(arguments):
    assert run_failing("play", *arguments)


def rechained(record):
    """Give the record the head that its actions lead to."""
    read = read_record(json.dumps(record).encode(), all_rulesets())
    head = read.chain_start()
    for entry in read.entries:
        head = chain_link(head, entry)
    record["head"] = head


def test_an_unfinished_record_with_a_seed_is_a_valid_one(changed):
    def cut(record):
        record["actions"], record["result"] = record["actions"][:3], None
        rechained(record)

    assert run("verify", changed(cut)).startswith("ok 3c367c7b061a 3 ")


def test_a_record_may_lack_its_times_its_fairness_and_every_action(changed):
    def retimed(record):
        first, second, third, fourth, *_ = record["actions"]
        first["at"] = 0
        second.pop("at", None)
        third["auto"] = "abandoned"
        fourth["auto"] = "bot:club/12"
        rechained(record)

    def begun(record):
        record.update(actions=[], result=None, fairness=None, seats=["", "\u2028"])
        rechained(record)

    assert run("verify", changed(retimed)).startswith("ok ")
    assert run("verify", changed(begun)).startswith("ok 3c367c7b061a 0 ")
