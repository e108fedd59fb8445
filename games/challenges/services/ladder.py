"""Set up a club's challenge ladder, change its rules, close it; its directors only."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from games.challenges.models import ChallengeLadder, PlaceMove
from games.challenges.refusals import refuse
from games.challenges.selectors.ladder import LIVE
from games.challenges.services.challenge import challenge_held
from games.challenges.services.places import LONGEST_REASON, ladder_hold_as_director
from games.challenges.services.settle import rung_drop, settle_void
from games.registry import current_rules

MOST_OPEN = 10


@transaction.atomic
def ladder_create(*, club: Club, actor: Any, game: str, **settings: Any) -> ChallengeLadder:
    """Open a ladder for a game that two can play; `settings` are the model's columns."""
    club_hold_as_director(club, actor)
    if 2 not in current_rules(game).meta.allowed_seats():
        raise refuse("no_match_for_two")
    if club.challenge_ladders.filter(is_open=True).count() >= MOST_OPEN:
        raise refuse("too_many_ladders")
    ladder = ChallengeLadder.objects.create(club=club, created_by=actor, game=game, **settings)
    journal_write(club=club, actor=actor, verb="opened_ladder", about=ladder.name)
    return ladder


@transaction.atomic
def ladder_edit(*, ladder: ChallengeLadder, actor: Any, **settings: Any) -> None:
    """Change a ladder's settings. Challenges under way keep their deadlines and their table."""
    held = ladder_hold_as_director(ladder, actor)
    for name, value in settings.items():
        setattr(held, name, value)
    held.save(update_fields=[*settings])
    journal_write(club=held.club, actor=actor, verb="edited_ladder", about=held.name)


@transaction.atomic
def ladder_close(*, ladder: ChallengeLadder, actor: Any) -> None:
    """Close a ladder: its places and its history stay, its live challenges are cancelled."""
    held = ladder_hold_as_director(ladder, actor)
    if not held.is_open:
        raise refuse("closed")
    for pk in held.challenges.filter(status__in=LIVE).values_list("pk", flat=True):
        settle_void(challenge_held(held, pk))
    held.is_open = False
    held.save(update_fields=["is_open"])
    journal_write(club=held.club, actor=actor, verb="closed_ladder", about=held.name)


@transaction.atomic
def rung_remove(*, ladder: ChallengeLadder, actor: Any, user_id: int, reason: str) -> None:
    """Take somebody off a ladder as a director, with a reason."""
    held = ladder_hold_as_director(ladder, actor)
    rung = held.rungs.select_related("user").filter(user=user_id).first()
    if rung is None:
        raise refuse("no_such_rung")
    if not reason.strip():
        raise refuse("no_reason")
    told = reason.strip()[:LONGEST_REASON]
    rung_drop(held, rung.user, PlaceMove.Kind.REMOVED, actor=actor, reason=told)
