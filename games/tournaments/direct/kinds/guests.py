"""People without an account: their private addresses, their word on results, a later claim.

A guest is a player with a number below 0, as a bot is; the name stands beside the journal
(`models.GuestName`). Decision 0029.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Button, Facts, Kind, Payload
from games.tournaments.direct.forms import EntryStep, Form, Number
from games.tournaments.direct.kinds.results import Placed, apply_set_result, read_result
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import TableResult, result_from_json, result_to_json
from games.tournaments.direct.state import State

WHILE_CLAIMED = ("registration", "check_in", "running", "finished", "archived")


class AddressReplaced(Form):
    """Replaces an entrant's private address, or without an entry the one at the door."""

    entry: Number | None = None


class ResultTold(Form):
    """The result of a table on paper, as one of its players reports it."""

    round: Number
    table: Number
    results: list[Placed] = Field(max_length=50)


def decide_claim(state: State, payload: Payload) -> Facts:
    """Give {"entry": n} to the account {"user": id} of its person {"guest": number}, once.

    What was played stays with the entry, and so becomes the account's. The rounds made so far
    remain on paper.
    """
    asked.phase(state, *WHILE_CLAIMED)
    found, guest, user = asked.entry(state, payload), payload["guest"], payload["user"]
    if guest not in found.unclaimed or found.status == "left":
        refuse("nothing_to_claim")
    for one in state.entries.values():
        if user in one.players and one.status != "left":
            refuse("already_entered", [one.number], entry=asked.ref(one))
    return {"entry": found.number, "guest": guest, "user": user, "on_paper": len(state.rounds)}


def apply_claim(state: State, facts: Payload) -> State:
    """Let the account take the guest's place."""
    entry, guest, user = state.entries[facts["entry"]], facts["guest"], facts["user"]
    return state.with_entry(
        replace(
            entry,
            players=tuple(user if one == guest else one for one in entry.players),
            claims={**entry.claims, guest: user},
            on_paper=facts["on_paper"],
        )
    )


def decide_unclaim(state: State, payload: Payload) -> Facts:
    """Take every claim of {"entry": n} back; its private address is replaced, too."""
    asked.phase(state, *WHILE_CLAIMED)
    found = asked.entry(state, payload)
    if not found.claims:
        refuse("nobody_claimed")
    return {"entry": found.number}


def apply_unclaim(state: State, facts: Payload) -> State:
    """Put the guests back where their accounts are."""
    entry = state.entries[facts["entry"]]
    guests = {user: guest for guest, user in entry.claims.items()}
    players = tuple(guests.get(one, one) for one in entry.players)
    return state.with_entry(replace(entry, players=players, claims={}, keys=entry.keys + 1))


def decide_replace(state: State, payload: Payload) -> Facts:
    """Replace the private address of {"entry": n}, or without one the address at the door."""
    number = payload.get("entry")
    return {} if number is None else {"entry": asked.entry(state, payload).number}


def apply_replace(state: State, facts: Payload) -> State:
    """Count it: addresses are made from the count."""
    if "entry" not in facts:
        return replace(state, door_keys=state.door_keys + 1)
    entry = state.entries[facts["entry"]]
    return state.with_entry(replace(entry, keys=entry.keys + 1))


def _what_was_replaced(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for an address that was replaced."""
    if "entry" in facts:
        return gettext_noop("The private link of %(entry)s was replaced.")
    return gettext_noop("The link for entering at the door was replaced.")


def decide_tell(state: State, payload: Payload) -> Facts:
    """Record what {"entry": n} says of its table on paper: {"round", "table", "results"}.

    The result stands once another entry of the table has said the same and nobody says otherwise.
    """
    held = asked.published(state, payload)
    table, by = asked.table(held, payload), asked.entry(state, payload)
    if by.number not in table.present or not state.on_paper(held, table):
        refuse("not_on_paper")
    asked.undecided(table)
    result = replace(read_result(state, held, payload, table.present), source="players")
    others = [
        one for entry, one in table.told.items() if entry != by.number and entry in table.present
    ]
    confirmed = bool(others) and all(_is_same(one, result) for one in others)
    facts = {"entry": by.number, "round": held.number, "table": table.number}
    return {**facts, "confirmed": confirmed, **result_to_json(result)}


def _is_same(one: TableResult, other: TableResult) -> bool:
    """Say whether two results give everybody the same place and score."""
    return _places(one) == _places(other)


def _places(result: TableResult) -> dict[int, tuple[int, int | None]]:
    """Return every entry's place and score."""
    return {
        entry: (result.place_of(entry), outcome.score) for entry, outcome in result.outcomes.items()
    }


def apply_tell(state: State, facts: Payload) -> State:
    """Set a result on which players agree; otherwise keep what was said."""
    if facts["confirmed"]:
        return apply_set_result(state, facts)
    held = state.rounds[facts["round"] - 1]
    table = held.at(facts["table"])
    told = {**table.told, facts["entry"]: result_from_json(facts)}
    return state.with_round(held.with_table(replace(table, told=told)))


KINDS = (
    Kind(
        "claim", decide_claim, apply_claim,
        gettext_noop("%(entry)s took over their entry with an account."),
        roles=frozenset({"player"}), outdates="nothing", anchor="entry",
    ),
    Kind(
        "unclaim", decide_unclaim, apply_unclaim,
        gettext_noop("%(entry)s has no account again: the takeover was undone."), form=EntryStep,
        anchor="entry", button=Button(gettext_noop("Undo takeover"), 10),
    ),
    Kind(
        "replace_address", decide_replace, apply_replace, _what_was_replaced, form=AddressReplaced,
        outdates="nothing", anchor="entry",
    ),
    Kind(
        "tell_result", decide_tell, apply_tell,
        gettext_noop("Round %(round)s, table %(table)s: %(entry)s reported a result."),
        roles=frozenset({"player"}), outdates="nothing", in_arenas=False,
    ),
)  # fmt: skip
