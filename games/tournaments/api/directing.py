"""Directing events by program: what the console shows, and what its buttons do.

A program acts in the name of its key's owner, through the service behind every button.
"""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema
from ninja.errors import HttpError
from pydantic import BaseModel, ConfigDict, create_model
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.throttle import throttle
from accounts.tokens.calls import PageTold, Paging, organising, owner_of, paged
from games.matches import converters as converters
from games.tournaments.access import TournamentAccess, TournamentNotFound, access_as_judge
from games.tournaments.direct.fold import KINDS, may
from games.tournaments.direct.forms import Form
from games.tournaments.forms.parse import (
    MOST_IN_A_CODE,
    MOST_IN_A_NAME,
    MOST_IN_A_REASON,
    payload_of,
    storable,
)
from games.tournaments.refusals import refuse
from games.tournaments.selectors.events import action_asked, done_in
from games.tournaments.services.act import tournament_act
from games.tournaments.services.results import match_replay
from games.tournaments.services.substitutes import substitute_ask
from games.tournaments.show.console import ConsoleTold, console_told
from games.tournaments.show.event import event_view
from games.tournaments.show.journal import journal_lines
from games.tournaments.views.gate import POSTS_A_MINUTE, refused_where_busy

router = Router(tags=["directing"])


def _requests() -> list[type[Form]]:
    """Return each form that programs may send, with the kinds of action that it requests."""
    forms = {kind.form for kind in KINDS.values() if kind.form is not None}
    return [_request(form) for form in sorted(forms, key=lambda form: form.__name__)]


def _request(form: type[Form]) -> type[Form]:
    """Return a form whose `kind` is one of the kinds that have it."""
    names = tuple(kind.name for kind in KINDS.values() if kind.form is form)
    kind: Any = (Literal[names], ...)
    return create_model(form.__name__, __base__=form, __doc__=form.__doc__, kind=kind)


if TYPE_CHECKING:
    AnyAction = Form
else:
    AnyAction = Annotated[reduce(or_, _requests()), Field(discriminator="kind")]


class Wish(BaseModel):
    """An action, and an id that makes sending it again harmless."""

    model_config = ConfigDict(extra="forbid", strict=True)
    action: AnyAction
    request_id: str = Field(
        description="1 to 64 of A-Z, a-z, 0-9, _, :, . and -; new for each action"
    )
    reason: str = Field("", description="what everybody may read; some kinds need one")
    no: Annotated[int, Field(ge=0, le=999_999_999)] | None = Field(
        None, description="of the console this follows from: refused if it is overtaken"
    )


class RoundAsked(Schema):
    """Which round of an event, or which games of an arena."""

    round: int = Field(0, ge=0, le=999_999_999, description="0: the newest")
    before: int = Field(0, ge=0, le=999_999_999, description="an arena's games before this table")


class ActionDone(TypedDict):
    """An action that stands in the event's journal."""

    no: Annotated[int, Field(description="its number there; an announcement is known by it")]
    kind: str
    entry: Annotated[int | None, Field(description="the entry it is about, if it is about one")]
    again: Annotated[bool, Field(description="it had been done before: nothing has changed")]


class LineTold(TypedDict):
    """A line of the journal."""

    no: int
    at: datetime
    kind: str
    who: Annotated[str, Field(description="empty for what happened by itself")]
    what: Annotated[str, Field(description="a sentence for people")]
    places: Annotated[str, Field(description="the places and scores that it gave")]
    draw: Annotated[
        str, Field(description="the seed it revealed, or what the event committed to; else empty")
    ]
    reason: Annotated[str, Field(description="or the text of an announcement")]


class JournalTold(PageTold):
    """One page of the journal, the latest first."""

    journal: list[LineTold]


class Replayed(Schema):
    """The match that is not to count."""

    model_config = ConfigDict(extra="forbid")
    match: str = Field(description="its code, as the console tells it")


class ReplayDone(TypedDict):
    """A table whose match was let go: a new one is opened there at once."""

    match: Annotated[str, Field(description="the code of the one that was let go")]
    again: Annotated[bool, Field(description="it had been let go before: nothing has changed")]


class Substitute(Schema):
    """Who is to play on in somebody's seat."""

    model_config = ConfigDict(extra="forbid")
    match: str = Field(description="its code, as the console tells it")
    seat: int = Field(ge=0, le=99, description="from 0")
    person: str


class SeatOffered(TypedDict):
    """A seat that is offered: it changes hands once the person takes it over at the table."""

    match: str
    seat: int
    person: str


@router.get("/tournaments/{code:code}/console", response=ConsoleTold)
def console(request: HttpRequest, code: str, asked: Query[RoundAsked]) -> ConsoleTold:
    """Show an event's director or judge the entries, a round, and what stands.

    The round is the newest unless it is named, and may be proposed only; of an arena's games
    those that are played are told, and the newest forty that were decided.
    """
    view = event_view(_access(request, code))
    return console_told(view, asked.round or None, asked.before or None)


@router.get("/tournaments/{code:code}/journal", response=JournalTold)
def journal(request: HttpRequest, code: str, asked: Query[Paging]) -> JournalTold:
    """Show an event's director or judge what was done in it, and by whom."""
    view = event_view(_access(request, code))
    rows, about = paged(done_in(view.tournament), asked)
    return {**about, "journal": cast(list[LineTold], journal_lines(view, rows))}


@router.post("/tournaments/{code:code}/actions", auth=organising, response=ActionDone)
def direct(request: HttpRequest, code: str, wish: Wish) -> ActionDone:
    """Do what a button of the console does, once for each id."""
    throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
    with refused_where_busy(code):
        access, action = _access(request, code), wish.action
        read = access.state.no if action.kind == "configure" else None  # changes what was read
        if not may(access.role, action.kind):
            raise refuse("not_director")
        done = tournament_act(
            code=code,
            actor=owner_of(request),
            role=access.role,
            kind=action.kind,
            payload=payload_of(access, action),
            request_id=wish.request_id,
            reason=storable(wish.reason, MOST_IN_A_REASON),
            expected_no=read if wish.no is None else wish.no,
        )
        row = action_asked(wish.request_id)
    entry = row.payload.get("entry")
    return {"no": row.no, "kind": row.kind, "entry": entry, "again": done.again}


@router.post("/tournaments/{code:code}/replay", auth=organising, response=ReplayDone)
def replay(request: HttpRequest, code: str, sent: Replayed) -> ReplayDone:
    """Let the match of an undecided table go and open a new one; for directors, not for judges."""
    throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
    with refused_where_busy(code):
        if not _access(request, code).is_director:
            raise refuse("not_director")
        new = match_replay(code=code, match=storable(sent.match, MOST_IN_A_CODE))
    return {"match": sent.match, "again": not new}


@router.post("/tournaments/{code:code}/substitute", auth=organising, response=SeatOffered)
def substitute(request: HttpRequest, code: str, sent: Substitute) -> SeatOffered:
    """Offer a seat of a running match to a person; for directors, not for judges."""
    throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
    with refused_where_busy(code):
        if not _access(request, code).is_director:
            raise refuse("not_director")
        substitute_ask(
            code=code,
            match=storable(sent.match, MOST_IN_A_CODE),
            number=sent.seat,
            username=storable(sent.person, MOST_IN_A_NAME),
        )
    return {"match": sent.match, "seat": sent.seat, "person": sent.person}


def _access(request: HttpRequest, code: str) -> TournamentAccess:
    """Return the event for somebody who directs it or judges in it; 404 where there is none."""
    try:
        return access_as_judge(request.user, code)
    except TournamentNotFound:
        raise HttpError(404, "There is no such event.") from None
