"""Play the positions on show out, for the bar of chances: little, and only where somebody looks.

As in an analysis, each seat's chance is over deals as that seat could imagine them at that move, so
nothing later is in it. The playouts run in the processes in which bots think, while none does.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from datetime import timedelta

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Now

from games.broadcasts.cut import cut_of
from games.broadcasts.models import Odds, Show
from games.broadcasts.presenters import FEWEST
from games.broadcasts.services.advance import show_change
from games.engine.rollout import shares
from games.matches.services.bot_pool import pool_is_free
from replays.analysis.reckon import play_on

MOST = 40
"""How often a position is played out."""
AT_ONCE_SECONDS = 0.2
LOOKED_AT = timedelta(minutes=1)


def odds_slice() -> bool:
    """Play out a little of one position that somebody looks at; return whether there was one."""
    if not pool_is_free() or (show := _next()) is None:
        return False
    timeline = cut_of(show).timeline
    known = Odds.objects.filter(show=show, ply=timeline.last).first()
    known = known or Odds(show=show, ply=timeline.last, rollouts=0, won=[], squares=[])
    state, done = timeline.plies[-1].state, known.rollouts
    try:
        if timeline.rules.result(state) is None:
            numbers = range(done, MOST)
            found = play_on(
                timeline, show.match.code, timeline.last, numbers, AT_ONCE_SECONDS
            ).shares
        else:
            found = [shares(timeline.rules, state)] * (MOST - done)
    except BrokenExecutor:
        return True  # its process died; it is asked again
    _add(known, found)
    _keep(show, known, is_news=done < FEWEST <= known.rollouts or known.rollouts == MOST)
    return True


def _next() -> Show | None:
    """Return the show whose newest position most needs playouts, if somebody looks at it."""
    of_ply = Odds.objects.filter(show=OuterRef("pk"), ply=OuterRef("ply"))
    looked_at = Show.objects.filter(ply__isnull=False, watched_at__gt=Now() - LOOKED_AT)
    counted = looked_at.annotate(done=Subquery(of_ply.values("rollouts")))
    wanted = counted.filter(Q(done=None) | Q(done__lt=MOST))
    return wanted.select_related("match").order_by(F("done").asc(nulls_first=True)).first()


def _add(odds: Odds, found: list[tuple[float, ...]]) -> None:
    for shared in found:
        odds.rollouts += 1
        zeros = [0.0] * len(shared)
        odds.won = [a + b for a, b in zip(odds.won or zeros, shared, strict=True)]
        odds.squares = [a + b * b for a, b in zip(odds.squares or zeros, shared, strict=True)]


@transaction.atomic
def _keep(show: Show, odds: Odds, *, is_news: bool) -> None:
    """Store the sums; of two processes that did the same, both have the same."""
    sums = {"rollouts": odds.rollouts, "won": odds.won, "squares": odds.squares}
    Odds.objects.update_or_create(show=show, ply=odds.ply, defaults=sums)
    if is_news:
        show_change(show)
