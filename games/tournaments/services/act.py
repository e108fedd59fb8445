"""The one service behind every button: judge, store the action, keep the columns in step.

Also the only place that writes actions. Matches are opened, taken up and called off after the
commit (`tables.py`, `results.py`), so a crash between the two leaves work that the sweep finds.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.clubs.journal import journal_write
from accounts.models import User
from games.tournaments.access import TournamentNotFound
from games.tournaments.director import asked
from games.tournaments.director.actions import Role
from games.tournaments.director.elimination import last_round
from games.tournaments.director.fold import act, may
from games.tournaments.director.judges import is_own_case
from games.tournaments.director.state import State
from games.tournaments.judges import judges_of, members_of
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.announcements import announcement_check, announcement_tell
from games.tournaments.services.attendance import attendance_note, entry_check
from games.tournaments.services.awards import awards_update
from games.tournaments.services.judges import judge_tell
from games.tournaments.services.partners import partner_tell
from games.tournaments.services.progress import progress_tell
from games.tournaments.services.strength import side_weights, strength_of
from games.tournaments.services.tables import (
    AT_ONCE,
    links_drop,
    tables_are_due,
    tables_open,
)
from games.tournaments.store import STATES, load_state

REQUEST_ID = re.compile(r"[0-9A-Za-z_:.-]{1,64}", re.ASCII)
OF_MATCH = "match-"
"""How the ids of matches' own results begin. Taken by somebody before, no result would come in."""

# What happens by itself while a director reads the page, and makes no button of hers wrong.
BESIDE = (
    "register", "unregister", "check_in", "check_out", "set_result", "report_result", "pair_free",
    "join", "come_back", "announce", "take_back_announcement",
)  # fmt: skip
# In an arena people come and go all the time.
BESIDE_IN_ARENAS = (*BESIDE, "withdraw", "no_show")
# What two judges decide at the same time at two tables, and neither is in the other's way.
AT_A_TABLE = ("override_result", "clear_result", "extend_time")
RULINGS = {"override_result", "penalty", "exclude", "readmit", "lift_penalty"}
BRINGS_STRENGTH = {"register", "late_entry", "join"}
BRINGS_BACK = {"restore", "reseat", "come_back"}
ENTERS = {"register", "join"}
BROUGHT_STARTED = {"no_show", "forfeit", "withdraw", "exclude"}


@dataclass(frozen=True)
class Done:
    """What came of a request; `again` where it had been done before."""

    state: State
    again: bool = False


def tournament_act(
    *,
    code: str,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    request_id: str,
    reason: str = "",
    expected_no: int | None = None,
) -> Done:
    """Do what a button asks for, once; the caller has seen to it that `actor` has the role.

    `request_id` is drawn with the page: the same one again changes nothing. `expected_no` is
    the number of actions the page showed: if something was decided since, the request is refused.
    Raises TournamentNotFound, EventRefusal, TournamentRefusal.
    """
    if not REQUEST_ID.fullmatch(request_id):
        raise refuse("bad_request_id")
    if actor is not None and request_id.startswith(OF_MATCH):
        raise refuse("request_id_used")
    done = action_store(code, actor, role, kind, payload, request_id, reason, expected_no)
    tables_open(code=code, most=AT_ONCE)
    return done


@transaction.atomic
def action_store(
    code: str,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    request_id: str,
    reason: str,
    expected_no: int | None = None,
) -> Done:
    """Judge and store an action; its tables are opened afterwards, here or by the sweep."""
    tournament = lock_tournament(code)
    state = load_state(tournament)
    if _known(tournament, actor, kind, request_id):
        return Done(state, again=True)
    _check(tournament, state, actor, role, kind, payload, expected_no)
    if kind == "start" and _drop_absent(code, state, "unregister"):
        tournament, state = _read_anew(code)
    payload = _with_facts(tournament, state, kind, payload)
    action, after = act(state, kind, payload, reason)
    row = DirectorAction.objects.create(
        tournament=tournament, no=after.no, request_id=request_id, actor=actor,
        kind=action.kind, payload=dict(action.payload), reason=action.reason[:500],
    )  # fmt: skip
    if kind == "cancel_round":
        links_drop(tournament, round_number=action.payload["round"])
    _project(tournament, after)
    attendance_note(row, before=state, action=action, after=after)
    judge_tell(tournament, action)
    partner_tell(tournament, actor, action, after)
    progress_tell(tournament, actor, action, after)
    announcement_tell(tournament, actor, action, after)
    _tell_club(tournament, actor, kind)
    transaction.on_commit(partial(STATES.put, tournament.pk, after))
    if kind == "reopen" and after.phase == "running" and _drop_absent(code, after, "withdraw"):
        after = _read_anew(code)[1]
    return Done(after)


def _check(
    tournament: Tournament,
    state: State,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    expected_no: int | None,
) -> None:
    """Refuse what is not this person's to ask for, or was asked for on a page that is overtaken."""
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
    if kind == "announce":
        announcement_check(tournament)


def lock_tournament(code: str) -> Tournament:
    """Return the tournament with its row locked until the transaction ends."""
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
    found = rows.filter(code=code).select_related("club").first()
    if found is None:
        raise TournamentNotFound(code)
    return found


def _known(tournament: Tournament, actor: Any, kind: str, request_id: str) -> bool:
    """Tell whether this very request was done before; refuses an id used for another."""
    row = DirectorAction.objects.filter(request_id=request_id).first()
    if row is None:
        return False
    same_actor = row.actor_id == getattr(actor, "pk", None)
    if row.tournament_id != tournament.pk or row.kind != kind or not same_actor:
        raise refuse("request_id_used")
    return True


def _moved_on(
    tournament: Tournament, expected_no: int, kind: str, payload: Mapping[str, Any]
) -> bool:
    """Tell whether anybody decided something after what the page showed that concerns the request.

    A ruling at one table is not overtaken by one at another: several people enter results.
    """
    later = DirectorAction.objects.filter(tournament=tournament, no__gt=expected_no)
    later = later.exclude(kind__in=BESIDE_IN_ARENAS if tournament.format == "arena" else BESIDE)
    if kind in AT_A_TABLE and payload.get("table") is not None:
        here = Q(payload__table=payload["table"]) | Q(payload__table=None)
        later = later.exclude(Q(kind__in=AT_A_TABLE) & ~here)
    return expected_no > tournament.no or later.exists()


def _drop_absent(code: str, state: State, kind: str) -> bool:
    """Take out, before rounds are made, whom nobody should wait for: who was barred since, or left.

    The bar spares what begins after it, and what is over; but that may begin earlier, or go on.
    """
    absent = _cannot_come(state)
    for entry in absent:
        by_itself = f"left-{uuid.uuid4().hex}"
        action_store(code, None, "organiser", kind, {"entry": entry}, by_itself, "")
    return bool(absent)


def _cannot_come(state: State) -> list[int]:
    """Return the entries that play or wait, and of whom somebody cannot sign in."""
    entries = [one for one in state.entries.values() if one.status in ("registered", "waiting")]
    people = {player for entry in entries for player in entry.players if player > 0}
    active = User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True)
    gone = people.difference(active)
    return [entry.number for entry in entries if gone.intersection(entry.players)]


def _read_anew(code: str) -> tuple[Tournament, State]:
    tournament = lock_tournament(code)
    return tournament, load_state(tournament)


def _check_can_come(state: State, payload: Mapping[str, Any]) -> None:
    """Refuse to bring back whom the moderators have barred, or who has left the site."""
    entry = asked.entry(state, payload)
    people = [player for player in entry.players if player > 0]
    if User.objects.filter(pk__in=people, is_active=True).count() < len(people):
        raise refuse("cannot_sign_in")


def _with_facts(
    tournament: Tournament, state: State, kind: str, payload: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the payload with what an event cannot know of itself: matches, ratings."""
    if kind in BROUGHT_STARTED:
        return {**payload, "started": started_tables(tournament, state)}
    if kind in BRINGS_STRENGTH and isinstance(players := payload.get("players"), list):
        return {"strength": strength_of(players, tournament.game), **payload}
    if kind == "name_judge" and isinstance(player := payload.get("player"), int):
        return {**payload, **_as_member(tournament, player)}
    if kind == "start" and state.config.scoring.preset == "weighed_side":
        return {**payload, "weights": side_weights(tournament.game)}
    if kind == "start" and state.config.format == "arena":
        return {**payload, "ends_at": clock() + 60 * state.config.minutes}
    if kind == "move_end":
        return {**payload, "now": clock()}
    return payload


def clock() -> int:
    """Return the time by which arenas end, in seconds."""
    return int(timezone.now().timestamp())


def _check_judge(
    tournament: Tournament, state: State, actor: Any, kind: str, payload: Mapping[str, Any]
) -> None:
    """Refuse somebody who is no judge by now, or in their own case; a judge resigns alone."""
    if actor not in judges_of(tournament, state):
        raise refuse("not_director")
    if kind == "dismiss_judge" and payload.get("player") != actor.pk:
        raise refuse("not_director")
    if is_own_case(state, actor.pk, kind, payload):
        raise refuse("own_case")


def _as_member(tournament: Tournament, player: int) -> Mapping[str, Any]:
    """Return with which membership a judge is named; a private club's are its members."""
    membership = members_of(tournament, [player]).get(player)
    if membership is None and tournament.club is not None and tournament.club.is_private:
        raise refuse("members_only")
    return {"membership": membership}


def started_tables(tournament: Tournament, state: State) -> list[int]:
    """Return the tables of the newest round whose match has begun."""
    links = tournament.tables.filter(
        round=len(state.rounds), is_current=True, match__status__in=["running", "finished"]
    )
    return list(links.values_list("table", flat=True))


def _project(tournament: Tournament, state: State) -> None:
    """Bring the columns of the tournament's row up to its state."""
    was_finished = tournament.finished_at is not None
    is_finished = state.phase in ("finished", "archived") and bool(state.listed())
    tournament.phase, tournament.no = state.phase, state.no
    tournament.format, tournament.rounds = state.config.format, last_round(state)
    tournament.round = sum(held.phase != "proposed" for held in state.rounds)
    tournament.entries = len(state.listed() or state.with_status("registered"))
    tournament.tables_due = tables_are_due(tournament, state)
    if is_finished != was_finished:
        tournament.finished_at = Now() if is_finished else None
    tournament.save()
    awards_update(tournament, state)


def _tell_club(tournament: Tournament, actor: Any, kind: str) -> None:
    """Note in the club's journal what its directors answer for."""
    if tournament.club is None or actor is None:
        return
    if kind in RULINGS:
        journal_write(club=tournament.club, actor=actor, verb="ruled", about=tournament.name)
