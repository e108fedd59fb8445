"""What people write when they make a team: a name, and its players, one to a line."""

from __future__ import annotations

from accounts.selectors import find_person
from games.engine.text import Phrase
from games.matches.phrases import listing
from games.tournaments.access import TournamentAccess
from games.tournaments.direct.config import MOST_IN_TEAM
from games.tournaments.direct.state import Entry
from games.tournaments.forms.parse import MOST_IN_A_NAME, entrant, storable
from games.tournaments.refusals import SENTENCES, EventRefusal, refuse
from games.tournaments.services.guests import guest_name
from games.tournaments.services.teams import Member
from games.tournaments.show.names import entry_names


def members_written(
    access: TournamentAccess, team: Entry | None, text: str, *, takes_guests: bool
) -> list[Member]:
    """Return the members that lines of names stand for, in order.

    Those in the event are found by the names that its pages show; everybody else is to be entered:
    people by their account, and others, if `takes_guests`, by name alone.
    """
    lines = storable(text, MOST_IN_TEAM * (MOST_IN_A_NAME + 2)).splitlines()
    names = [one.strip() for one in lines if one.strip()]
    if len(names) > MOST_IN_TEAM:
        raise refuse("too_large")
    known = _known(access, team)
    members = [_member(access, known.get(one.casefold(), []), one) for one in names]
    unknown = [name for name, one in zip(names, members, strict=True) if one == {}]
    if unknown and not takes_guests:
        told = Phrase(SENTENCES["no_account"], {"names": listing(unknown)})
        raise EventRefusal("no_account", told)
    return [
        one or {"players": [], "guests": 1, "names": [guest_name(name)]}
        for name, one in zip(names, members, strict=True)
    ]


def _known(access: TournamentAccess, team: Entry | None) -> dict[str, list[int]]:
    """Return the players of the event by name in lower case.

    Of several with one name, the team's own come first, in its order, then those without a team.
    """
    state, own = access.state, () if team is None else team.members
    names = entry_names(access.tournament, state)
    there = [one for one in state.entries.values() if not one.is_team and one.status != "left"]
    others = sorted(there, key=lambda one: state.team_of(one.number) is not None)
    found: dict[str, list[int]] = {}
    for one in dict.fromkeys([*own, *[other.number for other in others]]):
        if state.entries[one] in there:
            found.setdefault(names[one].casefold(), []).append(one)
    return found


def _member(access: TournamentAccess, known: list[int], name: str) -> Member:
    """Return the next player with a name, or the entry of somebody with that account.

    It is empty if nobody has that name.
    """
    if known:
        return known.pop(0) if len(known) > 1 else known[0]
    return {} if find_person(name) is None else {"players": [entrant(access, name).pk]}
