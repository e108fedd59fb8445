"""Create an event, and change its description."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from accounts.locking import lock_person
from games.matches.models import Match
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.draws import commitment_to
from games.tournaments.direct.fold import BLANK, act
from games.tournaments.models import DirectorAction, Tournament, TournamentSecret
from games.tournaments.refusals import refuse
from games.tournaments.services.act import REQUEST_ID, lock_tournament, tournament_act
from games.tournaments.services.awards import awards_update
from games.tournaments.services.notices import soon_withdraw
from games.tournaments.services.seasons import season_hold

OF_CREATION = "create-"
MOST_IN_AN_ID = 50
TABLES = ("season", "series")
"""The fields of an event's row that say where its places give points."""


@transaction.atomic
def tournament_create(
    *,
    actor: Any,
    club: Club | None,
    config: Config,
    about: Mapping[str, Any],
    request_id: str = "",
) -> Tournament:
    """Create an event in preparation; `about` are fields of the row.

    Draws the secret of all its lots, and commits to it. The same `request_id` again returns the
    event that it made. Raises TournamentRefusal for unusable settings, EventRefusal for a season
    that was taken back, or for an id that somebody used otherwise.
    """
    if club is not None:
        club_hold_as_director(club, actor)
    elif request_id:
        lock_person(actor)  # sent twice at once, the second finds what the first has made
    known = _made_by(request_id, actor, club) if request_id else None
    if known is not None:
        return known
    for table in TABLES:
        season_hold(about.get(table))
    secret = secrets.token_bytes(32)
    committed = replace(config, seed="", commitment=commitment_to(secret))
    action, state = act(BLANK, "create", {"config": config_to_json(committed)})
    tournament = Tournament.objects.create(
        **about, club=club, created_by=actor, format=config.format, phase=state.phase, no=state.no
    )
    TournamentSecret.objects.create(tournament=tournament, secret=secret)
    DirectorAction.objects.create(
        tournament=tournament, no=state.no, actor=actor,
        request_id=f"{OF_CREATION}{request_id or tournament.code}",
        kind=action.kind, payload=dict(action.payload),
    )  # fmt: skip
    if club is not None:
        journal_write(club=club, actor=actor, verb="opened_event", about=tournament.name)
    return tournament


def _made_by(request_id: str, actor: Any, club: Club | None) -> Tournament | None:
    """Return the event that a request made, None if it was never sent."""
    if not REQUEST_ID.fullmatch(request_id) or len(request_id) > MOST_IN_AN_ID:
        raise refuse("bad_request_id")
    rows = DirectorAction.objects.select_related("tournament__club")
    row = rows.filter(request_id=f"{OF_CREATION}{request_id}").first()
    if row is None:
        return None
    if row.actor_id != actor.pk or row.tournament.club != club:
        raise refuse("request_id_used")
    return row.tournament


@transaction.atomic
def tournament_configure(
    *,
    code: str,
    actor: Any,
    config: Config,
    about: Mapping[str, Any],
    request_id: str,
    expected_no: int,
) -> None:
    """Change an event's settings before its start, together with the fields of its row.

    Raises TournamentRefusal for unusable settings, EventRefusal for a stale page or a season that
    was taken back.
    """
    for table in TABLES:
        season_hold(about.get(table))
    done = tournament_act(
        code=code,
        actor=actor,
        role="organiser",
        kind="configure",
        payload={"config": config_to_json(config)},
        request_id=request_id,
        expected_no=expected_no,
    )
    if not done.again:
        event_tell(code=code, actor=actor, about=about)


@transaction.atomic
def event_tell(*, code: str, actor: Any, about: Mapping[str, Any]) -> None:
    """Change fields of an event's row, and what follows from them.

    That is how long its matches' replays are held back, and for which season its places count.
    """
    for table in TABLES:
        season_hold(about.get(table))
    tournament = lock_tournament(code)
    before, begins_before = _tables(tournament), tournament.starts_at
    for field, value in about.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=[*about])
    if tournament.reminded_for and tournament.starts_at != begins_before:
        soon_withdraw(tournament)
    if "embargo_until" in about:
        matches = Match.objects.filter(tournament_table__tournament__code=code)
        matches.update(embargo_until=about["embargo_until"])
    if tournament.club is not None and _tables(tournament) != before:
        awards_update(tournament)
        journal_write(club=tournament.club, actor=actor, verb="moved_event", about=tournament.name)


def _tables(tournament: Tournament) -> tuple[int | None, int | None]:
    """Return the season and the series for which an event counts."""
    return tournament.season_id, tournament.series_id
