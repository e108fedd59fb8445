"""What `act.py` checks before a request is judged: who may make it, and on how current a page.

The rules of events themselves are in `director/`. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.people.selectors import is_blocked
from games.tournaments.director import asked
from games.tournaments.director.actions import ENTERS, Role
from games.tournaments.director.fold import may
from games.tournaments.director.judges import is_own_case
from games.tournaments.director.state import State
from games.tournaments.judges import judges_of
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.announcements import announcement_check
from games.tournaments.services.attendance import entry_check

# Happens independently while a director reads the page, and does not make it stale.
BESIDE = (
    "register", "unregister", "check_in", "check_out", "set_result", "pair_free", "join",
    "come_back", "announce", "take_back_announcement",
)  # fmt: skip
# In an arena people come and go all the time.
BESIDE_IN_ARENAS = (*BESIDE, "withdraw", "no_show")
# Two judges may decide these at two tables at once without conflict.
AT_A_TABLE = ("override_result", "clear_result", "extend_time")
BRINGS_BACK = {"restore", "reseat", "come_back"}


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
    if tournament.imported:
        raise refuse("imported")
    if not may(role, kind):
        raise refuse("not_director")
    if role == "judge":
        _check_judge(tournament, state, actor, kind, payload)
    if expected_no is not None and _moved_on(tournament, expected_no, kind, payload):
        raise refuse("stale_page")
    if role == "player" and kind in ENTERS:
        entry_check(tournament, actor, payload["players"])
    if kind in BRINGS_BACK:
        _check_can_come(state, payload)
    if kind == "restore":
        _check_unblocked(state, actor, payload)
    if kind == "announce":
        announcement_check(tournament)


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
    later = DirectorAction.objects.filter(tournament=tournament, no__gt=expected_no)
    later = later.exclude(kind__in=BESIDE_IN_ARENAS if tournament.format == "arena" else BESIDE)
    if kind in AT_A_TABLE and payload.get("table") is not None:
        here = Q(payload__table=payload["table"]) | Q(payload__table=None)
        later = later.exclude(Q(kind__in=AT_A_TABLE) & ~here)
    return expected_no > tournament.no or later.exists()
