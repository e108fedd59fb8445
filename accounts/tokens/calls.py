"""Who calls the programs' interface, what they may do, and pages of lists.

A call counts as whoever's key it carries, else as a guest: cookies are never looked at, so no page
can act in a visitor's name.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Field, Schema
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.models import User
from accounts.tokens.models import Token
from accounts.tokens.services import token_find

NO_KEY = "This key is not known, or was withdrawn."
NEEDS_KEY = "This needs a key that may play."
MOST_PER_PAGE = 100
CALLS_A_MINUTE = 300
GUESTS_CALLS_A_MINUTE = 60


class Paging(Schema):
    """Which page of a list."""

    page: int = Field(1, ge=1, le=10_000)
    per_page: int = Field(20, ge=1, le=MOST_PER_PAGE)


class PageTold(TypedDict):
    """Which page of a list this is."""

    page: int
    per_page: int
    next: Annotated[int | None, Field(description="the page after this one, null after the last")]


def identify(request: HttpRequest) -> Token | None:
    """Set `request.user` to whom the key belongs, or to a guest; return the key."""
    header = request.headers.get("Authorization", "")
    request.user = AnonymousUser()
    if not header:
        return None
    found = token_find(header.removeprefix("Bearer ").strip())
    if found is None:
        raise HttpError(401, NO_KEY)
    request.user = found.user
    return found


def check_plays(token: Token | None) -> Token:
    """Return a key that may play; 401 without a key, 403 with one that may only look."""
    if token is None:
        raise HttpError(401, NEEDS_KEY)
    if token.scope != Token.Scope.PLAY:
        raise HttpError(403, NEEDS_KEY)
    return token


def may_play(request: HttpRequest) -> bool:
    """Tell whether a call carries a key that may do more than look."""
    token = getattr(request, "auth", None)
    return isinstance(token, Token) and token.scope == Token.Scope.PLAY


def player_of(request: HttpRequest) -> User:
    """Return who plays by a call that `check_plays` has let in."""
    token = getattr(request, "auth", None)
    assert isinstance(token, Token)
    return token.user


def paged(rows: QuerySet[Any] | list[Any], asked: Paging) -> tuple[list[Any], PageTold]:
    """Return one page of rows, and what tells how to ask for the next."""
    start = (asked.page - 1) * asked.per_page
    found = list(rows[start : start + asked.per_page + 1])
    more = len(found) > asked.per_page
    about: PageTold = {
        "page": asked.page,
        "per_page": asked.per_page,
        "next": asked.page + 1 if more else None,
    }
    return found[: asked.per_page], about
