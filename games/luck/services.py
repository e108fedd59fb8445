"""Split finished matches into luck and decisions, in the background."""

from __future__ import annotations

import time
from typing import Any

from django.db.models import Q

from accounts.registry import OVER
from games.engine.luck import Step, total
from games.engine.replay import fold
from games.luck.models import Ledger
from games.matches import store
from games.matches.models import Match
from games.matches.recent import Recent
from games.matches.services.bot_pool import pool_is_free, splits_ask
from games.matches.services.jobs import job_slice
from games.registry import all_rulesets
from games.thinking import Played, Splitting

METHOD = 1
SLICE_SECONDS, AT_ONCE_SECONDS = 0.4, 0.2
MOST_AT_ONCE = 40
"""Plies sent to another process at a time."""
LONGEST = 60
BUDGET_MS = 10_000
"""CPU time of a match after which chance is imagined more seldom."""
OFTEN, SELDOM = 32, 6
MOST_MOMENTS = 3
"""Of the luckiest plies of a seat, and of its unluckiest."""
CATCH_UP = 20
PLAYED: Recent[list[Played]] = Recent(8)
"""The plies of matches worked on last."""


def ledger_queue(match: Match) -> None:
    """Queue a match that has just ended, unless it began from a position, or its game has no luck.

    Practice has no deal of its own.
    """
    if not match.practice and match.rules.chances is not None:
        Ledger.objects.get_or_create(match=match, defaults={"method": METHOD})


def ledgers_catch_up() -> object:
    """Queue some matches that ended before there were ledgers, newest first, once none waits."""
    if Ledger.objects.filter(due_at__isnull=False).exists():
        return None
    old = Match.objects.filter(
        _with_chances(), status=Match.Status.FINISHED, practice=False, ledger=None
    )
    new = [
        Ledger(match=match, method=METHOD)
        for match in old.order_by("-finished_at", "-pk")[:CATCH_UP]
    ]
    Ledger.objects.bulk_create(new, ignore_conflicts=True)
    return None if new else OVER


def _with_chances() -> Q:
    """Return a filter for matches whose rules are here and can be judged."""
    found = Q(pk__in=[])
    for game, rulesets in all_rulesets().items():
        known = [number for number, rules in rulesets.items() if rules.chances is not None]
        found |= Q(game=game, ruleset__in=known)
    return found


def ledger_slice(seconds: float = SLICE_SECONDS) -> bool:
    """Split some plies of the match that comes next; return whether there was one."""
    return job_slice(Ledger.objects.order_by("due_at", "pk"), _split_on, seconds)


def _split_on(ledger: Ledger, until: float) -> bool:
    """Split plies until the time is up or a bot has to think; return whether all are split."""
    plies = PLAYED.get_or_make(ledger.match_id, lambda: _plies_of(ledger.match))
    while ledger.plies < len(plies):
        _split_some(ledger, plies[ledger.plies : ledger.plies + MOST_AT_ONCE])
        if time.monotonic() >= until or not pool_is_free():
            break
    return ledger.plies >= len(plies)


def _plies_of(match: Match) -> list[Played]:
    """Return a match's plies with the states around them."""
    rules, found = match.rules, []
    state: Any = None
    for one in store.read_plies(match):
        before, state = state, fold(rules, one.events, state)
        action = one.action
        seat, did = (None, None) if action is None else (action.seat, action.action)
        found.append(Played(one.ply, before, seat, did, state))
    return found


def _split_some(ledger: Ledger, plies: list[Played]) -> None:
    """Split the first of these plies, and add them to the account."""
    match = ledger.match
    times = OFTEN if ledger.spent_ms < BUDGET_MS else SELDOM
    split = splits_ask(
        Splitting(
            game=match.game,
            ruleset=match.ruleset,
            label=match.code,
            options=match.options,
            seats=match.seat_count,
            plies=plies,
            times=times,
            seconds=AT_ONCE_SECONDS,
        )
    ).result(LONGEST)
    if split.begin:
        nothing = [0.0] * match.seat_count
        ledger.begin, ledger.luck, ledger.variance = [*split.begin], nothing, nothing
        ledger.deeds = [nothing for _ in nothing]
        ledger.moments = [[] for _ in nothing]
    for one, step in zip(plies, split.steps, strict=False):
        _add(ledger, one, step)
    ledger.plies += len(split.steps)
    ledger.spent_ms += round(1000 * split.seconds)


def _add(ledger: Ledger, played: Played, step: Step) -> None:
    """Add a ply to the account."""
    seats = range(ledger.match.seat_count)
    ledger.luck = _plus(ledger.luck, step.luck)
    ledger.variance = _plus(ledger.variance, step.variance)
    if played.seat is not None:
        ledger.deeds[played.seat] = _plus(ledger.deeds[played.seat], step.deed)
    if any(step.luck):
        ledger.moments = [
            _extremes([*ledger.moments[seat], [played.ply, step.luck[seat]]]) for seat in seats
        ]


def _plus(one: list[float], other: tuple[float, ...]) -> list[float]:
    return [*total([tuple(one), other], len(one))]


def _extremes(moments: list[list[Any]]) -> list[list[Any]]:
    """Return the luckiest and unluckiest plies, at most `MOST_MOMENTS` of each, in order."""
    ordered = sorted(moments, key=lambda one: one[1])
    low = [one for one in ordered[:MOST_MOMENTS] if one[1] < 0]
    high = [one for one in ordered[-MOST_MOMENTS:] if one[1] > 0]
    return sorted([*low, *high])
