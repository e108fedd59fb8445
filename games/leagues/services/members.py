"""Who is in a league: joining, seasons off, and members whom a director adds or removes."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.clubs.access import membership_of
from accounts.clubs.refusals import refuse as club_refuse
from games.leagues.models import League, LeagueMember
from games.leagues.refusals import refuse
from games.leagues.services.league import league_hold_as_director, league_hold_open

MOST_MEMBERS = 300


@transaction.atomic
def league_join(*, league: League, user: Any) -> None:
    """Enter a member of the club for the next season; refuses everybody else."""
    held = league_hold_open(league)
    if membership_of(held.club, user) is None:
        raise club_refuse("not_member")
    if held.members.filter(user=user).exists():
        raise refuse("already_in_league")
    _add(held, [user.pk])


@transaction.atomic
def league_add(*, league: League, actor: Any, name: str = "") -> int:
    """Enter a member of the club by name, or all if there is none; return how many are new."""
    held = league_hold_as_director(league, actor)
    others = held.club.memberships.exclude(user__league_memberships__league=held)
    others = others.filter(user__is_active=True).order_by("joined_at", "pk")
    if name:
        others = others.filter(user__username__iexact=name)
        if not others.exists():
            known = held.members.filter(user__username__iexact=name).exists()
            raise refuse("already_in_league" if known else "no_such_person")
    return _add(held, list(others.values_list("user_id", flat=True)))


def _add(league: League, people: list[int]) -> int:
    if league.members.count() + len(people) > MOST_MEMBERS:
        raise refuse("too_many")
    LeagueMember.objects.bulk_create(LeagueMember(league=league, user_id=one) for one in people)
    return len(people)


@transaction.atomic
def member_away(*, league: League, user: Any, is_away: bool) -> None:
    """Take the next seasons off, or come back; the season being played is played to its end."""
    held = league_hold_open(league)
    if not held.members.filter(user=user).update(is_away=is_away):
        raise refuse("not_in_league")
