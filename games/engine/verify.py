"""Replay a record and verify it: legal actions, a fair seed, an intact chain. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.bot import BotDice
from games.engine.botplay import bot_action, remember
from games.engine.chain import chain_link
from games.engine.chance import Chance
from games.engine.contract import Event, IllegalAction, Refusal
from games.engine.fairness import commitment_of, seat_commitment_of
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.record import Fairness, Record, RecordError, refuse
from games.engine.text import Phrase, SeatRef, gettext_noop

WRONG_COMMITMENT = gettext_noop("The hash doesn’t match the secret.")
WRONG_SEAT_COMMITMENT = gettext_noop("The hash from %(seat)s doesn’t match their part.")
WRONG_SEED = gettext_noop("The seed doesn’t match the secret and the parts.")
WRONG_RESULT = gettext_noop("The result doesn’t match the moves.")
WRONG_HEAD = gettext_noop("The chain hash doesn’t match the moves: something was changed.")
UNKNOWN_BOT = gettext_noop("This site doesn’t have the bot %(bot)s.")
OTHER_CHOICE = gettext_noop("The bot %(bot)s would choose another move.")
NO_SUCH_PLY = gettext_noop("This record has no move %(ply)s: it has %(plies)s.")


class WrongAction(RecordError):
    """A recorded action that cannot be right; `ply` counts from 1."""

    def __init__(self, ply: int, seat: int, reason: Refusal) -> None:
        self.ply = ply
        self.seat = seat
        super().__init__(reason.code, reason.phrase)


@dataclass(frozen=True)
class Ply:
    """The position after one action: its events, the state, the chain's head."""

    events: tuple[Event, ...]
    state: Any
    head: str


def replay_record(record: Record) -> Iterator[Ply]:
    """Yield ply 0 (the start) and the ply after each action.

    Raises WrongAction at the first action the rules refuse.
    """
    chance = Chance(record.seed, record.rules.meta.key)
    events, state = start_match(record.rules, record.options, len(record.seats), chance)
    head = record.chain_start()
    yield Ply(tuple(events), state, head)
    for number, entry in enumerate(record.entries, start=1):
        seat = entry["seat"]
        try:
            events, state = play_action(record.rules, state, seat, entry["action"], chance)
        except IllegalAction as error:
            raise WrongAction(number, seat, error) from None
        head = chain_link(head, entry)
        yield Ply(tuple(events), state, head)


def ply_of(record: Record, ply: int | None) -> tuple[int, Any]:
    """Return (ply, state) after `ply` actions (None: after the last).

    Raises RecordError for a ply beyond the record.
    """
    wanted = len(record.entries) if ply is None else ply
    if not 0 <= wanted <= len(record.entries):
        raise refuse("no_such_ply", NO_SUCH_PLY, ply=str(wanted), plies=len(record.entries))
    for number, position in enumerate(replay_record(record)):
        if number == wanted:
            return wanted, position.state
    raise AssertionError("replay_record yields a position for every action")


def verify_record(record: Record) -> list[Ply]:
    """Return every ply of a valid record; raise RecordError for an invalid one.

    Checks the seed and commitments, the legality of every action, the chain's
    head, and the result.
    """
    if record.fairness is not None:
        _verify_fairness(record, record.fairness)
    plies = list(replay_record(record))
    result = record.rules.result(plies[-1].state)
    if (None if result is None else result.as_json()) != record.result:
        raise refuse("wrong_result", WRONG_RESULT)
    if plies[-1].head != record.head:
        raise refuse("wrong_head", WRONG_HEAD)
    return plies


def verify_bots(record: Record) -> int:
    """Let each bot choose again, from its seat's observation and dice; return how many actions.

    Raises WrongAction at the first action that differs, and for a bot that is not known here.
    """
    rules, seats = record.rules, len(record.seats)
    memories, found = [Memory(seats) for _ in range(seats)], 0
    for number, (ply, entry) in enumerate(zip(replay_record(record), record.entries, strict=False)):
        for seat, memory in enumerate(memories):
            remember(rules, memory, ply.events, seat)
        auto, seat = entry.get("auto", ""), entry["seat"]
        if not auto.startswith("bot:"):
            continue
        if auto not in rules.bot_marked:
            raise WrongAction(number + 1, seat, refuse("unknown_bot", UNKNOWN_BOT, bot=auto))
        dice = BotDice(record.seed, rules.meta.key, seat, number + 1)
        bot = rules.bot_marked[auto]
        action = bot_action(rules, ply.state, number, seat, bot, dice, memories[seat])
        if rules.normal(action) != rules.normal(entry["action"]):
            raise WrongAction(number + 1, seat, refuse("other_choice", OTHER_CHOICE, bot=auto))
        found += 1
    return found


def _verify_fairness(record: Record, fairness: Fairness) -> None:
    """Check the secret's commitment, each seat's, and the seed derived from them."""
    secret = bytes.fromhex(fairness.secret)
    if commitment_of(secret) != fairness.commitment:
        raise refuse("wrong_commitment", WRONG_COMMITMENT)
    for seat, contribution in enumerate(fairness.contributions):
        expected = seat_commitment_of(record.match, seat, fairness.commitment, contribution)
        if expected != fairness.seat_commitments[seat]:
            raise RecordError(
                "wrong_seat_commitment", Phrase(WRONG_SEAT_COMMITMENT, {"seat": SeatRef(seat)})
            )
    if fairness.seed(record.match) != record.seed:
        raise refuse("wrong_seed", WRONG_SEED)
