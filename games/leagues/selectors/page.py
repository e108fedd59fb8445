"""What a league's pages show: the divisions as they stand, one's own season, the plan, the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from games.leagues.models import DivisionPlayer, League, LeagueMember, LeagueSeason
from games.leagues.moves import Placed
from games.leagues.selectors.own import OwnRound, own_rounds
from games.leagues.selectors.plan import (
    champions_of,
    latest_season,
    next_season,
    seasons_before,
)
from games.leagues.selectors.standing import Standing, standings_of
from games.tournaments.direct.elimination import last_round
from games.tournaments.selectors.clubs import OVER

REASONS = {
    "stays": _("stays"),
    "up": _("promoted"),
    "down": _("relegated"),
    "filled": _("moved up to fill a place"),
    "kept": _("stays after all"),
    "pushed": _("moved down to make room"),
    "back": _("back after a break"),
    "new": _("new"),
    "rated": _("new, placed by rating"),
}
SIGNS = {"up": "+", "filled": "+", "down": "-", "pushed": "-"}


@dataclass(frozen=True)
class Row:
    """A line of a division: the person, how they stand, why they are here, where they go."""

    user: Any
    place: int | None
    points: str
    played: int
    is_me: bool
    is_out: bool
    zone: str = ""
    reason: Any = ""
    sign: str = ""
    is_champion: bool = False


@dataclass(frozen=True)
class DivisionShown:
    """A division with its rows; the round in play, and when the next one begins."""

    number: int
    event: Any
    rows: list[Row]
    round: int = 0
    rounds: int = 0
    open_tables: int = 0
    is_over: bool = False
    needs_director: bool = False


def league_page(league: League, user: Any) -> dict[str, Any]:
    """Return what the page of a league shows this viewer."""
    season, member = latest_season(league), member_of(league, user)
    standings = [] if season is None else standings_of(league, season)
    people = _people(player for one in standings for player in one.order)
    divisions = [_shown(one, people, user) for one in standings]
    own = next((one for one in standings if user.pk in one.order), None)
    rounds = [] if own is None else own_rounds(own, user.pk, _names(people))
    playing = {player for one in standings for player in one.order}
    waiting = league.members.exclude(user__in=playing).select_related("user")
    is_over = bool(standings) and all(one.is_over for one in standings)
    final = None if season is None else season.final
    is_final_on = final is not None and final.phase not in OVER
    return {
        "season": season,
        "member": member,
        "divisions": divisions,
        "own": own,
        "own_rounds": rounds,
        "own_next": next_of(rounds),
        "waiting": [one for one in waiting if not one.is_away],
        "away": league.members.filter(is_away=True).select_related("user"),
        "is_over": is_over,
        "is_running": bool(standings) and (is_final_on or not is_over),
        "to_come": season is not None and season.starts_at > datetime.now(UTC),
        "champions": champions_shown(league),
        "final": final,
        "may_hold_final": is_over and bool(league.finalists) and season is not None
        and final is None and season.closed_at is None,
    }  # fmt: skip


def member_of(league: League, user: Any) -> LeagueMember | None:
    """Return somebody's membership of a league."""
    return league.members.filter(user=user.pk).first() if user.is_authenticated else None


def next_of(rounds: Sequence[OwnRound]) -> OwnRound | None:
    """Return the open round, else the next one with opponents that is to come."""
    waiting = [one for one in rounds if one.is_open] or [
        one for one in rounds if one.is_planned and one.others
    ]
    return waiting[0] if waiting else None


def _shown(standing: Standing, people: dict[int, Any], user: Any) -> DivisionShown:
    came = dict(standing.division.players.values_list("user_id", "reason"))
    state = standing.state
    held = None if state is None else state.current
    in_play = held is not None and held.phase == "published"
    has_places = any(line.place for line in standing.lines)
    rows = [
        Row(
            user=people.get(line.player),
            place=line.place,
            points=line.points,
            played=line.played,
            is_me=line.player == user.pk,
            is_out=line.is_out,
            zone=standing.zone(at) if has_places else "",
            reason=_moved(came.get(line.player, "")),
            sign=SIGNS.get(came.get(line.player, ""), ""),
        )
        for at, line in enumerate(standing.lines)
    ]
    return DivisionShown(
        number=standing.division.number,
        event=standing.event,
        rows=rows,
        round=0 if state is None else len(state.rounds),
        rounds=0 if state is None else last_round(state),
        open_tables=sum(not one.decided for one in held.tables) if held and in_play else 0,
        is_over=standing.is_over,
        needs_director=bool(state and state.phase == "running" and not state.pace.is_automatic),
    )


def _moved(reason: str) -> Any:
    """Return why somebody came into a division; nothing for who stayed."""
    return "" if reason == "stays" else REASONS.get(reason, "")


def champions_shown(league: League) -> list[tuple[LeagueSeason, list[Any]]]:
    """Return the closed seasons, the newest first, each with its champions (None: who left)."""
    return champions_of(seasons_before(league))


def past_season(season: LeagueSeason, user: Any) -> list[DivisionShown]:
    """Return the divisions of a closed season as they were stored."""
    divisions = list(season.divisions.select_related("event"))
    rows = DivisionPlayer.objects.filter(division__season=season).select_related("user")
    found: dict[int, list[Row]] = {one.pk: [] for one in divisions}
    for one in rows.order_by("division", "place", "order"):
        found[one.division_id].append(
            Row(
                user=one.user,
                place=one.place,
                points=one.points,
                played=0,
                is_me=one.user_id is not None and one.user_id == user.pk,
                is_out=False,
                reason=_moved(one.reason),
                sign=SIGNS.get(one.reason, ""),
                is_champion=one.is_champion,
            )
        )
    return [DivisionShown(one.number, one.event, found[one.pk]) for one in divisions]


def plan_shown(league: League) -> list[list[tuple[Any, Placed, Any, str]]]:
    """Return the next season's divisions: each person, their move, why, and its sign."""
    planned = next_season(league)
    people = _people(one.player for division in planned for one in division)
    return [
        [(people.get(one.player), one, REASONS[one.reason], SIGNS.get(one.reason, ""))
         for one in division]
        for division in planned
    ]  # fmt: skip


def _people(numbers: Iterable[int]) -> dict[int, Any]:
    return dict(get_user_model().objects.in_bulk(list(numbers)))


def _names(people: dict[int, Any]) -> dict[int, str]:
    return {number: one.get_username() for number, one in people.items()}
