"""Start a practice match: continue a position from another match, against bots.

Its log begins with a copy of the other match's, so that the player can read what led here; see
docs/decisions/0009-practice.md. It is never rated and has no record, because it does not follow
from its own seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from games.engine.contract import Event
from games.engine.fairness import seed_of
from games.engine.replay import fold
from games.matches import store
from games.matches.chain import first_head, next_head
from games.matches.clock import database_now
from games.matches.models import Match, MatchAction, Seat
from games.matches.notify import announce
from games.matches.services.locking import seats_of
from games.matches.services.match_turn import turn_begin
from games.matches.services.secret import secret_draw, secret_of
from games.matches.services.table_seats import seat_commit_bot, seat_give_bot, seat_give_user

TURN_SECONDS = 86400


@transaction.atomic
def match_practice(
    *,
    source: Match,
    plies: Sequence[store.LoggedPly],
    then: Sequence[Event],
    user: Any,
    seat: int,
    seed: bytes | None = None,
    chance_operation: int = 0,
) -> Match:
    """Begin a practice match after `plies` of `source` and the events `then`, and return it.

    `user` sits in `seat`, the game's best bot in all others. With `seed`, randomness continues from
    it at `chance_operation`; without, the match draws its own.
    """
    match = _table(source, user)
    seats = _seats(match, user, seat)
    secret = secret_of(match)
    parts = [place.contribution for place in seats]
    secret.seed = seed or seed_of(bytes(secret.secret), match.code, parts)
    secret.save(update_fields=["seed"])
    match.chance_operation = chance_operation
    _copy_log(match, plies, then)
    rules = match.rules
    state = fold(rules, [*(event for ply in plies for event in ply.events), *then])
    match.to_act = rules.to_act(state)
    turn_begin(match, seats)
    match.revision += 1
    match.save()
    announce(match)
    return match


def _table(source: Match, user: Any) -> Match:
    """Return a new running match like `source`, unlisted: only its link leads to it.

    It reveals what was played in `source`; if that is by invitation or held back, only the player
    may see it. If `source` is a club's, so is it, and it is hidden whenever the club is private.
    """
    hidden = source.visibility == Match.Visibility.PRIVATE or source.is_held_back
    match = Match(
        game=source.game,
        ruleset=source.ruleset,
        options=source.options,
        seat_count=source.seat_count,
        visibility=Match.Visibility.PRIVATE if hidden else Match.Visibility.UNLISTED,
        status=Match.Status.RUNNING,
        owner=user,
        club=None if hidden else source.club,
        practice=True,
        turn_seconds=TURN_SECONDS,
        reserve_seconds=0,
    )
    match.save()
    secret_draw(match)
    match.save(update_fields=["commitment"])
    return match


def _seats(match: Match, user: Any, number: int) -> list[Seat]:
    """Create the person's seat and the bots' seats; the server draws every contribution."""
    Seat.objects.bulk_create(Seat(match=match, number=n) for n in range(match.seat_count))
    best = list(match.rules.bots)[-1]
    seats = seats_of(match)
    for seat in seats:
        if seat.number == number:
            seat_give_user(seat, user)
            seat_commit_bot(match, seat)
            seat.save(update_fields=["contribution", "seat_commitment"])
        else:
            seat_give_bot(match, seat, best)
    return seats


def _copy_log(match: Match, plies: Sequence[store.LoggedPly], then: Sequence[Event]) -> None:
    """Store the plies with heads of this match's own chain, then the events that follow."""
    match.head = first_head(match)
    actions = [_copy(match, ply.action) for ply in plies if ply.action is not None]
    store.append_plies(match, [ply.events for ply in plies], actions)
    store.append_events(match, then)
    played = actions[-1].at_ms if actions else 0
    match.started_at = database_now() - timedelta(milliseconds=played)


def _copy(match: Match, played: store.LoggedAction) -> MatchAction:
    """Return the copy's unsaved row, linked into this match's chain, still without a version."""
    match.head = next_head(match.head, played)
    return MatchAction(
        match=match,
        ply=played.ply,
        seat=played.seat,
        action=played.action,
        action_id=f"copy-{played.ply}",
        auto=played.auto,
        at_ms=played.at_ms,
        head=match.head,
    )
