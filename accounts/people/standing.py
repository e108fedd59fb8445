"""Which sessions still stand, asked for many open pages at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection
from django.utils.crypto import constant_time_compare

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Claim:
    """What a page was opened with: the session's key, whose it is, and their password's hash."""

    session_key: str
    user_id: int
    auth_hash: str


STANDING = """
    SELECT claim.session_key, claim.user_id, person.password
    FROM unnest(%s::text[], %s::bigint[]) AS claim (session_key, user_id)
    JOIN django_session AS session ON session.session_key = claim.session_key
    JOIN accounts_user AS person ON person.id = claim.user_id
    WHERE session.expire_date > statement_timestamp() AND person.is_active
"""


def claims_that_stand(claims: Collection[Claim]) -> set[Claim]:
    """Return those whose session has not ended and whose account is active, its password the same.

    One statement, however many are asked for; written out, since every action asks it.
    """
    asked = list(claims)
    keys, people = [one.session_key for one in asked], [one.user_id for one in asked]
    with connection.cursor() as cursor:
        cursor.execute(STANDING, [keys, people])
        hashes = {
            (key, person): User(pk=person, password=password).get_session_auth_hash()
            for key, person, password in cursor.fetchall()
        }
    return {one for one in asked if _is_of(one, hashes.get((one.session_key, one.user_id)))}


def _is_of(claim: Claim, auth_hash: str | None) -> bool:
    return auth_hash is not None and constant_time_compare(claim.auth_hash, auth_hash)
