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
from games.matches.models import Match, Seat
from games.registry import current_rules
from replays.models import Moment


def listed_matches(user: Any, wanted: dict[str, Any]) -> QuerySet[Match]:
    """Return the finished matches that `user` may see: public ones and their own, newest first.

    Their own include matches that ended without a result. `wanted` is the cleaned data of
    `ReplayFilter`; empty fields filter nothing.
    """
    own = Q(pk__in=Seat.objects.filter(user_id=user.pk).values("match")) if user.pk else Q(pk=None)
    may_see = own if wanted.get("mine") else own | shown_again()
    ended = Q(status=Match.Status.FINISHED) | (own & Q(status=Match.Status.VOID))
    # finished_at is redundant here, but lets the query use the index that finds the newest
    matches = Match.objects.filter(may_see, ended, finished_at__isnull=False)
    if not wanted.get("mine"):
        matches = matches.filter(practice=False)
    if wanted.get("marked"):
        marked = Moment.objects.filter(match=OuterRef("pk"), author_id=user.pk)
        matches = matches.filter(Exists(marked))
    for narrow in (
        _by_game,
        _by_player,
        _by_seats,
        _by_variant,
        _by_reason,
        _by_happening,
        _by_club,
        _by_event,
        _by_length,
    ):
        matches = narrow(matches, wanted)
    return matches.prefetch_related("seats").order_by("-finished_at", "-pk")


def _by_game(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    return matches.filter(game=wanted["game"]) if wanted.get("game") else matches


def _by_player(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    if not wanted.get("player"):
        return matches
    seat = Seat.objects.filter(match=OuterRef("pk"), name__icontains=wanted["player"])
    return matches.filter(Exists(seat))


def _by_seats(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    return matches.filter(seat_count=int(wanted["seats"])) if wanted.get("seats") else matches


def _by_variant(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    if not wanted.get("variant"):
        return matches
    game, option, value = wanted["variant"].split(":", 2)
    fits = Q(options__contains={option: value})
    with contextlib.suppress(ValueError):
        fits |= Q(options__contains={option: json.loads(value)})
    return matches.filter(fits, game=game)


def _by_reason(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    return matches.filter(result__reason=wanted["reason"]) if wanted.get("reason") else matches


def _by_happening(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    if not wanted.get("happened"):
        return matches
    game, key = wanted["happened"].split(":", 1)
    one = next(one for one in current_rules(game).happenings if one.key == key)
    matches = store.having_event(matches.filter(game=game), one.event, one.data)
    if one.without:
        matches = store.having_event(matches, *one.without, exclude=True)
    return matches


def _by_club(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    return matches.filter(club__name__icontains=wanted["club"]) if wanted.get("club") else matches


def _by_event(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    if not wanted.get("event"):
        return matches
    return matches.filter(tournament_table__tournament__name__icontains=wanted["event"])


def _by_length(matches: QuerySet[Match], wanted: dict[str, Any]) -> QuerySet[Match]:
    if wanted.get("shortest"):
        matches = matches.filter(ply__gte=wanted["shortest"])
    return matches.filter(ply__lte=wanted["longest"]) if wanted.get("longest") else matches


def own_moments(user: Any, matches: Iterable[Match]) -> dict[int, list[Moment]]:
    """Return the moments that `user` marked in these matches, grouped by match and in order."""
    found = Moment.objects.filter(author_id=user.pk, match__in=[one.pk for one in matches])
    marked: dict[int, list[Moment]] = defaultdict(list)
    for moment in found.order_by("ply"):
        marked[moment.match_id].append(moment)
    return marked
