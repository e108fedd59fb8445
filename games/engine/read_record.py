"""Read game records strictly. Pure.

Spec: `docs/spec/record.md`. Reading proves only that a record is well
formed; `verify.py` checks that it is true.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from games.engine.canonical import canonical
from games.engine.chain import FORMAT
from games.engine.contract import JsonObject, OptionError, Options, Rules
from games.engine.fairness import MAX_CONTRIBUTION
from games.engine.holders import Substitute
from games.engine.options import complete_options
from games.engine.record import DEAL, SUBSTITUTES, Fairness, Record, RecordError, SharedDeal, refuse
from games.engine.text import gettext_noop

RECORD_KEYS = {
    "format", "match", "game", "rules", "options", "seats",
    "seed", "fairness", "actions", "result", "head",
}  # fmt: skip
FAIRNESS_KEYS = {"secret", "commitment", "seat_commitments", "contributions"}
AUTO = re.compile(r"timeout|abandoned|bot:[a-z_]{1,16}/[1-9][0-9]*")
HEX64 = re.compile(r"[0-9a-f]{64}")
MATCH_ID = re.compile(r"[0-9a-z]+")

NOT_UTF8 = gettext_noop("This file isn’t UTF-8 text.")
NOT_JSON = gettext_noop("This file isn’t a game record: it isn’t valid JSON.")
DUPLICATE_KEY = gettext_noop("This file is damaged: the key “%(key)s” appears twice in one object.")
NOT_A_NUMBER = gettext_noop("This file is damaged: “%(value)s” isn’t a valid number here.")
NOT_A_RECORD = gettext_noop("This file isn’t a game record from this site.")
OTHER_FORMAT = gettext_noop("This record uses the format “%(format)s”, which this site can’t read.")
NO_SEED = gettext_noop("This record has no seed, so it can’t be replayed.")
UNKNOWN_GAME = gettext_noop("This record is for an unknown game, “%(game)s”.")
OTHER_RULESET = gettext_noop("This record uses ruleset %(ruleset)s, which this site doesn’t know.")
BAD_PART = gettext_noop("This record is damaged: “%(part)s” is missing or unreadable.")
EXTRA_PART = gettext_noop("This record is damaged: “%(part)s” doesn’t belong there.")
OPTIONS_INCOMPLETE = gettext_noop("This record is damaged: some options are missing.")

Games = Mapping[str, Mapping[int, Rules]]
"""Each game's rulesets by number, by game key."""


def read_record(data: bytes, games: Games) -> Record:
    """Return the record in `data` (a file's bytes), with the rules of its ruleset.

    Raises RecordError with one sentence unless `data` is a record of this
    format and of a known game and ruleset.
    """
    raw = _parse_json(data)
    if not isinstance(raw, dict) or "format" not in raw:
        raise refuse("not_a_record", NOT_A_RECORD)
    if raw["format"] != FORMAT:
        raise refuse("other_format", OTHER_FORMAT, format=str(raw["format"])[:60])
    if "seed" not in raw or raw["seed"] is None:
        raise refuse("no_seed", NO_SEED)
    _exact_keys(raw, RECORD_KEYS | ({SUBSTITUTES} & raw.keys()))
    rules = _read_rules(raw, games)
    seats = _read_seats(raw)
    return Record(
        match=_match_of(raw, "match", MATCH_ID),
        rules=rules,
        options=_read_options(raw, rules, len(seats)),
        seats=seats,
        seed=bytes.fromhex(_match_of(raw, "seed", HEX64)),
        fairness=_read_fairness(raw, len(seats)),
        entries=_read_entries(raw, len(seats)),
        result=_read_result(raw, len(seats)),
        head=_match_of(raw, "head", HEX64),
        substitutes=_read_substitutes(raw, len(seats)),
    )


def _parse_json(data: bytes) -> Any:
    """Parse JSON, refusing what JSON allows but a record does not."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse("not_utf8", NOT_UTF8) from None
    try:
        raw = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
        canonical(raw).encode("utf-8")
    except (ValueError, RecursionError):
        raise refuse("not_json", NOT_JSON) from None
    return raw


def _unique_keys(pairs: list[tuple[str, Any]]) -> JsonObject:
    found: JsonObject = {}
    for key, value in pairs:
        if key in found:
            raise refuse("duplicate_key", DUPLICATE_KEY, key=key[:60])
        found[key] = value
    return found


def _no_constant(value: str) -> Any:
    raise refuse("not_a_number", NOT_A_NUMBER, value=value)


def _exact_keys(raw: Any, keys: set[str], inside: str = "") -> None:
    """Refuse an object whose keys are not exactly `keys`."""
    if not isinstance(raw, dict):
        raise refuse("bad_part", BAD_PART, part=inside.removesuffix("."))
    for key in sorted(keys - raw.keys()):
        raise refuse("bad_part", BAD_PART, part=inside + key)
    for key in sorted(raw.keys() - keys):
        raise refuse("extra_part", EXTRA_PART, part=(inside + key)[:60])


def _match_of(raw: JsonObject, key: str, pattern: re.Pattern[str], inside: str = "") -> str:
    """Return the string at `key`, refusing one that the pattern does not match in full."""
    value = raw[key]
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise refuse("bad_part", BAD_PART, part=inside + key)
    return value


def _read_rules(raw: JsonObject, games: Games) -> Rules:
    game = raw["game"]
    if not isinstance(game, str) or game not in games:
        raise refuse("unknown_game", UNKNOWN_GAME, game=str(game)[:60])
    ruleset = raw["rules"]
    if type(ruleset) is not int or ruleset not in games[game]:
        raise refuse("other_ruleset", OTHER_RULESET, ruleset=str(ruleset)[:20])
    return games[game][ruleset]


def _read_seats(raw: JsonObject) -> tuple[str, ...]:
    seats = raw["seats"]
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise refuse("bad_part", BAD_PART, part="seats")
    return tuple(seats)


def _read_substitutes(raw: JsonObject, seats: int) -> tuple[Substitute, ...]:
    """Return who took over which seat after how many actions; absent if nobody did.

    They come in order, and each seat is taken over at most once.
    """
    if SUBSTITUTES not in raw:
        return ()
    listed = raw[SUBSTITUTES]
    if not isinstance(listed, list) or not listed:
        raise refuse("bad_part", BAD_PART, part=SUBSTITUTES)
    for index, one in enumerate(listed, start=1):
        part = f"{SUBSTITUTES}[{index}]"
        _exact_keys(one, {"seat", "after", "name"}, f"{part}.")
        if type(one["seat"]) is not int or not 0 <= one["seat"] < seats:
            raise refuse("bad_part", BAD_PART, part=f"{part}.seat")
        if type(one["after"]) is not int or not 0 <= one["after"] <= len(raw["actions"]):
            raise refuse("bad_part", BAD_PART, part=f"{part}.after")
        if not isinstance(one["name"], str):
            raise refuse("bad_part", BAD_PART, part=f"{part}.name")
    found = [Substitute(**one) for one in listed]
    places = [(one.after, one.seat) for one in found]
    if sorted(places) != places or len({one.seat for one in found}) < len(found):
        raise refuse("bad_part", BAD_PART, part=SUBSTITUTES)
    return tuple(found)


def _read_options(raw: JsonObject, rules: Rules, seats: int) -> Options:
    if not isinstance(raw["options"], dict):
        raise refuse("bad_part", BAD_PART, part="options")
    try:
        options = complete_options(rules.meta, seats, raw["options"])
    except OptionError as error:
        raise RecordError(error.code, error.phrase) from None
    if options.keys() != raw["options"].keys():
        raise refuse("options_incomplete", OPTIONS_INCOMPLETE)
    return options


def _read_fairness(raw: JsonObject, seats: int) -> Fairness | None:
    fairness = raw["fairness"]
    if fairness is None:
        return None
    if not isinstance(fairness, dict):
        raise refuse("bad_part", BAD_PART, part="fairness")
    _exact_keys(fairness, FAIRNESS_KEYS | ({DEAL} & fairness.keys()), "fairness.")
    contributions = _strings(fairness, "contributions", seats)
    if not all(1 <= len(text) <= MAX_CONTRIBUTION for text in contributions):
        raise refuse("bad_part", BAD_PART, part="fairness.contributions")
    commitments = _strings(fairness, "seat_commitments", seats)
    if not all(HEX64.fullmatch(text) for text in commitments):
        raise refuse("bad_part", BAD_PART, part="fairness.seat_commitments")
    return Fairness(
        secret=_match_of(fairness, "secret", HEX64, "fairness."),
        commitment=_match_of(fairness, "commitment", HEX64, "fairness."),
        seat_commitments=commitments,
        contributions=contributions,
        deal=_read_deal(fairness[DEAL]) if DEAL in fairness else None,
    )


def _read_deal(deal: Any) -> SharedDeal:
    """Return what a duplicate event's match shares; parts may be empty, contributions not."""
    _exact_keys(deal, {"event", "parts"}, "fairness.deal.")
    parts = _strings(deal, "parts", len(deal["parts"]) if isinstance(deal["parts"], list) else -1)
    if not all(len(text) <= MAX_CONTRIBUTION for text in parts):
        raise refuse("bad_part", BAD_PART, part="fairness.deal.parts")
    return SharedDeal(_match_of(deal, "event", HEX64, "fairness.deal."), parts)


def _strings(fairness: JsonObject, key: str, count: int) -> tuple[str, ...]:
    values = fairness[key]
    if (
        not isinstance(values, list)
        or len(values) != count
        or not all(isinstance(value, str) for value in values)
    ):
        raise refuse("bad_part", BAD_PART, part=f"fairness.{key}")
    return tuple(values)


def _read_entries(raw: JsonObject, seats: int) -> tuple[JsonObject, ...]:
    if not isinstance(raw["actions"], list):
        raise refuse("bad_part", BAD_PART, part="actions")
    for index, entry in enumerate(raw["actions"], start=1):
        _check_entry(entry, seats, f"actions[{index}]")
    return tuple(raw["actions"])


def _check_entry(entry: Any, seats: int, part: str) -> None:
    """Refuse an entry of `actions` with a wrong key or a value of the wrong type."""
    if not isinstance(entry, dict) or not {"seat", "action"} <= entry.keys():
        raise refuse("bad_part", BAD_PART, part=part)
    for key in sorted(entry.keys() - {"seat", "action", "at", "auto"}):
        raise refuse("extra_part", EXTRA_PART, part=f"{part}.{key}"[:60])
    if type(entry["seat"]) is not int or not 0 <= entry["seat"] < seats:
        raise refuse("bad_part", BAD_PART, part=f"{part}.seat")
    if not isinstance(entry["action"], dict):
        raise refuse("bad_part", BAD_PART, part=f"{part}.action")
    if "at" in entry and (type(entry["at"]) is not int or entry["at"] < 0):
        raise refuse("bad_part", BAD_PART, part=f"{part}.at")
    if "auto" in entry and not (isinstance(entry["auto"], str) and AUTO.fullmatch(entry["auto"])):
        raise refuse("bad_part", BAD_PART, part=f"{part}.auto")


def _read_result(raw: JsonObject, seats: int) -> JsonObject | None:
    result = raw["result"]
    if result is None:
        return None
    _exact_keys(result, {"reason", "ranks", "scores"}, "result.")
    if not isinstance(result["reason"], str):
        raise refuse("bad_part", BAD_PART, part="result.reason")
    if not _int_list(result["ranks"], seats):
        raise refuse("bad_part", BAD_PART, part="result.ranks")
    if result["scores"] is not None and not _int_list(result["scores"], seats):
        raise refuse("bad_part", BAD_PART, part="result.scores")
    return {key: result[key] for key in ("reason", "ranks", "scores")}


def _int_list(values: Any, count: int) -> bool:
    return (
        isinstance(values, list)
        and len(values) == count
        and all(type(value) is int for value in values)
    )
