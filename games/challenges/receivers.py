"""What challenge ladders do when a match's seats change, and on the pages of a match."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.clubs.access import ClubNotFound
from games.challenges.access import access_ladder
from games.challenges.models import Challenge
from games.challenges.refusals import SENTENCES
from games.engine.contract import JsonObject, Refusal
from games.matches.access import Access
from games.matches.models import Match


def seats_keep(match: Match, user: Any, verb: str, number: int | None) -> None:
    """Refuse seat changes at a challenge's table: its seats belong to the two."""
    if Challenge.objects.filter(match=match).exists():
        raise Refusal("seats_given", SENTENCES["seats_given"])


def ending_ladder(access: Access) -> JsonObject:
    """Return the ladder of a finished match, if the viewer may see it."""
    challenge = challenge_seen(access.user, access.match)
    if challenge is None:
        return {}
    ladder = challenge.ladder
    address = reverse("challenges:ladder", args=[ladder.club.slug, ladder.pk])
    return {"event": {"name": ladder.name, "address": address, "line": "", "next": None}}


def challenge_seen(user: Any, match: Match) -> Challenge | None:
    """Return the challenge of a match, if `user` may see its ladder."""
    if not match.arranged:
        return None
    rows = Challenge.objects.select_related("ladder__club").filter(match=match)
    challenge = rows.first()
    if challenge is None:
        return None
    try:
        access_ladder(user, challenge.ladder.club.slug, challenge.ladder_id)
    except ClubNotFound:
        return None
    return challenge
