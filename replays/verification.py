"""Verify a stored match against itself: rows, chain, seed, actions, result.

Check three things, and report the first difference in a sentence: that folding the events gives the
stored result, that the hash chain over the actions is intact, and that the match's rules still
decide the same. If asked, check a fourth: that its bots choose the same again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.chance import Chance
from games.engine.codec import encode_event
from games.engine.contract import Event, IllegalAction, Rules
from games.engine.fairness import commitment_of, seat_commitment_of, seed_of
from games.engine.match import play_action, start_match
from games.engine.replay import fold
from games.engine.verify import WrongAction, verify_bots
from games.matches import store
from games.matches.chain import first_head, next_head
from games.matches.export import build_record
from games.matches.models import Match, MatchSecret, Seat
from games.matches.phrases import phrase_text


class Difference(Exception):
    """The first inconsistency in a stored match, as one line of English."""


def verify_match(match: Match, *, bots: bool = False) -> int:
    """Check everything about a started match, raising Difference at the first failure.

    With `bots`, every bot chooses again; returns how many actions that were. Raises UnknownRules
    for a match whose rules are not installed.

    A practice match does not follow from its own seed, so only its rows, fold and chain are
    checked.
    """
    plies = store.read_plies(match)
    rules = match.rules
    _verify_count(match, plies)
    _verify_fold(match, rules, plies)
    _verify_chain(match, plies)
    if match.practice:
        return 0
    secret = MatchSecret.objects.filter(match=match, commitment=match.commitment).first()
    if secret is None or secret.seed is None:
        raise Difference("the secret of this match is missing")
    _verify_seed(match, secret)
    _verify_decisions(match, rules, plies, bytes(secret.seed))
    return _verify_bots(match, secret) if bots else 0


def _verify_count(match: Match, plies: Sequence[store.LoggedPly]) -> None:
    """Check that no row is missing."""
    events = sum(len(ply.events) for ply in plies)
    if events != match.version:
        raise Difference(f"{events} events are stored, the match is at version {match.version}")
    for _ in _actions(plies):
        pass


def _actions(
    plies: Sequence[store.LoggedPly],
) -> Iterator[tuple[store.LoggedPly, store.LoggedAction]]:
    """Yield every ply after the deal with its action, raising Difference if one is missing."""
    for ply in plies[1:]:
        if ply.action is None:
            raise Difference(f"the action of ply {ply.ply} is missing")
        yield ply, ply.action


def _verify_fold(match: Match, rules: Rules, plies: Sequence[store.LoggedPly]) -> None:
    """Check that the events lead to the stored result and turn."""
    state = None
    for ply in plies:
        try:
            state = fold(rules, ply.events, state)
        except Exception as error:  # tampered rows may make `apply` raise anything
            what = f"{type(error).__name__}: {error}"
            raise Difference(
                f"the events of ply {ply.ply} cannot follow those before: {what}"
            ) from error
    result = rules.result(state)
    found = None if result is None else result.as_json()
    if found != match.result:
        raise Difference(f"the events lead to the result {found}, stored is {match.result}")
    to_act = rules.to_act(state)
    if match.status == Match.Status.RUNNING and to_act != match.to_act:
        raise Difference(f"the events leave seat {to_act} to act, stored is {match.to_act}")


def _verify_chain(match: Match, plies: Sequence[store.LoggedPly]) -> None:
    """Check every stored head, and that the match's head is the last one."""
    head = first_head(match)
    for ply, row in _actions(plies):
        head = next_head(head, row)
        if row.head != head:
            raise Difference(f"the head of ply {ply.ply} is {row.head}, the chain gives {head}")
    if match.head != head:
        raise Difference(f"the match's head is {match.head}, the chain gives {head}")


def _verify_seed(match: Match, secret: MatchSecret) -> None:
    """Check the commitment, the seat commitments and the seed derived from them."""
    raw = bytes(secret.secret)
    if commitment_of(raw) != match.commitment:
        raise Difference("the commitment is not that of the secret")
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    for seat in seats:
        made = seat_commitment_of(match.code, seat.number, match.commitment, seat.contribution)
        if made != seat.seat_commitment:
            raise Difference(f"the commitment of seat {seat.number} is not of its contribution")
    shared: list[str] | None = secret.parts
    about = match.code if shared is None else secret.about
    parts = [seat.contribution for seat in seats] if shared is None else shared
    if seed_of(raw, about, parts) != bytes(secret.seed or b""):
        raise Difference("the seed does not follow from the secret and the contributions")


def _verify_decisions(
    match: Match, rules: Rules, plies: Sequence[store.LoggedPly], seed: bytes
) -> None:
    """Let the rules decide every action again, and compare the events."""
    chance = Chance(seed, match.game)
    events, state = start_match(rules, match.options, match.seat_count, chance)
    _compare(0, events, plies[0].events)
    for ply, row in _actions(plies):
        try:
            events, state = play_action(rules, state, row.seat, row.action, chance)
        except IllegalAction as error:
            raise Difference(f"the rules now refuse ply {ply.ply}: {error.code}") from None
        _compare(ply.ply, events, ply.events)
    if chance.operation != match.chance_operation:
        raise Difference(
            f"{chance.operation} random operations are needed, stored is {match.chance_operation}"
        )


def _verify_bots(match: Match, secret: MatchSecret) -> int:
    """Let the bots choose every action of theirs again, and return how many."""
    try:
        return verify_bots(build_record(match, secret))
    except WrongAction as wrong:
        raise Difference(f"ply {wrong.ply}: {phrase_text(wrong.phrase, None, ())}") from None


def _compare(ply: int, decided: Sequence[Event], stored: Sequence[Event]) -> None:
    """Compare the events of one ply in their stored form."""
    left, right = [encode_event(e) for e in decided], [encode_event(e) for e in stored]
    for number, (now, then) in enumerate(zip(left, right, strict=False), start=1):
        if now != then:
            raise Difference(
                f"event {number} of ply {ply}: the rules now give {now[0]}, stored is {then[0]}"
                + ("" if now[0] != then[0] else ", with other data")
            )
    if len(left) != len(right):
        raise Difference(f"ply {ply}: the rules now give {len(left)} events, stored {len(right)}")
