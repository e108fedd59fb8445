"""The page of Kibitz TV: the match on air, what else is played, and the best recent moments."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q
from django.utils import timezone

from games.engine.contract import JsonObject
from games.matches.access import Access
from games.matches.lobby import WORTH_SHOWING, Listed, listed_matches
from games.matches.models import Match
from games.matches.selectors import finished_matches
from games.matches.tv import best_first
from replays.models import Analysis
from replays.moments import turns_of

ENDING_STAYS = timedelta(seconds=12)
"""So long after its end the match on air stays, before the next one is shown."""
MOST_ELSE = 6
RECENT = timedelta(days=1)
MOST_ANALYSED, MOST_MOMENTS = 60, 6
ANYBODY = AnonymousUser()


def tv_context(user: Any, game: str, now: str) -> dict[str, Any]:
    """Return what the page shows of all games, or of one.

    `now` is the code of the match that the page shows already: it stays on until it has ended.
    """
    best = best_first(user, game)
    shown = next((match for match in best if match.code == now), None) or _just_ended(now)
    if shown is None:
        shown = best[0] if best else _replay(game)
    others = [match for match in best if match != shown][:MOST_ELSE]
    return {
        "shown": next(iter(listed_matches([shown] if shown else [], user)), None),
        "others": listed_matches(others, user),
        "moments": best_moments(user, game),
    }


def _just_ended(code: str) -> Match | None:
    """Return the match of a code if it ended a moment ago and anybody may watch it again."""
    recent = timezone.now() - ENDING_STAYS
    return finished_matches(ANYBODY).filter(code=code, finished_at__gt=recent).first()


def _replay(game: str) -> Match | None:
    """Return the newest replay of some length, for times when nobody plays."""
    found = finished_matches(ANYBODY).filter(ply__gte=WORTH_SHOWING, practice=False)
    return (found.filter(game=game) if game else found).first()


def best_moments(user: Any, game: str = "") -> list[JsonObject]:
    """Return the widest turning points of the last day's public matches, those of people first.

    Each has the match's `listed` line and what `turns_of` tells, for any spectator.
    """
    recent = Analysis.objects.filter(
        moments__isnull=False, match__finished_at__gt=timezone.now() - RECENT
    )
    found = finished_matches(ANYBODY).filter(practice=False, pk__in=recent.values("match"))
    if game:
        found = found.filter(game=game)
    people = Count("seats", filter=Q(seats__user__isnull=False))
    matches = found.annotate(people=people).order_by("-people", "-finished_at")[:MOST_ANALYSED]
    listed = listed_matches(matches, user)
    analyses = {one.match_id: one for one in recent.filter(match__in=[x.match.pk for x in listed])}
    best: list[tuple[bool, int, Listed, JsonObject]] = []
    for one in listed:
        turns = analyses[one.match.pk].moments["turns"]
        if turns:
            widest = max(turns, key=_width)
            has_people = any(seat.user_id for seat in one.seats)
            best.append((has_people, _width(widest), one, widest))
    best.sort(key=lambda found: found[:2], reverse=True)
    return [_moment(one, turn) for _, _, one, turn in best[:MOST_MOMENTS]]


def _width(turn: JsonObject) -> int:
    return abs(int(turn["after"]) - int(turn["before"]))


def _moment(listed: Listed, turn: JsonObject) -> JsonObject:
    access = Access(listed.match, listed.seats, None, None)
    return {"listed": listed, **turns_of(access, {"turns": [turn]})[0]}
