"""Registration before the start: entries, waiting list, check-in.

Spec: tournaments 5.1.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import (
    EVERYBODY,
    JUDGES,
    OFFICERS,
    PLAYERS,
    Button,
    Facts,
    Kind,
    Payload,
    entry_becomes,
    rarely,
)
from games.tournaments.direct.config import MOST_PLACES
from games.tournaments.direct.forms import Entering, EntryStep, Step
from games.tournaments.direct.kinds.course import BEFORE_START, next_in, promote
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import Entry, EntryStatus, Origin, State

ENTERED: tuple[EntryStatus, ...] = ("registered", "waiting", "withdrawn", "excluded")


def next_numbers(state: State, count: int) -> list[int]:
    """Return numbers for so many bots or people without an account: below all that there were."""
    taken = [number for one in state.entries.values() for number in (*one.players, *one.guests)]
    first = min([0, *taken]) - 1
    return [first - at for at in range(count)]


def new_players(state: State, payload: Payload) -> list[int]:
    """Return a new entry's players. Refuses a wrong number, or players already entered."""
    players: list[int] = [*payload["players"]]
    players += next_numbers(state, payload.get("bots", 0) + payload.get("guests", 0))
    if len(players) != state.config.team_size:
        refuse("team_size", size=state.config.team_size)
    if len(set(players)) != len(players):
        refuse("same_player")
    for one in state.with_status(*ENTERED):
        if set(one.players) & set(players):
            refuse("already_entered", [one.number], entry=asked.ref(one))
    return players


def newcomer(state: State, payload: Payload) -> Facts:
    """Return the facts about a new entry.

    {"bots": n} or {"guests": n}: its last n players are bots, or people without an account, who get
    the next numbers below 0.
    """
    guests = payload.get("guests", 0)
    if guests and state.config.format == "arena":
        refuse("arena_needs_accounts")
    players = new_players(state, payload)
    return {
        "entry": len(state.entries) + 1,
        "players": players,
        "strength": payload.get("strength"),
        "club": payload.get("club") or None,
        **({"guests": players[-guests:]} if guests else {}),
        **({"origin": payload["origin"]} if payload.get("origin") else {}),
    }


def entered(facts: Payload) -> Entry:
    """Return the entry that such facts describe."""
    return Entry(
        number=facts["entry"],
        players=tuple(facts["players"]),
        strength=facts["strength"],
        club=facts["club"],
        guests=tuple(facts.get("guests", ())),
        origin=Origin(**facts["origin"]) if facts.get("origin") else None,
    )


def decide_register(state: State, payload: Payload) -> Facts:
    """Register {"players": [ids], "strength", "club"}; when full, on the waiting list.

    Players may register while registration is open; an organiser also before it opens and during
    check-in (the web layer says which: {"by_organiser": true}).
    """
    allowed = BEFORE_START if payload.get("by_organiser") else ("registration",)
    if state.phase not in allowed:
        refuse("registration_closed")
    return newcomer(state, payload) | {"status": "waiting" if is_full(state) else "registered"}


def is_full(state: State) -> bool:
    """Say whether a new entry would go on the waiting list; teams take no place."""
    there = [one for one in state.with_status("registered") if not one.is_team]
    return len(there) >= state.config.places


def apply_register(state: State, facts: Payload) -> State:
    """Add the entry."""
    return state.with_entry(replace(entered(facts), status=facts["status"]))


def decide_unregister(state: State, payload: Payload) -> Facts:
    """Remove {"entry": n}; the first on the waiting list takes the place."""
    asked.phase(state, *BEFORE_START)
    leaving = asked.entry_with(state, payload, "not_registered", "registered", "waiting")
    promoted = next_in(_without(state, leaving.number))
    return {"entry": leaving.number, "promoted": promoted}


def _without(state: State, number: int) -> State:
    """Return the state after an entry has left."""
    return state.with_entry(replace(state.entries[number], status="left"))


def apply_unregister(state: State, facts: Payload) -> State:
    """Remove the entry and promote from the waiting list."""
    return promote(_without(state, facts["entry"]), facts["promoted"])


def decide_promote(state: State, payload: Payload) -> Facts:
    """Promote {"entry": n} from the waiting list although the tournament is full.

    No event has more than MOST_PLACES entries.
    """
    asked.phase(state, *BEFORE_START)
    if len(state.with_status("registered")) >= MOST_PLACES:
        refuse("registration_closed")
    return {"entry": asked.entry_with(state, payload, "not_waiting", "waiting").number}


def apply_promote(state: State, facts: Payload) -> State:
    """Give the entry a place and take it off the waiting list."""
    return promote(state, [facts["entry"]])


def decide_check_in(state: State, payload: Payload) -> Facts:
    """Check {"entry": n} in."""
    found = _to_check(state, payload)
    if found.checked_in:
        refuse("already_checked_in", [found.number], entry=asked.ref(found))
    return {"entry": found.number}


def decide_check_out(state: State, payload: Payload) -> Facts:
    """Undo the check-in of {"entry": n}."""
    found = _to_check(state, payload)
    if not found.checked_in:
        refuse("not_checked_in", [found.number], entry=asked.ref(found))
    return {"entry": found.number}


def _to_check(state: State, payload: Payload) -> Entry:
    """Return the entry to check in or out. Refuses one that is not registered."""
    asked.phase(state, "registration", "check_in")
    found = asked.entry_with(state, payload, "not_registered", "registered", "waiting")
    if found.is_team:
        refuse("not_registered", [found.number], entry=asked.ref(found))
    return found


def _to_come(state: State) -> list[Entry]:
    """Return the entries with a place that have not checked in; teams come with their players."""
    there = state.with_status("registered")
    return [one for one in there if not (one.checked_in or one.is_team)]


def _came_together(state: State) -> list[Entry]:
    """Return the entries that one press checked in."""
    return [one for one in state.with_status("registered", "waiting") if one.checked_together]


def decide_check_in_all(state: State, payload: Payload) -> Facts:
    """Check in everybody who has a place and has not checked in."""
    return _all_of(state, _to_come(state), "all_checked_in")


def decide_check_out_all(state: State, payload: Payload) -> Facts:
    """Undo the check-in of those whom `check_in_all` checked in; others stay."""
    return _all_of(state, _came_together(state), "nobody_checked_in")


def _all_of(state: State, found: list[Entry], code: str) -> Facts:
    """Return the facts about several entries; refuses with `code` if there are none."""
    asked.phase(state, "registration", "check_in")
    if not found:
        refuse(code)
    return {"entries": [one.number for one in found], "count": len(found)}


def apply_check_in_all(state: State, facts: Payload) -> State:
    """Check the entries in, together."""
    return _checked(state, facts, is_in=True)


def apply_check_out_all(state: State, facts: Payload) -> State:
    """Undo the entries' check-in."""
    return _checked(state, facts, is_in=False)


def _checked(state: State, facts: Payload, *, is_in: bool) -> State:
    entries = [state.entries[number] for number in facts["entries"]]
    return state.with_entries(
        replace(one, checked_in=is_in, checked_together=is_in) for one in entries
    )


def _who_came(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for a new entry."""
    if facts["status"] == "waiting":
        return gettext_noop("%(entry)s joined the waiting list.")
    if facts.get("origin"):
        return gettext_noop("%(entry)s qualified.")
    return gettext_noop("%(entry)s registered.")


def _has_check_in(state: State) -> bool:
    """Say whether the event asks people to check in."""
    return state.config.check_in


def _may_check_in_all(state: State) -> bool:
    """Say whether the event waits for people to check in."""
    return _has_check_in(state) and bool(_to_come(state))


def _may_check_out_all(state: State) -> bool:
    """Say whether some were checked in together."""
    return _has_check_in(state) and bool(_came_together(state))


KINDS = (
    Kind(
        "register", decide_register, apply_register, _who_came, form=Entering, roles=OFFICERS,
        enters=True, facts=("strength",), outdates="nothing",
    ),
    Kind(
        "check_in", decide_check_in, entry_becomes(checked_in=True),
        gettext_noop("%(entry)s checked in."), form=EntryStep, roles=EVERYBODY,
        outdates="nothing", anchor="entry",
        button=Button(gettext_noop("Check in"), 1, is_shown=_has_check_in),
    ),
    Kind(
        "check_out", decide_check_out, entry_becomes(checked_in=False, checked_together=False),
        gettext_noop("%(entry)s undid their check-in."), form=EntryStep, roles=EVERYBODY,
        outdates="nothing", anchor="entry",
        button=Button(gettext_noop("Undo check-in"), 2, is_shown=_has_check_in),
    ),
    Kind(
        "check_in_all", decide_check_in_all, apply_check_in_all,
        gettext_noop("Everyone was checked in (%(count)s)."), form=Step, roles=JUDGES,
        outdates="nothing",
        button=Button(
            gettext_noop("Check in everyone"), 2, ("check_in",),
            is_shown=_may_check_in_all, is_usual=rarely,
        ),
    ),
    Kind(
        "check_out_all", decide_check_out_all, apply_check_out_all,
        gettext_noop("“Check in everyone” was undone (%(count)s)."), form=Step, roles=JUDGES,
        outdates="nothing",
        button=Button(
            gettext_noop("Undo check-ins"), 2, ("check_in",),
            is_shown=_may_check_out_all, is_usual=rarely,
        ),
    ),
    Kind(
        "promote", decide_promote, apply_promote,
        gettext_noop("%(entry)s moved up from the waiting list."), form=EntryStep, anchor="entry",
        button=Button(gettext_noop("Let in"), 3),
    ),
    Kind(
        "unregister", decide_unregister, apply_unregister,
        gettext_noop("%(entry)s was removed from the entry list."), form=EntryStep, roles=PLAYERS,
        outdates="nothing", button=Button(gettext_noop("Remove"), 4),
    ),
)  # fmt: skip
