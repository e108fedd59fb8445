"""A player's season: each round with the opponents, its date or deadline, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.leagues.selectors.standing import Standing
from games.tournaments.direct.ahead import rounds_ahead
from games.tournaments.direct.kinds.pace import ends_at
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.state import State

WON, LOST = pgettext_lazy("result", "won"), pgettext_lazy("result", "lost")
DRAWN, BYE = pgettext_lazy("result", "drawn"), _("bye")
DEFAULT, OPEN = _("decided without play"), _("in progress")


@dataclass(frozen=True)
class OwnRound:
    """A round of somebody's: the others at the table, and how it stands.

    `at` is when the round begins (planned) or its time is up (open); `match` is the code of the
    match of an open or a played table.
    """

    number: int
    others: list[str]
    told: Any = ""
    is_open: bool = False
    is_planned: bool = False
    at: datetime | None = None
    match: str = ""


def own_rounds(standing: Standing, user_id: int, names: Mapping[int, str]) -> list[OwnRound]:
    """Return the rounds of a player of a division, played, open and to come."""
    state, event = standing.state, standing.event
    entry = None if state is None else entry_of(state, user_id)
    if state is None or event is None or entry is None:
        return []
    links = event.tables.filter(is_current=True).values_list("round", "table", "match__code")
    codes = {(number, table): code for number, table, code in links}
    called = {one.number: names.get(one.players[0], "") for one in state.entries.values()}
    made = [_made(held, entry, called, codes) for held in state.rounds]
    ahead = [] if state.entries[entry].status != "registered" else rounds_ahead(state)
    for planned in ahead:
        table = planned.table_of(entry)
        others = [called[one] for one in table.entries if one != entry] if table else []
        at = _moment(state.pace.date_of(planned.number))
        made.append(OwnRound(planned.number, others, "" if table else BYE, is_planned=True, at=at))
    return made


def entry_of(state: State, user_id: int) -> int | None:
    """Return the number of a person's entry."""
    return next((one.number for one in state.listed() if user_id in one.players), None)


def _made(
    held: Round, entry: int, called: Mapping[int, str], codes: Mapping[tuple[int, int], str]
) -> OwnRound:
    """Return a round that has begun."""
    table = held.table_of(entry)
    if table is None:
        return OwnRound(held.number, [], BYE)
    others = [called[one] for one in table.seats if one != entry]
    code = codes.get((held.number, table.number), "")
    if table.decided:
        return OwnRound(held.number, others, _outcome(table, entry), match=code)
    at = _moment(ends_at(held, table))
    return OwnRound(held.number, others, OPEN, is_open=True, at=at, match=code)


def _outcome(table: Table, entry: int) -> Any:
    """Return how a decided table ended for somebody: in words for two, else the place."""
    if table.result is None or entry not in table.result.outcomes:
        return DEFAULT
    places = {one: table.result.place_of(one) for one in table.result.outcomes}
    if len(set(places.values())) == 1:
        return DRAWN
    if len(places) == 2:
        return WON if places[entry] == 1 else LOST
    return _("place %(place)s of %(of)s") % {"place": places[entry], "of": len(places)}


def _moment(at: int) -> datetime | None:
    return datetime.fromtimestamp(at, UTC) if at else None
