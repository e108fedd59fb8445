"""What `act.py` checks before a request is judged: who may make it, and on how current a page.

The rules of events themselves are in `direct/`. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.db.models.functions import Now

from accounts.clubs.models import Membership
from accounts.models import User
from accounts.people.selectors import is_blocked
from games.tournaments.access import is_officer, judges_of
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Role
from games.tournaments.direct.fold import KINDS, is_own_case, may
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.attendance import entry_check

MOST_ANNOUNCEMENTS = (
    (3, timedelta(minutes=1), "announced_often"),
    (30, timedelta(days=1), "announced_enough"),
)
"""How many announcements an event may have in a given time, including those taken back."""

OF_IMPORTED = ("claim", "unclaim")
"""What may be done in an event that was imported from a file."""


def request_check(
    tournament: Tournament,
    state: State,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    expected_no: int | None,
) -> None:
    """Refuse a request that this person may not make, or that came from a stale page."""
    if tournament.imported and kind not in OF_IMPORTED:
        raise refuse("imported")
    if not may(role, kind):
        raise refuse("not_director")
    if role == "judge":
        _check_judge(tournament, state, actor, kind, payload)
    if role == "captain" and actor is not None:
        _check_captain(state, actor, payload)
    if role == "officer":
        _check_officer(state, actor, kind, payload)
    if kind == "line_up" and role == "organiser":
        _check_no_rival(state, actor, payload)
    if expected_no is not None and _moved_on(tournament, expected_no, kind, payload):
        raise refuse("stale_page")
    if role == "player" and actor is not None and KINDS[kind].enters:
        entry_check(tournament, actor, payload["players"])
    if KINDS[kind].brings_back:
        _check_can_come(state, payload)
    if kind == "restore":
        _check_unblocked(state, actor, payload)
    if kind == "announce":
        _check_announcements(tournament)


def _check_captain(state: State, actor: Any, payload: Mapping[str, Any]) -> None:
    """Refuse whoever is not the captain of the team that a request is about."""
    captain = state.entries.get(asked.entry(state, payload).captain)
    if captain is None or captain.status in ("left", "excluded") or actor.pk not in captain.players:
        raise refuse("not_captain")


def _check_no_rival(state: State, actor: Any, payload: Mapping[str, Any]) -> None:
    """Refuse a director's line-up for a team against which they may play."""
    own = [one.number for one in state.entries.values() if actor and actor.pk in one.players]
    teams = {team.number for one in own if (team := state.team_of(one)) is not None}
    if teams - {payload["entry"]}:
        raise refuse("not_captain")


def _check_officer(state: State, actor: Any, kind: str, payload: Mapping[str, Any]) -> None:
    """Refuse a club's officer who acts for another team, too late, or enters others' people."""
    team = state.entries.get(payload["team"] if kind == "register" else payload["entry"])
    if team is None or state.phase not in BEFORE_START or not is_officer(actor, team):
        raise refuse("not_director")
    added = payload["players"] if kind == "register" else _new_in_team(state, team, payload)
    own = Membership.objects.filter(club=team.led_by, user__in=added)
    if own.count() < len(set(added)):
        raise refuse("not_of_club")


def _new_in_team(state: State, team: Entry, payload: Mapping[str, Any]) -> list[int]:
    """Return the players whom a request brings into a team, without those on paper."""
    new = [state.entries.get(one) for one in payload["members"] if one not in team.members]
    there = [player for one in new if one is not None for player in one.players]
    paper = {player for one in new if one is not None for player in one.guests}
    return [player for player in there if player not in paper]


def _check_announcements(tournament: Tournament) -> None:
    """Refuse another announcement after too many; the tournament's row is locked."""
    made = DirectorAction.objects.filter(tournament=tournament, kind="announce")
    for most, within, code in MOST_ANNOUNCEMENTS:
        if made.filter(at__gt=Now() - within).count() >= most:
            raise refuse(code)


def _check_judge(
    tournament: Tournament, state: State, actor: Any, kind: str, payload: Mapping[str, Any]
) -> None:
    """Refuse a former judge, or a judge's own case; judges may dismiss only themselves."""
    if actor not in judges_of(tournament, state):
        raise refuse("not_director")
    if kind == "dismiss_judge" and payload.get("player") != actor.pk:
        raise refuse("not_director")
    if is_own_case(state, actor.pk, kind, payload):
        raise refuse("own_case")


def _check_can_come(state: State, payload: Mapping[str, Any]) -> None:
    """Refuse to bring back people whom moderators have barred, or who have left the site."""
    entry = asked.entry(state, payload)
    people = [player for player in entry.players if player > 0]
    if User.objects.filter(pk__in=people, is_active=True).count() < len(people):
        raise refuse("cannot_sign_in")


def _check_unblocked(state: State, actor: User, payload: Mapping[str, Any]) -> None:
    """Refuse to let a director bring back people separated from them by a block."""
    players = asked.entry(state, payload).players
    if any(is_blocked(actor, one) for one in User.objects.filter(pk__in=players)):
        raise refuse("blocked")


def _moved_on(
    tournament: Tournament, expected_no: int, kind: str, payload: Mapping[str, Any]
) -> bool:
    """Tell whether anything relevant to the request was decided since the page was drawn.

    A ruling at one table does not make another table's stale: several people enter results.
    """
    stale_by = {"all"} if tournament.format == "arena" else {"all", "rounds"}
    outdating = [one.name for one in KINDS.values() if one.outdates in stale_by]
    later = DirectorAction.objects.filter(
        tournament=tournament, no__gt=expected_no, kind__in=outdating
    )
    if KINDS[kind].at_one_table and payload.get("table") is not None:
        here = Q(payload__table=payload["table"]) | Q(payload__table=None)
        at_a_table = [one.name for one in KINDS.values() if one.at_one_table]
        later = later.exclude(Q(kind__in=at_a_table) & ~here)
    return expected_no > tournament.no or later.exists()
