"""People who leave a league, its club or the site, or are barred from it."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.clubs.models import Club
from games.leagues.models import Division, League, LeagueMember
from games.leagues.refusals import refuse
from games.leagues.services.league import league_hold, league_hold_as_director
from games.tournaments.direct.actions import Role
from games.tournaments.models import Tournament
from games.tournaments.services.act import tournament_act
from games.tournaments.store import load_state


@transaction.atomic
def league_leave(*, league: League, user: Any) -> None:
    """Leave a league, and the event of one's division; the place goes to the next."""
    _leave(league_hold(league), user, actor=user, role="player")


@transaction.atomic
def member_remove(*, league: League, actor: Any, user_id: int) -> None:
    """Take somebody out of a league and the event of their division, as a director."""
    held = league_hold_as_director(league, actor)
    member = held.members.select_related("user").filter(user=user_id).first()
    if member is None:
        raise refuse("not_in_league")
    _leave(held, member.user, actor=actor, role="organiser")


def _leave(league: League, user: Any, *, actor: Any, role: Role) -> None:
    if not league.members.filter(user=user).delete()[0]:
        raise refuse("not_in_league")
    running = Division.objects.filter(
        season__league=league,
        event__phase=Tournament.Phase.RUNNING,
        players__user=user,
    )
    for division in running.select_related("event"):
        if division.event is not None:
            _withdraw(division.event, user, actor, role)


def _withdraw(event: Tournament, user: Any, actor: Any, role: Role) -> None:
    """Withdraw somebody from an event; the round in play is played to its end."""
    entries = load_state(event).entries.values()
    own = [one for one in entries if user.pk in one.players and one.status == "registered"]
    for entry in own:
        tournament_act(
            code=event.code, actor=actor, role=role, kind="withdraw",
            payload={"entry": entry.number}, request_id=uuid.uuid4().hex,
        )  # fmt: skip


def leagues_drop(user: Any, club: Club | None = None) -> None:
    """Take somebody off the members of all leagues, or of one club's; events do the rest."""
    found = LeagueMember.objects.filter(user=user)
    if club is not None:
        found = found.filter(league__club=club)
    found.delete()


def membership_drops(club: Club, user: Any, verb: str) -> None:
    """Let people who leave a club, or are removed, drop out of its leagues."""
    if verb in ("left", "removed"):
        leagues_drop(user, club)


def person_barred(user: Any, until: datetime | None) -> None:
    """Take who is barred for good out of all leagues; others are left out while they are barred."""
    if until is None:
        leagues_drop(user)
