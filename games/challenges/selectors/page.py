"""What a challenge ladder's page shows: the places, one's own next step, the history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.people.selectors import kept_from
from games.challenges.models import Challenge, ChallengeLadder, PlaceMove, Rung
from games.challenges.order import order_after
from games.challenges.selectors.ladder import (
    LadderView,
    away_last,
    day_label,
    declines_left,
    ladder_view,
    why_not,
)
from games.engine.text import gettext_noop

Status = Challenge.Status
FORM_SHOWN = 5
MOVED_SINCE = timedelta(days=7)
KINDS = {
    PlaceMove.Kind.JOINED: gettext_noop("%(name)s joined at place %(to)s."),
    PlaceMove.Kind.WON: gettext_noop("%(name)s won a challenge: from %(from)s to %(to)s."),
    PlaceMove.Kind.DEFAULT: gettext_noop(
        "%(name)s won a challenge by default: from %(from)s to %(to)s."
    ),
    PlaceMove.Kind.IDLE: gettext_noop(
        "%(name)s went too long without a match: from %(from)s to %(to)s."
    ),
    PlaceMove.Kind.LEFT: gettext_noop("%(name)s left from place %(from)s."),
    PlaceMove.Kind.CORRECTED: gettext_noop("%(actor)s moved %(name)s from %(from)s to %(to)s."),
    PlaceMove.Kind.REMOVED: gettext_noop("%(actor)s took %(name)s off place %(from)s."),
}


@dataclass(frozen=True)
class Line:
    """One place: who holds it, how it moved in a week, and whether one can challenge there.

    `moved`: places won since a week ago, None for who was not there; `results`: the last ones,
    newest first, as won, lost or drawn.
    """

    rung: Rung
    is_me: bool
    moved: int | None
    results: list[str]
    live: list[Challenge]
    away_until: str
    can: bool
    why: str


@dataclass(frozen=True)
class Own:
    """What somebody on the ladder can do now."""

    rung: Rung | None
    to_answer: list[Challenge] = field(default_factory=list)
    to_play: list[Challenge] = field(default_factory=list)
    waiting: list[Challenge] = field(default_factory=list)
    can: list[Line] = field(default_factory=list)
    declines_left: int = 0
    is_away: bool = False
    away_until: str = ""
    away_last: Any = None


def ladder_page(ladder: ChallengeLadder, user: Any) -> dict[str, Any]:
    """Return a ladder's lines for `user` (anonymous allowed), their next step, live challenges."""
    shown = ladder_view(ladder)
    lines = _lines(shown, user)
    return {"lines": lines, "own": _own(shown, lines, user), "live": shown.live}


def _lines(shown: LadderView, user: Any) -> list[Line]:
    me, kept = shown.rung_of(user), kept_from(user) if user.is_authenticated else set()
    before = order_at(shown.ladder, timezone.now() - MOVED_SINCE)
    results = _results(shown.ladder)
    lines = []
    for rung in shown.rungs:
        reason = why_not(shown, me, rung, kept) if me else None
        was = before.index(rung.user_id) + 1 if rung.user_id in before else None
        lines.append(
            Line(
                rung=rung,
                is_me=rung is me,
                moved=None if was is None else was - rung.place,
                results=results[rung.user_id],
                live=shown.live_of(rung.user),
                away_until=day_label(rung.away_until) if shown.is_away(rung) else "",
                can=me is not None and reason is None,
                why=reason.sentence if reason and reason.code != "yourself" else "",
            )
        )
    return lines


def _results(ladder: ChallengeLadder) -> dict[int, list[str]]:
    """Return everybody's last results, newest first: “won”, “lost” or “drawn”."""
    ended = ladder.challenges.filter(status__in=(Status.PLAYED, Status.FORFEITED))
    rows = ended.order_by("-ended_at").values_list("challenger", "challenged", "won_by")
    found: dict[int, list[str]] = defaultdict(list)
    for *people, won_by in rows[:500]:
        for side, one in zip(Challenge.Side, people, strict=True):
            if one is not None and len(found[one]) < FORM_SHOWN:
                found[one].append("drawn" if not won_by else "won" if won_by == side else "lost")
    return found


def _own(shown: LadderView, lines: list[Line], user: Any) -> Own:
    rung = shown.rung_of(user)
    if rung is None:
        return Own(None)
    live = shown.live_of(user)
    is_open = [one for one in live if one.status == Status.OPEN]
    is_away = shown.is_away(rung)
    return Own(
        rung=rung,
        to_answer=[one for one in is_open if one.challenged_id == user.pk],
        to_play=[one for one in live if one.status == Status.ACCEPTED],
        waiting=[one for one in is_open if one.challenger_id == user.pk],
        can=[line for line in lines if line.can],
        declines_left=declines_left(shown.ladder, user),
        is_away=is_away,
        away_until=day_label(rung.away_until) if is_away else "",
        away_last=away_last(shown.ladder, rung, shown.today),
    )


def order_at(ladder: ChallengeLadder, moment: datetime) -> list[int]:
    """Return the players in order as the history says they stood at a moment."""
    moves = ladder.moves.filter(at__lte=moment).order_by("no")
    return order_after(moves.values_list("user_id", "to_place"))


def people_in_order(players: list[int]) -> list[tuple[int, Any]]:
    """Return places with their people, None for those who left the site."""
    people = get_user_model().objects.in_bulk(players)
    return [(place, people.get(one)) for place, one in enumerate(players, 1)]


def history(ladder: ChallengeLadder) -> QuerySet[PlaceMove]:
    """Return a ladder's moves, newest first."""
    return ladder.moves.select_related("challenge__match").order_by("-no")


def told(moves: Iterable[PlaceMove]) -> list[dict[str, Any]]:
    """Return moves as sentences in the active language, each with its time, reason and match."""
    moves = list(moves)
    numbers = {one for move in moves for one in (move.user_id, move.actor_id) if one}
    names = dict(get_user_model().objects.filter(pk__in=numbers).values_list("pk", "username"))
    former = gettext("a former member")
    return [
        {
            "at": move.at,
            "reason": move.reason,
            "match": move.challenge.match if move.challenge else None,
            "sentence": gettext(KINDS[PlaceMove.Kind(move.kind)])
            % {
                "name": names.get(move.user_id, former),
                "actor": names.get(move.actor_id or 0, former),
                "from": move.from_place,
                "to": move.to_place,
            },
        }
        for move in moves
    ]
