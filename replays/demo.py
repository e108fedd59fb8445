"""The demonstration's coach: somebody has asked for it, so that there are habits to read."""

from __future__ import annotations

from collections.abc import Callable

from accounts.demo import NAMES
from accounts.models import User
from games.matches.demo import FAVOURITE
from games.matches.models import Match
from replays.models import Analysis
from replays.services.analysis import analyses_ask


def coach_steps() -> list[Callable[[], object]]:
    """Return the step in which the first person has their last matches coached, if it is missing.

    A site that has only matches of its own has none.
    """
    asked = Analysis.objects.filter(asked_by__username=NAMES[0], is_coached=True)
    is_own = Match.objects.exists() and not Match.objects.filter(code__startswith="shown").exists()
    return [] if is_own or asked.exists() else [_ask]


def _ask() -> None:
    for user in User.objects.filter(username=NAMES[0]):  # nobody, if they left
        analyses_ask(user=user, game=FAVOURITE)
