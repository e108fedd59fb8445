"""Attendance at tables, stored beside the actions it follows from; and who has to wait."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.engine.text import Phrase
from games.tournaments.direct.actions import Action
from games.tournaments.direct.attendance import changes
from games.tournaments.direct.state import State
from games.tournaments.models import Attendance, DirectorAction, Tournament
from games.tournaments.refusals import SENTENCES, EventRefusal, refuse
from games.tournaments.selectors.people import said, waits


def attendance_note(row: DirectorAction, *, before: State, action: Action, after: State) -> None:
    """Update the attendance rows for an action; `row` is the action as stored."""
    tournament = row.tournament
    changed = changes(before, action, after)
    people = {player for player, _ in changed}
    there = set(get_user_model().objects.filter(pk__in=people).values_list("pk", flat=True))
    for number in sorted({number for _, number in changed}):
        came = {player: value for (player, at), value in changed.items() if at == number}
        Attendance.objects.filter(tournament=tournament, round=number, user__in=came).delete()
        known = {player: value for player, value in came.items() if player in there}
        _add(row, number, {one: value for one, value in known.items() if value is not None})


def _add(row: DirectorAction, number: int, came: dict[int, bool]) -> None:
    """Record who came to a round and who did not."""
    if not came:
        return
    began = _published_at(row.tournament, number)
    Attendance.objects.bulk_create(
        Attendance(
            tournament=row.tournament,
            user_id=player,
            round=number,
            came=value,
            began_at=began,
            at=row.at,
        )
        for player, value in came.items()
    )


def _published_at(tournament: Tournament, number: int) -> datetime:
    """Return when a round was last published."""
    rows = DirectorAction.objects.filter(tournament=tournament, kind="publish_round")
    return rows.filter(payload__round=number).order_by("-no").values_list("at", flat=True)[0]


def entry_check(tournament: Tournament, actor: Any, players: Iterable[int]) -> None:
    """Refuse an entry by people who still have to wait, or whose partner does.

    When a partner's wait ends is private to the partner.
    """
    held = waits(tournament.club, players)
    waiting = {player: until for player, until in held.items() if until > timezone.now()}
    if actor.pk in waiting:
        raise EventRefusal("waits", Phrase(SENTENCES["waits"], {"date": said(waiting[actor.pk])}))
    if waiting:
        raise refuse("partner_waits")
