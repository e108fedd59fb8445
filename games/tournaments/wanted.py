"""Parse tournament requests, from forms or the API: people by name, points, places.

A page's form and a program's call are read separately (`views/actions.py`, `api_actions.py`); the
names in them are resolved here, once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from accounts.models import User
from accounts.people.selectors import is_blocked
from accounts.selectors import PersonNotFound, person_called
from games.registry import current_rules
from games.tournaments.access import TournamentAccess
from games.tournaments.bye_worth import bye_units
from games.tournaments.config import Config
from games.tournaments.format_form import ASKED
from games.tournaments.models import Tournament
from games.tournaments.points import UNIT
from games.tournaments.problems import ALL_SIZES
from games.tournaments.refusals import refuse

POINTS = re.compile(r"[0-9]{1,5}|[0-9]{0,5}\.[0-9]{1,4}")  # 1e9999999 would take minutes
MOST_PENALTY = 10_000 * UNIT
OF_THE_SERVER = ("create", "configure", "set_result", "pair_free")
"""Kinds without a button; a result by hand is a ruling (`override_result`), with a reason."""
MOST_IN_A_CODE = 20
MOST_IN_A_NAME = 150
MOST_IN_A_REASON = 500
MOST_IN_A_CLUB = 60


def storable(text: str, most: int) -> str:
    """Return a text, stripped, refusing one that is too long or cannot be stored."""
    if len(text) > most or "\0" in text:
        raise refuse("too_large")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise refuse("too_large") from None
    return text.strip()


def known_person(name: str) -> User:
    """Return the person with a name, refusing an unknown one."""
    try:
        return person_called(storable(name, MOST_IN_A_NAME))
    except PersonNotFound:
        raise refuse("no_such_person") from None


def unblocked_person(actor: Any, name: str) -> User:
    """Return the person with a name, unless one of the two has blocked the other."""
    found = known_person(name)
    if is_blocked(actor, found):
        raise refuse("blocked")
    return found


def entrant(access: TournamentAccess, name: str) -> User:
    """Return the person somebody enters by name; in a members' event, only a member.

    Refuse anybody separated by a block: directors' announcements go to everybody in the event.
    """
    found = unblocked_person(access.user, name)
    members = access.tournament.entry == Tournament.Entry.MEMBERS
    club = access.tournament.club
    if club is None or not (members or club.is_private):
        return found
    if not club.memberships.filter(user=found).exists():
        raise refuse("members_only")
    return found


def entry_of_people(access: TournamentAccess, names: Sequence[str]) -> dict[str, Any]:
    """Return the players of an entry that a director makes of people, by name."""
    return {"players": [entrant(access, name).pk for name in names], "by_organiser": True}


def entry_of_bots(access: TournamentAccess) -> dict[str, Any]:
    """Return the players of an entry that a director makes of bots: new negative numbers."""
    size = access.state.config.team_size
    first = min([0, *(one for each in access.state.entries.values() for one in each.players)])
    return {"players": [first - 1 - at for at in range(size)], "by_organiser": True}


def changed(config: Config, event: Tournament, given: Mapping[str, Any]) -> Config:
    """Return an event's settings with some changed, as its form would; refuses unused ones."""
    if any(config.format not in ASKED[name].formats for name in given):
        raise refuse("not_asked")
    told = dict(given)
    if "tie_breaks" in told:
        told["criteria"] = tuple(told.pop("tie_breaks"))
    if "bye" in told:
        told["pab"] = bye_units(told.pop("bye"), config)
    if "forbidden" in told:
        absent = frozenset(ALL_SIZES) - set(current_rules(event.game).meta.allowed_seats())
        told["sizes"] = replace(config.sizes, forbidden=absent | set(told.pop("forbidden")))
    return replace(config, **told)


def units_of(text: str) -> int:
    """Return a penalty given in points as units."""
    if not POINTS.fullmatch(text) or not 0 <= (units := Fraction(text) * UNIT) <= MOST_PENALTY:
        raise refuse("bad_number")
    return int(units)


def closed_up(ranks: Mapping[int, int]) -> dict[int, int]:
    """Return the places of those present, without the gaps that the missing left."""
    typed = sorted(ranks.values())
    return {one: typed.index(rank) + 1 for one, rank in ranks.items()}
