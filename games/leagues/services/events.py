"""The events of a season: one for each division, and the final, made and run as any other.

An event starts at once, and begins its rounds by itself on their dates (`direct/automation.py` of
events): nobody can enter it, and no second mechanism pairs, times or counts.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.engine.options import length_options
from games.leagues.models import League
from games.leagues.selectors.plan import table_sizes
from games.matches.models import Match
from games.registry import current_rules
from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Table
from games.tournaments.models import Tournament
from games.tournaments.selectors.clubs import OVER
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.services.tables import published_round
from games.tournaments.store import load_state

DAY = 24 * 60
EVENING = {"round_minutes": 60, "break_minutes": 5, "no_show_minutes": 15}
"""The pace on a date: 60 minutes a round, and a quarter of an hour to come."""
MOST_DAYS_TO_COME = 3


def days_to_come(league: League) -> int:
    """Return within how many days a match played over days must have begun."""
    return max(1, min(MOST_DAYS_TO_COME, league.every_days // 2))


def pace_of(league: League, starts_at: datetime) -> dict[str, Any]:
    """Return the pace of a season's events: dates, clock, and what is open when time is up.

    Whoever doesn't come loses that match alone; whatever else is open is drawn.
    """
    over_days = {
        "round_minutes": league.every_days * DAY,
        "break_minutes": 0,
        "no_show_minutes": days_to_come(league) * DAY,
    }
    is_live = league.pace == League.Pace.EVENINGS
    return {
        **(EVENING if is_live else over_days),
        "enough": "0",
        "no_shows_stay": True,
        "starts_at": int(starts_at.timestamp()),
        "every_days": league.every_days,
        "a_date": league.a_date if is_live else 1,
    }


def division_config(league: League) -> Config:
    """Return the settings of a division's event: everybody against everybody, or tables."""
    meta = current_rules(league.game).meta
    if league.table_size == 2:
        return Config(
            "round_robin", "-", cycles=2 if league.twice else 1, scores=meta.scores,
            late_entry=False,
        )  # fmt: skip
    return Config(
        "pods", "-", rounds=league.rounds, sizes=table_sizes(league), scores=meta.scores,
        late_entry=False,
    )  # fmt: skip


def final_config(league: League) -> Config:
    """Return the settings of the final: a knockout, at a drawn match of the higher seed."""
    meta = current_rules(league.game).meta
    if league.table_size == 2:
        return Config(
            "knockout", "-", scores=meta.scores, first_round="seed", knockout_tie="higher_seed"
        )
    return Config("table_knockout", "-", sizes=table_sizes(league), scores=meta.scores)


def event_begin(
    league: League,
    actor: Any,
    name: str,
    players: Sequence[int],
    *,
    config: Config,
    starts_at: datetime,
) -> Tournament:
    """Make an event of these people, start it, and let it run by itself from `starts_at` on."""
    size = league.table_size
    options = length_options(current_rules(league.game).meta, size, league.length)
    about = {
        "name": name,
        "game": league.game,
        "options": options,
        "entry": Tournament.Entry.MEMBERS,
        "turn_seconds": league.turn_seconds,
        "reserve_seconds": league.reserve_seconds,
        "rated": league.rated,
        "starts_at": starts_at,
    }
    event = tournament_create(actor=actor, club=league.club, config=config, about=about)
    for player in players:
        press(event, actor, "register", players=[player], by_organiser=True)
    press(event, actor, "open_registration")
    press(event, actor, "set_pace", **pace_of(league, starts_at))
    press(event, actor, "start")
    press(event, actor, "run_by_itself")
    event.refresh_from_db()
    return event


def press(event: Tournament, actor: Any, kind: str, *, reason: str = "", **payload: Any) -> None:
    """Carry out an action of an event's console."""
    tournament_act(
        code=event.code, actor=actor, role="organiser", kind=kind, payload=payload,
        request_id=uuid.uuid4().hex, reason=reason,
    )  # fmt: skip


def event_end(event: Tournament, actor: Any) -> None:
    """End an event at once: what is open is decided as when time is up, and no round follows."""
    if event.phase in OVER:
        return
    why = gettext("The season was ended.")
    held = load_state(event).current
    if held is not None and held.phase == "proposed":
        press(event, actor, "cancel_round", round=held.number, reason=why)
    while (table := _open_table(event)) is not None:
        _decide(event, actor, table, why)
    press(event, actor, "finish", reason=why)


def _open_table(event: Tournament) -> Table | None:
    """Return the first table that has no result."""
    event.refresh_from_db()
    held = published_round(load_state(event))
    return next((one for one in held.tables if not one.decided), None) if held else None


def _decide(event: Tournament, actor: Any, table: Table, why: str) -> None:
    """Decide a table: who has not got ready loses without play, else everybody draws."""
    number = len(load_state(event).rounds)
    links = event.tables.filter(is_current=True, round=number, table=table.number)
    link = links.filter(match__status=Match.Status.OPEN).select_related("match").first()
    seats = [] if link is None else zip(link.chairs, link.match.seats.all(), strict=True)
    absent = [entry for entry, seat in seats if not seat.is_ready and entry in table.present]
    if absent:
        press(event, actor, "forfeit", round=number, table=table.number, absent=absent)
        return
    drawn = [{"entry": one, "rank": 1} for one in table.present]
    press(
        event, actor, "override_result", round=number, table=table.number, results=drawn,
        source="judge", absent=[], reason=why,
    )  # fmt: skip
