"""Creating an event, changing what is told about it, and seasons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from games.matches.models import Match
from games.tournaments.config import Config, config_to_json
from games.tournaments.director.fold import BLANK, act
from games.tournaments.models import DirectorAction, Season, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act


@transaction.atomic
def tournament_create(
    *, actor: Any, club: Club | None, config: Config, about: Mapping[str, Any]
) -> Tournament:
    """Create an event in preparation; `about` are fields of the row.

    Draws the seed of all its lots. Raises TournamentRefusal for settings that cannot be used.
    """
    drawn = replace(config, seed=secrets.token_hex(16))
    action, state = act(BLANK, "create", {"config": config_to_json(drawn)})
    tournament = Tournament.objects.create(
        **about, club=club, created_by=actor, format=config.format, phase=state.phase, no=state.no
    )
    DirectorAction.objects.create(
        tournament=tournament,
        no=state.no,
        request_id=f"create-{tournament.code}",
        actor=actor,
        kind=action.kind,
        payload=dict(action.payload),
    )
    if club is not None:
        journal_write(club=club, actor=actor, verb="opened_event", about=tournament.name)
    return tournament


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
    """Change an event's settings before its start, and the fields of its row with them.

    Raises TournamentRefusal for settings that cannot be used, EventRefusal for a stale page.
    """
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
        event_tell(code=code, about=about)


@transaction.atomic
def event_tell(*, code: str, about: Mapping[str, Any]) -> None:
    """Change fields of an event's row, and how long its matches' replays are held back."""
    Tournament.objects.filter(code=code).update(**about)
    if "embargo_until" in about:
        matches = Match.objects.filter(tournament_table__tournament__code=code)
        matches.update(embargo_until=about["embargo_until"])


@transaction.atomic
def season_open(*, club: Club, actor: Any, name: str, best_of: int | None) -> Season:
    """Begin a club's season; the one before ends."""
    club.seasons.filter(is_open=True).update(is_open=False)
    season = Season(club=club, name=name, best_of=best_of)
    _season_save(season)
    journal_write(club=club, actor=actor, verb="began_season", about=name)
    return season


@transaction.atomic
def season_edit(*, season: Season, actor: Any, name: str, best_of: int | None) -> None:
    """Change a season's name and how many results count; its table follows at once."""
    season.name, season.best_of = name, best_of
    _season_save(season)
    journal_write(club=season.club, actor=actor, verb="edited_season", about=name)


def _season_save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise refuse("bad_season") from None
