"""Play on from a position, or play the same deal again, as practice against bots."""

from __future__ import annotations

import random
from typing import Any

from django.db import transaction

from accounts.locking import lock_person
from games.engine.chance import Chance
from games.engine.hidden import deal_anew
from games.engine.match import start_match
from games.engine.practice import played_on
from games.matches import store
from games.matches.models import Match, MatchSecret
from games.matches.services.match_practice import match_practice
from replays.forks import seats_to_play_on
from replays.knowledge import memory_at
from replays.models import Fork
from replays.refusals import refuse
from replays.timeline import Timeline

MOST_RUNNING = 10


@transaction.atomic
def fork_play_on(*, source: Match, timeline: Timeline, ply: int, seat: int, user: Any) -> Match:
    """Let `user` play on from `ply` of a finished match in `seat`, and return the new match.

    Whatever that seat could not see is dealt again, consistent with what it knew. Raises
    ReplayRefusal if nothing is left to play.
    """
    _check(user, timeline, seat)
    rules, state = timeline.rules, timeline.plies[ply].state
    if rules.hiding is None or seat not in seats_to_play_on(timeline, ply):
        raise refuse("nothing_to_play")
    dice = random.SystemRandom()
    memory = memory_at(timeline, ply, seat)
    dealt = deal_anew(
        rules.hiding.hidden(state, seat), memory, lambda cards: dice.sample(cards, len(cards))
    )
    match = match_practice(
        source=source,
        plies=store.read_plies(source)[: ply + 1],
        then=[played_on(seat, dealt)],
        user=user,
        seat=seat,
    )
    Fork.objects.create(match=match, source=source, ply=ply, seat=seat)
    return match


@transaction.atomic
def fork_same_deal(*, source: Match, timeline: Timeline, seat: int, user: Any) -> Match:
    """Let `user` play the same deal in `seat` from the beginning, and return the new match.

    Every card lies where it lay, and every later shuffle comes out as it would have. Raises
    ReplayRefusal for a practice match, whose deal is itself a copy.
    """
    _check(user, timeline, seat)
    if source.practice:
        raise refuse("nothing_to_play")
    seed = bytes(MatchSecret.objects.get(match=source, commitment=source.commitment).seed or b"")
    chance = Chance(seed, source.game)
    start_match(timeline.rules, source.options, source.seat_count, chance)
    match = match_practice(
        source=source,
        plies=store.read_plies(source)[:1],
        then=[],
        user=user,
        seat=seat,
        seed=seed,
        chance_operation=chance.operation,
    )
    Fork.objects.create(match=match, source=source, ply=0, seat=seat, same_deal=True)
    return match


def _check(user: Any, timeline: Timeline, seat: int) -> None:
    """Refuse an unknown seat, and a person with too many practice matches."""
    if not 0 <= seat < len(timeline.seats):
        raise refuse("no_such_thing")
    lock_person(user)
    running = Match.objects.filter(owner=user, practice=True, status=Match.Status.RUNNING)
    if running.count() >= MOST_RUNNING:
        raise refuse("too_much_practice")
