"""Parse tournament requests, from forms or the API: people by name, points, places.

An action's form is filled by a page (`views/actions.py`) or by a program (`api/directing.py`); what
it names is looked up here, once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from accounts.models import User
from accounts.people.selectors import is_blocked
from accounts.selectors import find_person
from games.registry import current_rules
from games.tournaments.access import TournamentAccess
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.forms import Form, Newcomer
from games.tournaments.direct.kinds.announcements import MOST_SIGNS
from games.tournaments.direct.kinds.course import Settings
from games.tournaments.direct.kinds.teams import MOST_IN_A_TEAMS_NAME
from games.tournaments.direct.problems import ALL_SIZES
from games.tournaments.forms.field_uses import FIELD_USES
from games.tournaments.models import Tournament
from games.tournaments.rank.points import UNIT
from games.tournaments.refusals import refuse
from games.tournaments.services.guests import guest_name
from games.tournaments.show.settings import bye_units

POINTS = re.compile(r"[0-9]{1,5}|[0-9]{0,5}\.[0-9]{1,4}")  # 1e9999999 would take minutes
MOST_PENALTY = 10_000 * UNIT
MOST_IN_A_CODE = 20
MOST_IN_A_NAME = 150
MOST_IN_A_REASON = 500
MOST_IN_A_CLUB = 60


def payload_of(access: TournamentAccess, form: Form) -> dict[str, Any]:
    """Return an action's payload from its form; raises EventRefusal.

    People named become their numbers, points become units.
    """
    payload = form.model_dump(exclude={"kind"}, exclude_none=True)
    if isinstance(form, Settings):
        config = changed_config(access.state.config, access.tournament, payload)
        return {"config": config_to_json(config)}
    if isinstance(form, Newcomer):
        payload |= _players(access, payload.pop("people"), payload.pop("guests"))
        payload["bots"] = access.state.config.team_size if payload.pop("bot") else 0
        payload["club"] = storable(payload["club"], MOST_IN_A_CLUB)
    if "person" in payload:
        name, appoints = payload.pop("person"), form.kind == "name_judge"
        found = unblocked_person(access.user, name) if appoints else known_person(name)
        payload["player"] = found.pk
    if "name" in payload:
        payload["name"] = storable(payload["name"], MOST_IN_A_TEAMS_NAME)
    if "points" in payload:
        payload["points"] = units_of(payload["points"])
    if "text" in payload:  # browsers send two characters for each newline
        payload["text"] = storable(payload["text"], 2 * MOST_SIGNS).replace("\r\n", "\n")
    if "results" in payload:
        payload |= {"results": _ruled(payload), "source": "judge"}
    return payload


def _ruled(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a ruling's rows; gaps that the missing leave in the places are closed, as on paper."""
    rows = payload["results"]
    if not payload.get("absent"):
        return list(rows)
    ranks = competition_ranks({row["entry"]: row["rank"] for row in rows})
    return [{**row, "rank": ranks[row["entry"]]} for row in rows]


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
    found = find_person(storable(name, MOST_IN_A_NAME))
    if found is None:
        raise refuse("no_such_person")
    return found


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
    club = access.tournament.club
    if access.takes_strangers or club is None:
        return found
    if not club.memberships.filter(user=found).exists():
        raise refuse("members_only")
    return found


def _players(
    access: TournamentAccess, people: Sequence[str], guests: Sequence[str]
) -> dict[str, Any]:
    """Return the players of an entry that a director makes, of people with an account or without.

    The names of those without one are kept beside the journal (`services/guests.py`).
    """
    names = [guest_name(one) for one in guests]
    players = [entrant(access, name).pk for name in people]
    return {"players": players, "guests": len(names), "names": names, "by_organiser": True}


def changed_config(config: Config, event: Tournament, given: Mapping[str, Any]) -> Config:
    """Return an event's settings with some changed, as its form would; refuses unused ones."""
    if any(config.format not in FIELD_USES[name].formats for name in given):
        raise refuse("not_asked")
    values = dict(given)
    if "tie_breaks" in values:
        values["criteria"] = tuple(values.pop("tie_breaks"))
    if "bye" in values:
        values["pab"] = bye_units(values.pop("bye"), config)
    if "forbidden" in values:
        absent = frozenset(ALL_SIZES) - set(current_rules(event.game).meta.allowed_seats())
        values["sizes"] = replace(config.sizes, forbidden=absent | set(values.pop("forbidden")))
    return replace(config, **values)


def units_of(text: str) -> int:
    """Return a penalty given in points as units."""
    if not POINTS.fullmatch(text) or not 0 <= (units := Fraction(text) * UNIT) <= MOST_PENALTY:
        raise refuse("bad_number")
    return int(units)


def competition_ranks(ranks: Mapping[int, int]) -> dict[int, int]:
    """Return the places of those present, without the gaps that the missing left."""
    typed = sorted(ranks.values())
    return {one: typed.index(rank) + 1 for one, rank in ranks.items()}
