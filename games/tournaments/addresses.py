"""The secret parts of an event's private addresses: an entrant's, and the one at the door.

They are computed, never stored, so that they can be printed again: a keyed hash over the event,
the entry, and how often its address was replaced. They stand on the printed slip and on the
entrant's own page alone; logs name routes (`config/logs.py`), and the address leads on at once to a
page without it, so that no browser tells it to anybody.
"""

from __future__ import annotations

from base64 import b32encode

from django.utils.crypto import salted_hmac

from games.tournaments.direct.state import Entry, State
from games.tournaments.models import Tournament

SALT = "games.tournaments.addresses"
BYTES = 10
"""80 bits: 16 letters and digits, short enough to type."""


def entrant_key(tournament: Tournament, entry: Entry) -> str:
    """Return the secret part of an entrant's address; it begins with the entry's number."""
    return f"{entry.number}-{_secret(f'{tournament.code}/{entry.number}/{entry.keys}')}"


def door_key(tournament: Tournament, state: State) -> str:
    """Return the secret part of the address at which people enter themselves."""
    return _secret(f"{tournament.code}/door/{state.door_keys}")


def _secret(text: str) -> str:
    keyed = salted_hmac(SALT, text, algorithm="sha256").digest()
    return b32encode(keyed[:BYTES]).decode().lower()
