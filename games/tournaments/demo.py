"""A club in mid-season, for a local site: one event finished, one in its second round."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.clubs.models import Club, Membership
from accounts.clubs.services.club import club_found, news_post
from accounts.demo import NAMES
from games.matches.models import Match
from games.matches.services.match_play_out import Player, match_play_out
from games.registry import current_rules
from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Table
from games.tournaments.direct.seating import entries_by_seat, players_by_seat, result_payload
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services.act import action_store, tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.services.seasons import season_open
from games.tournaments.services.tables import tables_open
from games.tournaments.store import load_state

CLUB = "Night Owls"
FIRST, SECOND = "Opening night", "Second night"
A_WEEK, HALF_AN_HOUR = timedelta(days=7), timedelta(minutes=30)
DICE = 7
OTHERS = ("dora", "emil", "fay", "goro", "hana", "ivo", "june", "kemal")


def events_steps() -> list[Callable[[], object]]:
    """Return the missing parts of the demo club, step by step.

    Each step is one transaction: otherwise the sweep would act on a round that was only just
    published. The data shows which steps have been taken; the notice comes last.
    """
    club = Club.objects.filter(name=CLUB).first()
    if club is None:
        return [*STEPS]
    if club.news.exists():
        return []
    events = Tournament.objects.filter(club=club, name__in=(FIRST, SECOND))
    rounds = TournamentTable.objects.filter(tournament__in=events).values("tournament", "round")
    return [*STEPS[1 + events.count() + rounds.distinct().count() :]]


@transaction.atomic
def _found() -> None:
    """Found the club with its season."""
    people = [_person(name) for name in (*NAMES, *OTHERS)]
    club = club_found(
        founder=people[0],
        name=CLUB,
        about="We meet on Fridays and play until the buses stop.",
        place="The Crooked Lamp",
        joining=Club.Joining.OPEN,
    )
    Membership.objects.bulk_create(
        Membership(
            club=club,
            user=user,
            role=Membership.Role.DIRECTOR if user is people[1] else Membership.Role.MEMBER,
        )
        for user in people[1:]
    )
    season_open(club=club, actor=people[0], name="Autumn season", best_of=5)


@transaction.atomic
def _round(name: str, ago: timedelta, *, most: int | None = None, is_last: bool = False) -> None:
    """Play a round that began `ago`; the last one also ends its event."""
    event = Tournament.objects.get(club__name=CLUB, name=name)
    dice = random.Random(f"{DICE} {name} {ago}")
    round_play(event, event.created_by, timezone.now() - ago, dice, most=most)
    if is_last:
        press(event, event.created_by, "finish")


@transaction.atomic
def _last_round() -> None:
    """Play one table of the second night's second round, and put up the notice."""
    _round(SECOND, timedelta(minutes=20), most=1)
    club = Club.objects.get(name=CLUB)
    news_post(
        club=club,
        author=_person(NAMES[0]),
        title="The season is on",
        text="Eight evenings, the best five count.",
    )


def _person(name: str) -> Any:
    """Return a person; those who are not the published log-ins have no password."""
    people = get_user_model().objects
    return people.filter(username=name).first() or people.create_user(name, f"{name}@demo.invalid")


@transaction.atomic
def _event(name: str, people: int, *, rounds: int, ago: timedelta = timedelta()) -> None:
    """Start an event with the first `people` people."""
    club = Club.objects.get(name=CLUB)
    owner = _person(NAMES[0])
    about = {
        "name": name,
        "game": "deadline_99",
        "about": "Deadline 99 at tables of three and four.",
        "season": club.seasons.get(),
        "starts_at": timezone.now() - ago,
        "entry": Tournament.Entry.MEMBERS,
        "turn_seconds": 86400,
        "reserve_seconds": 0,
        "rated": True,
    }
    config = Config("pods", "-", rounds=rounds)
    event = tournament_create(actor=owner, club=club, config=config, about=about)
    press(event, owner, "open_registration")
    for player in (*NAMES, *OTHERS)[:people]:
        press(event, owner, "register", players=[_person(player).pk], by_organiser=True)
    press(event, owner, "start")


STEPS: tuple[Callable[[], object], ...] = (
    _found,
    partial(_event, FIRST, 11, rounds=3, ago=A_WEEK),
    partial(_round, FIRST, A_WEEK),
    partial(_round, FIRST, A_WEEK - HALF_AN_HOUR),
    partial(_round, FIRST, A_WEEK - 2 * HALF_AN_HOUR, is_last=True),
    partial(_event, SECOND, 9, rounds=4),
    partial(_round, SECOND, timedelta(minutes=50)),
    _last_round,
)
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
