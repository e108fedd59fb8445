"""The API's authentication, permissions and paging.

A call acts for the owner of its key, else as a guest. Cookies are ignored, so no page can act in a
visitor's name.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Field, Schema
from ninja.errors import HttpError
from ninja.security.http import HttpAuthBase
from typing_extensions import TypedDict  # pydantic requires it before Python 3.12

from accounts.models import User
from accounts.throttle import throttle
from accounts.tokens.models import Token
from accounts.tokens.services import token_find

NO_KEY = "This key is not known, or was withdrawn."
NEEDS_KEY = {
    Token.Scope.PLAY: "This needs a key that may play.",
    Token.Scope.ORGANISE: "This needs a key that may organise.",
}
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
    """Set `request.user` to the key's owner, or to a guest; return the key."""
    header = request.headers.get("Authorization", "")
    request.user = AnonymousUser()
    if not header:
        return None
    found = token_find(header.removeprefix("Bearer ").strip())
    if found is None:
        raise HttpError(401, NO_KEY)
    request.user = found.user
    return found


def caller(request: HttpRequest) -> Token | None:
    """Return the caller's key, None for a guest; count the call.

    A call with an unknown key counts as a guest's, which also limits guessing keys.
    """
    try:
        token = identify(request)
    except HttpError:
        _count(request, GUESTS_CALLS_A_MINUTE)
        raise
    _count(request, CALLS_A_MINUTE if token else GUESTS_CALLS_A_MINUTE)
    return token


def _count(request: HttpRequest, limit: int) -> None:
    throttle(request, "api", limit=limit, seconds=60)


class Key(HttpAuthBase):
    """Requires a key of one kind, before the request's body is parsed."""

    openapi_scheme = "bearer"

    def __init__(self, scope: Token.Scope) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Token:
        """Return the key; 401 without one, 403 with one of another kind."""
        token = caller(request)
        if token is None:
            raise HttpError(401, NEEDS_KEY[self.scope])
        if token.scope != self.scope:
            raise HttpError(403, NEEDS_KEY[self.scope])
        return token


playing = Key(Token.Scope.PLAY)
organising = Key(Token.Scope.ORGANISE)


def may_play(request: HttpRequest) -> bool:
    """Tell whether the call's key may hold a seat."""
    token = getattr(request, "auth", None)
    return isinstance(token, Token) and token.scope == Token.Scope.PLAY


def owner_of(request: HttpRequest) -> User:
    """Return the owner of the key that a `Key` has let in, for whom the call acts."""
    token = getattr(request, "auth", None)
    assert isinstance(token, Token)
    return token.user


def paged(rows: QuerySet[Any] | list[Any], asked: Paging) -> tuple[list[Any], PageTold]:
    """Return one page of rows, and how to ask for the next."""
    start = (asked.page - 1) * asked.per_page
    found = list(rows[start : start + asked.per_page + 1])
    more = len(found) > asked.per_page
    about: PageTold = {
        "page": asked.page,
        "per_page": asked.per_page,
        "next": asked.page + 1 if more else None,
    }
    return found[: asked.per_page], about
