"""A replay's viewpoints: a seat's, all hands at once, or the public's."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.contract import Refusal
from games.engine.text import gettext_noop
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer

NO_SUCH_EYES = gettext_noop("This match has no such seat to look from.")
ALL, PUBLIC_KEY = "all", "public"


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
