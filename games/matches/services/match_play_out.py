"""Let bots play a whole match in memory, and store it as if it had been played here.

For demonstration sites. Shuffle, commitments, log, chain and ratings are those of any match, so it
can be replayed and verified. It lies in the past, so nobody is notified.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.clubs.models import Club
from games.engine.bot import BotDice
from games.engine.botplay import bot_action, remember
from games.engine.chance import Chance
from games.engine.contract import Event, Rules
from games.engine.fairness import commitment_of, seat_commitment_of, seed_of
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.matches import store
from games.matches.chain import first_head, next_head
from games.matches.labels import bot_name
from games.matches.models import Match, MatchAction, MatchSecret, Seat
from games.matches.models.match import new_code
from games.matches.services.match_finish import match_finish
from games.matches.services.secret import contribution_draw
from games.registry import current_rules

THINKING_MS = (1200, 9000)


@dataclass(frozen=True)
class Player:
    """The occupant of a seat: a person, or None for a bot. `bot` plays it either way."""

    bot: str
    user: Any = None


@dataclass(frozen=True)
class Played:
    """A match played in memory: the events of each ply, the actions and the final state."""

    plies: list[Sequence[Event]]
    actions: list[MatchAction]
    state: Any


def match_play_out(
    *,
    game: str,
    players: Sequence[Player],
    started_at: datetime,
    code: str = "",
    options: Mapping[str, Any] | None = None,
    rated: bool = True,
    dice: random.Random | None = None,
    club: Club | None = None,
    club_season: str = "",
) -> Match:
    """Play and store a finished match that began at `started_at`; return it.

    Plays it before storing anything, because bots may think for long. Raises OptionError for
    options the game refuses.
    """
    rules, dice = current_rules(game), dice or random.Random()
    match = Match(
        code=code or new_code(),
        game=game,
        ruleset=rules.meta.ruleset,
        options=complete_options(rules.meta, len(players), options or {}),
        seat_count=len(players),
        status=Match.Status.RUNNING,
        rated=rated and all(player.user is not None for player in players),
        created_at=started_at,
        touched_at=started_at,
        started_at=started_at,
        club=club,
        club_season=club_season,
    )
    secret = secrets.token_bytes(32)
    match.commitment = commitment_of(secret)
    seats = [_seat(match, number, players) for number in range(len(players))]
    seed = seed_of(secret, match.code, [seat.contribution for seat in seats])
    kept = MatchSecret(match=match, commitment=match.commitment, secret=secret, seed=seed)
    _store(rules, match, seats, kept, _play(rules, match, seed, players, dice))
    return match


def _seat(match: Match, number: int, players: Sequence[Player]) -> Seat:
    """Return a seat with its part of the shuffle, unsaved."""
    part, player = contribution_draw(), players[number]
    nth = players[: number + 1].count(player)
    return Seat(
        match=match,
        number=number,
        user=player.user,
        bot="" if player.user else player.bot,
        name=player.user.get_username() if player.user else bot_name(match.game, player.bot, nth),
        contribution=part,
        seat_commitment=seat_commitment_of(match.code, number, match.commitment, part),
    )


def _play(
    rules: Rules, match: Match, seed: bytes, players: Sequence[Player], dice: random.Random
) -> Played:
    """Let the bots play in memory, at human pace, and advance the chain's head.

    Actions of bots' own seats carry their marks and can be verified; those of people do not.
    """
    chance, memories = Chance(seed, match.game), [Memory(len(players)) for _ in players]
    opening, state = start_match(rules, match.options, match.seat_count, chance)
    match.head = first_head(match)
    plies: list[Sequence[Event]] = [opening]
    actions: list[MatchAction] = []
    at_ms = 0
    while (seat := rules.to_act(state)) is not None:
        for number, memory in enumerate(memories):
            remember(rules, memory, plies[-1], number)
        at_ms += dice.randint(*THINKING_MS)
        player, ply = players[seat], len(plies)
        bot, own = rules.bots[player.bot], BotDice(seed, match.game, seat, ply)
        action = bot_action(rules, state, ply - 1, seat, bot, own, memories[seat])
        events, state = play_action(rules, state, seat, action, chance)
        plies.append(events)
        row = MatchAction(match=match, ply=ply, seat=seat, action=action, at_ms=at_ms)
        row.auto = "" if player.user else bot.auto
        actions.append(_linked(match, row))
    match.chance_operation = chance.operation
    return Played(plies, actions, state)


def _linked(match: Match, row: MatchAction) -> MatchAction:
    """Advance the chain by an action; return its unsaved row, still without a version."""
    row.action_id = f"played-{row.ply}"
    row.head = match.head = next_head(match.head, row)
    return row


@transaction.atomic
def _store(
    rules: Rules, match: Match, seats: list[Seat], secret: MatchSecret, played: Played
) -> None:
    """Store the match, its seats and its log, and finish it like any match."""
    match.save()
    secret.save()
    Seat.objects.bulk_create(seats)
    store.append_plies(match, played.plies, played.actions)
    result = rules.result(played.state)
    assert result is not None
    assert match.started_at is not None
    ended = match.started_at + timedelta(milliseconds=played.actions[-1].at_ms)
    match_finish(match, seats, result, rules.meta.contest(played.state), ended)
    match.revision += 1
    match.save()
