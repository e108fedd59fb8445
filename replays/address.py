"""An address within a replay: the ply, the viewpoint ("eyes"), and whether spoilers are allowed.

Must know nothing of matches or files, so that both share the same addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from games.engine.contract import Refusal
from games.engine.text import Phrase, gettext_noop
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer

NO_SUCH_EYES = gettext_noop("This match doesn’t have that seat.")
ALL, PUBLIC_KEY = "all", "public"
NUMBER = re.compile(r"[0-9]{1,6}")
LAST = "last"
BAD_PLY = gettext_noop("A move number is a whole number, with 0 for the deal.")
MOST_FRAMES = 24
BAD_SPAN = gettext_noop("An animation runs from one move to a later one, %(most)s moves at most.")
NO_SUCH_PLY = gettext_noop("This match doesn’t have that move.")


class EyesRefused(Refusal):
    """The requested viewpoint does not exist, or is not open to this person yet."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """A viewpoint and its name in addresses: a seat's number, `all` or `public`."""

    key: str
    viewer: Viewer

    @property
    def seat(self) -> int | None:
        """Return the viewpoint's seat, or None for all hands and for the public."""
        return self.viewer.seat


EVERYBODY = Eyes(ALL, OPEN_TABLE)
THE_PUBLIC = Eyes(PUBLIC_KEY, PUBLIC)


def seat_eyes(seat: int) -> Eyes:
    """Return the viewpoint of one seat."""
    return Eyes(str(seat), Viewer(seat))


def all_eyes(seats: int) -> list[Eyes]:
    """Return every viewpoint of a match with `seats` seats."""
    return [EVERYBODY, *(seat_eyes(seat) for seat in range(seats)), THE_PUBLIC]


def read_eyes(key: str, seats: int) -> Eyes:
    """Return the viewpoint named `key`; raises EyesRefused for an unknown name."""
    for eyes in all_eyes(seats):
        if eyes.key == key:
            return eyes
    raise EyesRefused("no_such_eyes", NO_SUCH_EYES)


class AddressRefused(Refusal):
    """The address points to no position in the match."""


@dataclass(frozen=True)
class Address:
    """One position of one replay; `at` gives its neighbours' addresses.

    With `open` the visitor has asked to see length and result; without, nothing on the page reveals
    what lies ahead. `tour` is the tour and stop that the visitor came from, as `7.2`.
    """

    base: str
    ply: int
    eyes: str
    open: bool = False
    tour: str = ""

    def at(self, **changes: Any) -> str:
        """Return the address of this place with some of its parts changed."""
        return replace(self, **changes).url

    @property
    def url(self) -> str:
        """Return the address."""
        query: dict[str, Any] = {"ply": self.ply, "as": self.eyes}
        if self.open:
            query["open"] = 1
        if self.tour:
            query["tour"] = self.tour
        return f"{self.base}?{urlencode(query)}"


def read_span(query: Mapping[str, str], last: int) -> range:
    """Return the plies `from` … `to` of a query; raises AddressRefused if it names none."""
    first, final = read_ply(query, last, "from"), read_ply(query, last, "to")
    if not 0 < final - first < MOST_FRAMES:
        raise AddressRefused("bad_span", Phrase(BAD_SPAN, {"most": MOST_FRAMES}))
    return range(first, final + 1)


def read_ply(query: Mapping[str, str], last: int, key: str = "ply") -> int:
    """Return the ply of a query: 0 if missing, the last for `last`.

    Raises AddressRefused for anything but a number, and for a ply beyond the end.
    """
    text = query.get(key, "0")
    if text == LAST:
        return last
    if not NUMBER.fullmatch(text):
        raise AddressRefused("bad_ply", BAD_PLY)
    if int(text) > last:
        raise AddressRefused("no_such_ply", NO_SUCH_PLY)
    return int(text)
