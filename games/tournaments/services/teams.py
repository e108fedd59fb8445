"""Make and change teams together with the entries of their players; invite clubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.urls import reverse

from accounts.clubs.models import Club
from accounts.clubs.selectors import directors_of
from accounts.people.services.notices import notices_send
from games.engine.text import gettext_noop
from games.tournaments.direct.actions import Role
from games.tournaments.direct.kinds.teams import MOST_IN_A_TEAMS_NAME
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act
from games.tournaments.services.notices import EVENT

INVITED = gettext_noop("“%(event)s”: choose the players of “%(club)s”.")

Member = int | dict[str, Any]
"""Somebody in a team: the number of an entry, or the payload that enters them."""


@transaction.atomic
def team_save(
    *,
    code: str,
    actor: Any,
    role: Role,
    team: int | None,
    name: str,
    members: Sequence[Member],
    captain: int | None,
    request_id: str,
) -> int:
    """Make a team, or change it, and enter those of its members who are not in the event yet.

    All of it happens, or nothing. Returns the team's entry. Raises as `tournament_act` does.
    """
    numbers = [
        one if isinstance(one, int) else _enter(code, actor, role, team, one, f"{request_id}-{at}")
        for at, one in enumerate(members)
    ]
    facts = {"name": name, "members": numbers, "captain": captain}
    kind = "make_team" if team is None else "change_team"
    return _done(
        code, actor, role, kind, {**facts, **({} if team is None else {"entry": team})}, request_id
    )


def _enter(
    code: str, actor: Any, role: Role, team: int | None, asked: Mapping[str, Any], request_id: str
) -> int:
    """Enter a member who is not in the event yet; return their entry."""
    phase = Tournament.objects.values_list("phase", flat=True).get(code=code)
    kind = "late_entry" if phase == Tournament.Phase.RUNNING else "register"
    payload = {**asked, "by_organiser": True, "team": team}
    return _done(code, actor, role, kind, payload, request_id)


def _done(
    code: str, actor: Any, role: Role, kind: str, payload: Mapping[str, Any], request_id: str
) -> int:
    """Carry out an action about one entry; return the entry's number."""
    tournament_act(
        code=code, actor=actor, role=role, kind=kind, payload=payload, request_id=request_id
    )
    stored = DirectorAction.objects.get(request_id=request_id)
    entry: int = stored.payload["entry"]
    return entry


@transaction.atomic
def club_invite(*, tournament: Tournament, actor: Any, club: Club, request_id: str) -> int:
    """Make a team for a club, and ask the club's officers to choose its players.

    Refuses an event that members of other clubs may not see or enter. Returns the team's entry.
    """
    host = tournament.club
    closed = host is not None and (host.is_private or tournament.entry == Tournament.Entry.MEMBERS)
    if closed or tournament.phase == Tournament.Phase.DRAFT:
        raise refuse("club_unseen")
    facts = {"name": club.name[:MOST_IN_A_TEAMS_NAME], "members": [], "led_by": club.pk}
    team = _done(tournament.code, actor, "organiser", "make_team", facts, request_id)
    notices_send(
        users=directors_of(club).exclude(pk=actor.pk),
        kind=EVENT,
        subject=f"team:{tournament.code}:{team}",
        text=INVITED,
        args={"event": tournament.name, "club": club.name},
        url=reverse("tournaments:team", args=[tournament.code, team]),
    )
    return team
