"""Game records, and how a file holds one. Pure. Spec: `docs/spec/record.md`."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.chain import FORMAT, chain_start
from games.engine.contract import JsonObject, Options, Refusal, Rules
from games.engine.fairness import seed_of
from games.engine.holders import Holders, Substitute
from games.engine.text import Argument, Phrase, printable

SUBSTITUTES = "substitutes"
"""A key that only records of matches with substitutes have (docs/spec-notes.md)."""
DEAL = "deal"
"""A key of `fairness` that only matches of duplicate events have."""


class RecordError(Refusal):
    """A file that is not a record, or a record that fails verification."""


def refuse(code: str, message: str, **args: Argument) -> RecordError:
    """Return a refusal with one clear sentence, which may quote the file."""
    quoted = {key: printable(arg) if isinstance(arg, str) else arg for key, arg in args.items()}
    return RecordError(code, Phrase(message, quoted))


@dataclass(frozen=True)
class SharedDeal:
    """Where matches have a common seed from: an event's commitment, its entrants' parts."""

    event: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Fairness:
    """Proof of a fair shuffle: the secret, and each seat's contribution to the seed.

    In a match of a duplicate event the seed follows from the `deal` instead.
    """

    secret: str
    commitment: str
    seat_commitments: tuple[str, ...]
    contributions: tuple[str, ...]
    deal: SharedDeal | None = None

    def seed(self, match: str) -> bytes:
        """Return the seed that follows from the secret and the contributions."""
        about = self.deal.event if self.deal else match
        parts = self.deal.parts if self.deal else self.contributions
        return seed_of(bytes.fromhex(self.secret), about, parts)


@dataclass(frozen=True)
class Record:
    """One match as recorded; `entries` are the actions exactly as they stand in the file."""

    match: str
    rules: Rules
    options: Options
    seats: tuple[str, ...]
    seed: bytes
    fairness: Fairness | None
    entries: tuple[JsonObject, ...]
    result: JsonObject | None
    head: str
    substitutes: tuple[Substitute, ...] = ()

    @property
    def holders(self) -> Holders:
        """Return who held the seats when."""
        return Holders(self.seats, self.substitutes)

    def chain_start(self) -> str:
        """Return h0 of this record's chain."""
        return chain_start(
            match=self.match,
            game=self.rules.meta.key,
            ruleset=self.rules.meta.ruleset,
            options=self.options,
            seats=len(self.seats),
            commitment=self.fairness.commitment if self.fairness else None,
        )

    def as_json(self) -> JsonObject:
        """Return the record as the JSON object written to a file."""
        fairness: JsonObject | None = None
        if self.fairness:
            fairness = {
                "secret": self.fairness.secret,
                "commitment": self.fairness.commitment,
                "seat_commitments": list(self.fairness.seat_commitments),
                "contributions": list(self.fairness.contributions),
            }
            if (deal := self.fairness.deal) is not None:
                fairness[DEAL] = {"event": deal.event, "parts": list(deal.parts)}
        substitutes = [one._asdict() for one in self.substitutes]
        return {
            "format": FORMAT,
            "match": self.match,
            "game": self.rules.meta.key,
            "rules": self.rules.meta.ruleset,
            "options": self.options,
            "seats": list(self.seats),
            **({SUBSTITUTES: substitutes} if substitutes else {}),
            "seed": self.seed.hex(),
            "fairness": fairness,
            "actions": list(self.entries),
            "result": self.result,
            "head": self.head,
        }
