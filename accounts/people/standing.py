"""Which sessions still stand, asked for many open pages at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Claim:
    """What a page was opened with: the session's key, whose it is, and their password's hash."""

    session_key: str
    user_id: int
    auth_hash: str


def claims_that_stand(claims: Collection[Claim]) -> set[Claim]:
    """Return those whose session has not ended and whose account is active, its password the same.

    Two statements, however many are asked for.
    """
    keys = {claim.session_key for claim in claims}
    alive = Session.objects.filter(session_key__in=keys, expire_date__gt=Now())
    open_keys = set(alive.values_list("session_key", flat=True))
    people = User.objects.filter(pk__in={claim.user_id for claim in claims}, is_active=True)
    hashes = {one.pk: one.get_session_auth_hash() for one in people.only("password")}
    return {
        claim
        for claim in claims
        if claim.session_key in open_keys
        and constant_time_compare(claim.auth_hash, hashes.get(claim.user_id, ""))
    }
