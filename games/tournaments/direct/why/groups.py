"""What is told of groups: that each plays by itself, and how seeds of a final stage came about."""

from __future__ import annotations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.groups import grouped, letter
from games.tournaments.direct.text import phrase
from games.tournaments.direct.why.made import Made

IN_GROUP = gettext_noop("Group %(letter)s plays by itself, so only its own players count here.")


def group_told(made: Made) -> list[Phrase]:
    """Return that a group plays by itself, if one is looked at."""
    return [] if made.group is None else [phrase(IN_GROUP, letter=letter(made.group))]


def in_schedule(made: Made) -> list[int]:
    """Return the entries of a round robin, or of the group that is looked at, by their numbers."""
    entries = [one.number for one in made.before.listed()]
    return grouped(made.before, entries)[made.group or 0]
