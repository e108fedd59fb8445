"""Rounds of the demo's events, played by bots for its people: real, rated matches with replays."""

from __future__ import annotations

import random
import uuid
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from games.matches.models import Match
from games.matches.services.match_play_out import Player, match_play_out
from games.registry import current_rules
from games.tournaments.director.seating import entries_by_seat, players_by_seat, result_payload
from games.tournaments.director.state import State, Table
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services.act import action_store, tournament_act
from games.tournaments.services.tables import tables_open
from games.tournaments.store import load_state

BETWEEN_TABLES = timedelta(minutes=4)


def press(event: Tournament, actor: Any, kind: str, **payload: Any) -> State:
    """Perform an action of the console."""
    return tournament_act(
        code=event.code, actor=actor, role="organiser", kind=kind, payload=payload,
        request_id=uuid.uuid4().hex,
    ).state  # fmt: skip


def round_play(
    event: Tournament, owner: Any, began: datetime, dice: random.Random, most: int | None = None
) -> None:
    """Play a round that began at `began`: all of it, or its first `most` tables."""
    press(event, owner, "propose_round")
    action_store(event.code, owner, "organiser", "publish_round", {}, uuid.uuid4().hex, "")
    event.refresh_from_db()
    state = load_state(event)
    assert state.current is not None
    for number, table in enumerate(state.current.tables[:most]):
        match = _table_play(event, state, table, began + number * BETWEEN_TABLES, dice)
        ranks = [seat.rank or 1 for seat in match.seats.order_by("number")]
        payload = result_payload(
            state, table, round_number=state.current.number, ranks=ranks, match=match.code
        )
        action_store(
            event.code, None, "organiser", "set_result", payload, f"match-{match.code}", ""
        )
    if most is None:
        press(event, owner, "close_round")
    else:
        tables_open(code=event.code)


def _table_play(
    event: Tournament, state: State, table: Table, began: datetime, dice: random.Random
) -> Match:
    chairs, people = entries_by_seat(state, table), players_by_seat(state, table)
    users = get_user_model().objects.in_bulk(people)
    bot = next(iter(current_rules(event.game).bots))
    match = match_play_out(
        game=event.game,
        players=[Player(bot, users[one]) for one in people],
        started_at=began,
        options=event.options,
        dice=dice,
        club=event.club,
        club_season=event.season.ladder_key if event.season else "",
    )
    assert state.current is not None
    TournamentTable.objects.create(
        tournament=event, round=state.current.number, table=table.number, match=match, chairs=chairs
    )
    return match
