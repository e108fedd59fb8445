"""Who is to be entered because of a place in another event; `act.py` stores them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from accounts.clubs.models import Membership
from accounts.models import User
from games.tournaments.direct.board import board
from games.tournaments.direct.config import MOST_PLACES, Config
from games.tournaments.direct.kinds.registration import ENTERED
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import Tournament
from games.tournaments.refusals import refuse
from games.tournaments.selectors.events import qualifies, sources_of
from games.tournaments.services.guests import LONGEST
from games.tournaments.store import load_state

QUALIFYING = ("take_qualifiers", "unregister")
"""The kinds of action after which somebody may be missing."""


def sources_asked(tournament: Tournament, codes: Sequence[str]) -> list[list[str]]:
    """Return [code, name] of the events from which people are to qualify. Refuses unsuited ones."""
    config = load_state(tournament).config
    asked = sources_of(tournament).filter(code__in=[one for one in codes if "\0" not in one])
    known = {one.code: one.name for one in asked if qualifies(config, one)}
    if not codes or set(codes) - set(known):
        raise refuse("no_source")
    return [[code, known[code]] for code in dict.fromkeys(codes)]


def qualifiers_due(tournament: Tournament, state: State, *, asked: bool) -> list[dict[str, Any]]:
    """Return the payloads that enter those who qualify and are missing, in order of place.

    Whoever declined, is in already, or can't come is passed over for the next in place. After
    somebody has left (not `asked`), so is everybody who has.
    """
    config = state.config
    is_open = state.phase in ("registration", "check_in")
    if not (is_open and state.sources) or config.boards or config.format == "arena":
        return []
    out = [one for one in state.with_status("left") if one.origin or not asked]
    passed = [*state.with_status(*ENTERED), *out]
    taken = {player for one in passed for player in accounts_of(one)}
    names = set(tournament.guests.values_list("name", flat=True))
    room = MOST_PLACES - len(state.with_status("registered", "waiting"))
    found: list[dict[str, Any]] = []
    for code, title in state.sources:
        own = [one.origin for one in state.entries.values() if one.origin]
        used = {one.entry for one in own if one.event == code}
        there = [one.origin for one in state.with_status("registered", "waiting") if one.origin]
        missing = min(state.first - sum(one.event == code for one in there), room - len(found))
        for rank, place, source, entry in _ranking(tournament, config, code):
            if missing <= 0:
                break
            if entry.number in used or taken.intersection(accounts_of(entry)):
                continue
            payload = _payload(tournament, source, entry, names)
            if payload is None:
                continue
            where = {"rank": rank, "place": place, "entry": entry.number}
            origin = {"event": code, "title": title, **where}
            found.append({**payload, "by_organiser": True, "origin": origin})
            taken.update(accounts_of(entry))
            missing -= 1
    return found


def accounts_of(entry: Entry) -> list[int]:
    """Return the players of an entry who have an account; only their numbers hold elsewhere."""
    return [one for one in entry.players if one > 0]


def _ranking(
    tournament: Tournament, config: Config, code: str
) -> Iterator[tuple[int, int, Tournament, Entry]]:
    """Yield rank, place, event and entry of everybody who stayed to the end of a source."""
    source = sources_of(tournament).filter(code=code).first()
    if source is None or not qualifies(config, source):
        return
    state = load_state(source)
    for rank, row in enumerate(board(state), 1):
        entry = state.entries[row.entry]
        if row.place is not None and entry.status == "registered":
            yield rank, row.place, source, entry


def _payload(
    tournament: Tournament, source: Tournament, entry: Entry, names: set[str]
) -> dict[str, Any] | None:
    """Return who is to be entered for a source's entry, None if they can't come."""
    if entry.is_bot:
        return {"players": [], "bots": len(entry.players)}
    people = accounts_of(entry)
    if not _may_come(tournament, people):
        return None
    known = dict(source.guests.values_list("player", "name"))
    guests = [known.get(one, "") for one in entry.unclaimed]
    if not all(guests):
        return None
    fresh = [_free_name(name, names) for name in guests]
    return {"players": people, "guests": len(fresh), "names": fresh}


def _may_come(tournament: Tournament, people: Sequence[int]) -> bool:
    """Tell whether people can sign in, and may enter the event."""
    if User.objects.filter(pk__in=people, is_active=True).count() < len(people):
        return False
    club = tournament.club
    if club is None or not (club.is_private or tournament.entry == Tournament.Entry.MEMBERS):
        return True
    return Membership.objects.filter(club=club, user__in=people).count() == len(people)


def _free_name(name: str, names: set[str]) -> str:
    """Return a guest's name, numbered if another guest has it; it is taken from now on."""
    others = {one.casefold() for one in names}
    numbered = (f"{name[: LONGEST - 3]} {at}" for at in count(2))
    free = name if name.casefold() not in others else next(
        one for one in numbered if one.casefold() not in others
    )  # fmt: skip
    names.add(free)
    return free
