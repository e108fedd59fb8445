"""Checks which sessions are still valid, for many open pages at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.statements import Prepared, Rows, send_together


@dataclass(frozen=True, slots=True)
class Claim:
    """The session a page was opened with: its key, its user, and their session auth hash."""

    session_key: str
    user_id: int
    auth_hash: str


class SessionEnded(Exception):
    """The session behind a request is no longer valid: send no answer."""


STANDING = Prepared(
    "standing",
    """
    SELECT claim.session_key, claim.user_id, person.password::text
    FROM unnest(%(keys)s::text[], %(people)s::bigint[]) AS claim (session_key, user_id)
    JOIN django_session AS session ON session.session_key = claim.session_key
    JOIN accounts_user AS person ON person.id = claim.user_id
    WHERE session.expire_date > statement_timestamp() AND person.is_active
    """,
)


def claims_that_stand(claims: Collection[Claim]) -> set[Claim]:
    """Return the claims with a live session, an active account and an unchanged password.

    One hand-written statement for any number of claims, since every action runs it.
    """
    (rows,) = send_together([STANDING], standing_asked(claims))
    return standing_among(claims, rows)


def standing_asked(claims: Collection[Claim]) -> dict[str, list[Any]]:
    """Return STANDING's parameters for these claims, to send it together with others."""
    return {
        "keys": [one.session_key for one in claims],
        "people": [one.user_id for one in claims],
    }


def standing_among(claims: Collection[Claim], rows: Rows) -> set[Claim]:
    """Return the claims that are valid according to STANDING's rows."""
    hashes = {
        (key, person): User(pk=person, password=password).get_session_auth_hash()
        for key, person, password in rows
    }
    return {one for one in claims if _is_of(one, hashes.get((one.session_key, one.user_id)))}


def _is_of(claim: Claim, auth_hash: str | None) -> bool:
    return auth_hash is not None and constant_time_compare(claim.auth_hash, auth_hash)
