"""Select the replays that a person sees in the list; nothing here writes."""

from __future__ import annotations

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.matches import store
from games.matches.access import shown_again
from games.matches.models import Match, Seat, held_by
from games.registry import current_rules
from replays.models import Moment

LOOKUPS = {
    "game": "game",
    "seats": "seat_count",
    "reason": "result__reason",
    "club": "club__name__icontains",
    "event": "tournament_table__tournament__name__icontains",
    "shortest": "ply__gte",
    "longest": "ply__lte",
}
"""The filters that compare one field."""


def listed_matches(user: Any, wanted: dict[str, Any]) -> QuerySet[Match]:
    """Return the finished matches that `user` may see: public ones and their own, newest first.

    Their own include matches that ended without a result, but none whose deal others still play:
    a line tells turning points, with what all hands held. `wanted` is the cleaned data of
    `ReplayFilter`; empty fields filter nothing.
    """
    own = Q(pk__in=Seat.objects.filter(held_by(user)).values("match")) if user.pk else Q(pk=None)
    may_see = own if wanted.get("mine") else own | shown_again()
    ended = Q(status=Match.Status.FINISHED) | (own & Q(status=Match.Status.VOID))
    # finished_at is redundant here, but lets the query use the index that finds the newest
    matches = Match.objects.filter(may_see, ended, deal_open=False, finished_at__isnull=False)
    if not wanted.get("mine"):
        matches = matches.filter(practice=False)
    if wanted.get("marked"):
        marked = Moment.objects.filter(match=OuterRef("pk"), author_id=user.pk)
        matches = matches.filter(Exists(marked))
    for key, lookup in LOOKUPS.items():
        if wanted.get(key):
            matches = matches.filter(**{lookup: wanted[key]})
    if wanted.get("player"):
        named = Q(name__icontains=wanted["player"]) | Q(starter_name__icontains=wanted["player"])
        seat = Seat.objects.filter(named, match=OuterRef("pk"))
        matches = matches.filter(Exists(seat))
    if wanted.get("variant"):
        matches = _of_variant(matches, *wanted["variant"].split(":", 2))
    if wanted.get("happened"):
        matches = _where_it_happened(matches, *wanted["happened"].split(":", 1))
    return matches.prefetch_related("seats").order_by("-finished_at", "-pk")


def _of_variant(matches: QuerySet[Match], game: str, option: str, value: str) -> QuerySet[Match]:
    """Return the matches of a game with an option's value, as `variant_key` writes it."""
    fits = Q(options__contains={option: value})
    with contextlib.suppress(ValueError):
        fits |= Q(options__contains={option: json.loads(value)})
    return matches.filter(fits, game=game)


def _where_it_happened(matches: QuerySet[Match], game: str, key: str) -> QuerySet[Match]:
    """Return the matches of a game with one of its notable events."""
    one = next(one for one in current_rules(game).meta.happenings if one.key == key)
    matches = store.having_event(matches.filter(game=game), one.event, one.data)
    if one.without:
        matches = store.having_event(matches, *one.without, exclude=True)
    return matches


def own_moments(user: Any, matches: Iterable[Match]) -> dict[int, list[Moment]]:
    """Return the moments that `user` marked in these matches, grouped by match and in order."""
    found = Moment.objects.filter(author_id=user.pk, match__in=[one.pk for one in matches])
    marked: dict[int, list[Moment]] = defaultdict(list)
    for moment in found.order_by("ply"):
        marked[moment.match_id].append(moment)
    return marked
