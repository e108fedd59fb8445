"""Take a read of hands: score it, let a bot read the same, and keep it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from typing import Any

from django.db import IntegrityError, transaction

from games.engine.reading import Question, Situation, decisions_of
from games.matches.recent import Recent
from games.matches.services.bot_pool import read_ask
from games.thinking import Reading
from replays.puzzles.selectors import is_solver
from replays.reading.access import ReadPosition
from replays.reading.models import Read
from replays.reading.scoring import Answer
from replays.refusals import refuse

LONGEST = 20.0
"""How many seconds the bot's read may take, waiting included."""
READS_A_MINUTE = 20
"""How often a person may read: each read takes a bot's process for up to a second."""
KEPT = 256
LEAST, MOST = 1, 99
"""The percentages that may be said: certainty would risk everything."""
BOTS: Recent[list[float]] = Recent(KEPT)
"""What the bot said at the positions asked last."""


def read_give(
    *, position: ReadPosition, user: Any, forecasts: Mapping[Question, int | None]
) -> list[Answer]:
    """Score a person's forecasts, in percent; keep them unless they are a visitor's or a guest's.

    A position that they have read already keeps the first ones. Raises ReplayRefusal.
    """
    answers = _scored(position, forecasts)
    if is_solver(user):
        row = Read(
            user=user,
            match=position.replay.match,
            ply=position.ply,
            seat=position.seat,
            answers=answers,
        )
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError:  # read already, in another tab
            kept = Read.objects.get(user=user, match=row.match, ply=row.ply, seat=row.seat)
            return [Answer(*one) for one in kept.answers]
    return answers


def _scored(position: ReadPosition, forecasts: Mapping[Question, int | None]) -> list[Answer]:
    said = [_percent(forecasts.get(one)) for one in position.asked]
    rules, hidden = position.timeline.rules, position.hidden
    assert rules.hiding is not None
    bot = _bots_read(position)
    return [
        Answer(
            one.seat,
            one.key,
            percent,
            round(100 * counted, 1),
            round(min(MOST, max(LEAST, 100 * its)), 1),
            rules.hiding.statements[one.key].is_true(hidden, one.seat),
        )
        for (one, counted), percent, its in zip(position.asked.items(), said, bot, strict=True)
    ]


def _percent(said: int | None) -> int:
    if said is None or not LEAST <= said <= MOST:
        raise refuse("no_forecast")
    return said


def _bots_read(position: ReadPosition) -> list[float]:
    """Return the bot's forecasts; raises ReplayRefusal if its process died or is overrun."""
    match, rules = position.replay.match, position.timeline.rules
    key = (match.pk, position.ply, position.seat)
    known = BOTS.get(key)
    if known is not None:
        return known
    decisions = decisions_of(rules, position.history, len(position.timeline.seats))
    state = position.timeline.plies[-1].state
    situation = Situation(state, position.seat, position.memory, decisions)
    label = f"read {match.code} {position.ply} {position.seat}"
    reading = Reading(match.game, match.ruleset, label, situation, position.asked)
    try:
        found = read_ask(reading).result(LONGEST)
    except (BrokenExecutor, TimeoutError):
        raise refuse("busy") from None
    BOTS.put(key, found)
    return found
