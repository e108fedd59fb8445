"""The record tool: play, verify, show, legal, export.

Spec: record format, section "The tool". Only `export` touches the database.
"""

from __future__ import annotations

import json
import random
import re
from argparse import ArgumentParser
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from games.engine.bot import Bot, BotDice
from games.engine.botplay import RANDOM_BOT, play_out
from games.engine.chain import chain_link
from games.engine.contract import Options, Refusal, Rules
from games.engine.options import complete_options
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.snapshot import legal_list, snapshot
from games.engine.text import printable
from games.engine.verify import WrongAction, ply_of, verify_bots, verify_record
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.matches.phrases import phrase_text
from games.registry import all_rules, all_rulesets

PRACTICE = "practice"
SEED = re.compile(r"[0-9a-f]{64}")
MOST_WALKS = 1000


class Command(BaseCommand):
    """The record tool, with one method per verb."""

    help = "Play, verify and look into game records."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add a subparser with its arguments for each verb."""
        verbs = parser.add_subparsers(dest="verb", required=True)
        play = verbs.add_parser("play", help="let bots play a whole match and print its record")
        play.add_argument("--game", required=True)
        play.add_argument("--seats", required=True)
        play.add_argument("--options", default="{}", help="JSON object")
        play.add_argument("--seed", required=True, help="64 hex digits")
        play.add_argument("--bot", help="name of the bot in every seat (default: the first)")
        play.add_argument("--random", action="store_true", help="play at random, without bots")
        play.add_argument("--resign", action="store_true", help="let seats resign now and then")
        out = play.add_mutually_exclusive_group()
        out.add_argument("--out", help="file to write instead of standard output")
        out.add_argument(
            "--every-end",
            metavar="FOLDER",
            help="go on with seeds from this one until every way to end and every event has"
            " happened, and write the records that show one for the first time to this folder;"
            " at least one has so many seats",
        )
        verify = verbs.add_parser("verify", help="replay records and check that they hold")
        verify.add_argument("files", nargs="+", metavar="FILE")
        verify.add_argument("--bots", action="store_true", help="let the bots choose again, too")
        show = verbs.add_parser("show", help="print the snapshot after a ply")
        show.add_argument("file", metavar="FILE")
        show.add_argument("--ply")
        eyes = show.add_mutually_exclusive_group()
        eyes.add_argument("--seat")
        eyes.add_argument("--public", action="store_true")
        legal = verbs.add_parser("legal", help="print the legal actions after a ply")
        legal.add_argument("file", metavar="FILE")
        legal.add_argument("--ply")
        export = verbs.add_parser("export", help="print the record of a match of this site")
        export.add_argument("match", metavar="MATCH")

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        """Run the verb; raises CommandError with a refusal's one sentence."""
        with translation.override("en"):
            try:
                getattr(self, f"_{verb}")(options)
            except Refusal as refusal:
                raise CommandError(sentence_of(refusal)) from None

    def _play(self, options: dict[str, Any]) -> None:
        rules = known_rules(options["game"])
        bot = RANDOM_BOT if options["random"] else known_bot(rules, options["bot"])
        play = partial(
            practice_record,
            rules=rules,
            seats=whole_number(options["seats"], "--seats"),
            resigns=options["resign"],
        )
        given, seed = json_object(options["options"]), seed_bytes(options["seed"])
        if options["every_end"]:
            bots = [bot, *rules.bots.values()] if options["random"] else [bot]
            self._play_every_end(rules, seed, given, bots, play, Path(options["every_end"]))
        elif options["out"]:
            write_record(Path(options["out"]), play(seed=seed, options=given, bot=bot))
        else:
            self.stdout.write(json_line(play(seed=seed, options=given, bot=bot).as_json()))

    def _play_every_end(
        self,
        rules: Rules,
        seed: bytes,
        given: Options,
        bots: list[Bot],
        play: partial[Record],
        folder: Path,
    ) -> None:
        """Write the records that show what none in the folder does: end, event, seat count."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from None
        missing = {*rules.meta.end_reasons, *(event.name for event in rules.events)}
        missing.add(f"{play.keywords['seats']} seats")
        for path in folder.glob("*.json"):
            missing -= shown_in(read_file(str(path)))
        for number in range(MOST_WALKS):
            if not missing:
                return
            one = sha256(seed + number.to_bytes(4, "big")).digest()
            dice = random.Random(one)
            options = drawn_options(rules, play.keywords["seats"], given, dice)
            record = play(seed=one, options=options, bot=dice.choice(bots))
            if found := missing & shown_in(record):
                missing -= found
                path = unused_name(folder, f"walk_{len(record.seats)}")
                write_record(path, record)
                self.stdout.write(f"{path.name}: {', '.join(sorted(found))}")
        raise CommandError(f"Not seen in {MOST_WALKS} matches: {', '.join(sorted(missing))}.")

    def _verify(self, options: dict[str, Any]) -> None:
        failed = False
        for name in options["files"]:
            try:
                record = read_file(name)
                plies = verify_record(record)
                bots = f" {verify_bots(record)} by bots" if options["bots"] else ""
            except Refusal as refusal:
                failed = True
                self.stdout.write(f"{printable(name)}: {sentence_of(refusal)}")
            except CommandError as error:
                failed = True
                self.stdout.write(str(error))
            else:
                self.stdout.write(f"ok {record.match} {len(plies) - 1} {plies[-1].head}{bots}")
        if failed:
            raise SystemExit(1)

    def _show(self, options: dict[str, Any]) -> None:
        record = read_file(options["file"])
        ply, state = ply_of(record, optional_number(options["ply"], "--ply"))
        viewer = PUBLIC if options["public"] else OPEN_TABLE
        if options["seat"] is not None:
            viewer = Viewer(seat_number(options["seat"], record))
        self.stdout.write(json_line(snapshot(record.rules, state, ply, viewer)))

    def _legal(self, options: dict[str, Any]) -> None:
        record = read_file(options["file"])
        _, state = ply_of(record, optional_number(options["ply"], "--ply"))
        self.stdout.write(json_line(legal_list(record.rules, state)))

    def _export(self, options: dict[str, Any]) -> None:
        from games.matches.export import record_json
        from games.matches.models import Match

        match = Match.objects.filter(code=options["match"]).first()
        if match is None:
            raise CommandError(f"There is no match {options['match']} on this site.")
        self.stdout.write(json_line(record_json(match)))


def practice_record(
    *,
    rules: Rules,
    seats: int,
    options: Options,
    seed: bytes,
    bot: Bot,
    resigns: bool = False,
) -> Record:
    """Return the record of a match that `bot` plays in every seat, deterministically."""
    chosen = complete_options(rules.meta, seats, options)
    dice = partial(BotDice, seed, rules.meta.key)
    leaving = random.Random(seed) if resigns else None
    playout = play_out(rules, chosen, seed, [bot] * seats, dice, resigns=leaving)
    result = rules.result(playout.state)
    record = Record(
        match=PRACTICE,
        rules=rules,
        options=chosen,
        seats=tuple(f"{bot.level.capitalize()} {seat + 1}" for seat in range(seats)),
        seed=seed,
        fairness=None,
        entries=playout.entries,
        result=None if result is None else result.as_json(),
        head="",
    )
    head = record.chain_start()
    for entry in record.entries:
        head = chain_link(head, entry)
    return Record(**{**vars(record), "head": head})


def drawn_options(rules: Rules, seats: int, given: Options, dice: random.Random) -> Options:
    """Return the options given, with the others left at their defaults or drawn at random."""
    chosen: Options = {}
    for option in rules.meta.choices:
        values = option.values(seats, chosen)
        if values is not None:
            usual = option.default(seats, chosen)
            drawn = dice.choice((usual, dice.choice(values)))
            chosen[option.key] = given.get(option.key, drawn)
    return {**given, **chosen}


def write_record(path: Path, record: Record) -> None:
    """Write a record to a file; raises CommandError with one line."""
    try:
        path.write_text(json_line(record.as_json()) + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None


def unused_name(folder: Path, stem: str) -> Path:
    """Return a path of no file there: golden records are never written over."""
    paths = (folder / f"{stem}_{number:04}.json" for number in count())
    return next(path for path in paths if not path.exists())


def shown_in(record: Record) -> set[str]:
    """Return how a match ended, the names of its events, and how many seats it had."""
    names = {event.name for ply in verify_record(record) for event in ply.events}
    names.add(f"{len(record.seats)} seats")
    return names | ({record.result["reason"]} if record.result else set())


def read_file(name: str) -> Record:
    """Return the record in a file; raises RecordError or CommandError with one line."""
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{printable(name)}: {error.strerror}") from None
    return read_record(data, all_rulesets())


def sentence_of(refusal: Refusal) -> str:
    """Return one English line for a refusal; a wrong action says which and whose."""
    names = [f"seat {seat}" for seat in range(10)]
    sentence = printable(phrase_text(refusal.phrase, None, names))
    if isinstance(refusal, WrongAction):
        return f"action {refusal.ply} of seat {refusal.seat} is wrong: {sentence}"
    return sentence


def known_rules(game: str) -> Rules:
    """Return the rules of a game, refusing one this site does not have."""
    games = all_rules()
    if game not in games:
        raise CommandError(f"There is no game {game!r}: {', '.join(games)}.")
    return games[game]


def known_bot(rules: Rules, name: str | None) -> Bot:
    """Return a bot of a game (by default the weakest), refusing an unknown one."""
    name = name or next(iter(rules.bots))
    if name not in rules.bots:
        raise CommandError(f"{rules.meta.key} has no bot {name!r}: {', '.join(rules.bots)}.")
    return rules.bots[name]


def whole_number(text: str, flag: str) -> int:
    """Parse a number given on the command line, refusing anything else."""
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise CommandError(f"{flag} takes a whole number, not {text!r}.")
    return int(text)


def optional_number(text: str | None, flag: str) -> int | None:
    """Parse a number given on the command line; None if it was omitted."""
    return None if text is None else whole_number(text, flag)


def seat_number(text: str, record: Record) -> int:
    """Parse a seat given on the command line, refusing one the match lacks."""
    seat = whole_number(text, "--seat")
    if not 0 <= seat < len(record.seats):
        raise CommandError(f"This match has no seat {seat}: it has {len(record.seats)}, from 0.")
    return seat


def seed_bytes(text: str) -> bytes:
    """Parse a seed given as 64 lower-case hex digits."""
    if not SEED.fullmatch(text):
        raise CommandError("--seed takes 64 hexadecimal digits in lower case.")
    return bytes.fromhex(text)


def json_object(text: str) -> dict[str, Any]:
    """Parse options given as a JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise CommandError("--options takes a JSON object.")
    return value


def json_line(value: Any) -> str:
    """Return `value` as one line of JSON."""
    return json.dumps(value, separators=(",", ":"))
