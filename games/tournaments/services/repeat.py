"""Hold an event again a week later: the same settings, pace and judges, and if asked for entrants.

All of it are ordinary actions of the new event, in one transaction.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import kept_from
from games.tournaments.access import judges_of
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import DirectorAction, Season, Tournament
from games.tournaments.rank.points import Scoring
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import STARTED
from games.tournaments.services.act import OF_STEP, action_store
from games.tournaments.services.create import tournament_create
from games.tournaments.store import load_state

SAME = (
    "name", "about", "prizes", "game", "options", "bot", "turn_seconds", "reserve_seconds",
    "rated", "entry",
)  # fmt: skip
NUMBERED = re.compile(r"(.*(?:#|№ ?|\b[Nn]o\. ?))(\d{1,4})")
"""A name that counts its events: “Tuesday pods #12”."""


@transaction.atomic
def tournament_repeat(
    *,
    tournament: Tournament,
    actor: Any,
    zone: tzinfo = UTC,
    with_entrants: bool = False,
    request_id: str = "",
) -> Tournament:
    """Return a new event like one that has started, in preparation; its director has asked.

    It begins on the same weekday at the same time of day in `zone`, the next week that is still to
    come. The season is the club's running one if the event counted for one. Teams aren't entered.
    The same `request_id` again returns the event that it made.
    """
    state = load_state(tournament)
    if state.phase not in STARTED or tournament.imported:
        raise refuse("not_started")
    scoring = Scoring(state.config.scoring.preset, state.config.scoring.vectors)
    event = tournament_create(
        actor=actor,
        club=tournament.club,
        config=replace(state.config, scoring=scoring),
        about=_about(tournament, zone),
        request_id=request_id,
    )
    if event.no == 1:
        _set_up(event, actor, tournament, state)
        if with_entrants and not state.config.boards:
            _enter(event, actor, tournament, state)
        event.refresh_from_db()
    return event


def _about(tournament: Tournament, zone: tzinfo) -> dict[str, Any]:
    """Return the fields of the new event's row."""
    about = {field: getattr(tournament, field) for field in SAME}
    counted = NUMBERED.fullmatch(tournament.name)
    if counted is not None:
        about["name"] = f"{counted[1]}{int(counted[2]) + 1}"[: len(tournament.name) + 1]
    weeks = weeks_to_come(tournament.starts_at, zone, timezone.now())
    for field in ("starts_at", "embargo_until"):
        at: datetime | None = getattr(tournament, field)
        about[field] = later(at, weeks, zone) if at is not None and weeks else None
    series = tournament.series
    about["series"] = series if series is not None and series.is_open else None
    about["season"] = _season(tournament)
    return about


def _season(tournament: Tournament) -> Season | None:
    """Return the club's running season, if the event counted for a season."""
    if tournament.club is None or tournament.season_id is None:
        return None
    return tournament.club.seasons.filter(is_open=True, is_series=False).first()


def weeks_to_come(at: datetime | None, zone: tzinfo, now: datetime) -> int:
    """Return after how many whole weeks the moment comes again; 0 if there is none."""
    weeks = 0 if at is None else 1
    while at is not None and later(at, weeks, zone) <= now:
        weeks += max(1, (now - later(at, weeks, zone)).days // 7)
    return weeks


def later(at: datetime, weeks: int, zone: tzinfo) -> datetime:
    """Return the same weekday and time of day in `zone`, so many weeks later."""
    return at.astimezone(zone) + timedelta(weeks=weeks)


def _set_up(event: Tournament, actor: Any, old: Tournament, state: State) -> None:
    """Give the event the pace and the judges of the old one."""
    pace = state.pace
    minutes = ("round_minutes", "break_minutes", "no_show_minutes")
    _do(
        event, actor, "set_pace", **{one: getattr(pace, one) for one in minutes}, enough=pace.enough
    )
    if _ran_by_itself(old):
        _do(event, actor, "run_by_itself")
    unwanted = kept_from(actor)
    for judge in judges_of(old, state):
        if judge.pk not in unwanted:
            _do(event, actor, "name_judge", player=judge.pk)


def _ran_by_itself(old: Tournament) -> bool:
    """Tell whether the event ran by itself when it was last told how to run."""
    kinds = ("run_by_itself", "take_over", "halt")
    told = DirectorAction.objects.filter(tournament=old, kind__in=kinds).order_by("-no")
    return told.values_list("kind", flat=True).first() == "run_by_itself"


def _enter(event: Tournament, actor: Any, old: Tournament, state: State) -> None:
    """Enter those who played: people who still may, guests whose names are kept, bots."""
    names = dict(old.guests.values_list("player", "name"))
    playing = [*state.with_status("registered", "withdrawn")]
    welcome = _welcome(event, actor, {player for one in playing for player in one.players})
    for entry in playing:
        payload = _newcomer(entry, welcome, names)
        if payload is not None:
            _do(event, actor, "register", **payload, club=entry.club or "", by_organiser=True)


def _welcome(event: Tournament, actor: Any, players: Iterable[int]) -> set[int]:
    """Return the accounts that this director may enter: of members, where it is for them."""
    people = User.objects.filter(pk__in=players, is_active=True, is_guest=False)
    club = event.club
    if club is not None and (club.is_private or event.entry == Tournament.Entry.MEMBERS):
        people = people.filter(memberships__club=club)
    return set(people.values_list("pk", flat=True)) - kept_from(actor)


def _newcomer(entry: Entry, welcome: set[int], names: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the payload that enters the same players again; None if one of them can't be."""
    people = [one for one in entry.players if one > 0]
    guests = [names.get(one, "") for one in entry.unclaimed]
    if not welcome.issuperset(people) or not all(guests):
        return None
    bots = len(entry.players) - len(people) - len(guests)
    return {"players": people, "guests": len(guests), "names": guests, "bots": bots}


def _do(event: Tournament, actor: Any, kind: str, **payload: Any) -> None:
    """Store an action of the new event."""
    about = f"{OF_STEP}{uuid.uuid4().hex}"
    action_store(event.code, actor, "organiser", kind, payload, about, "")
