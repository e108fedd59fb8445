"""Define the roles and factions of faction mode. Pure."""

from __future__ import annotations

from games.engine.text import gettext_noop

RED_KING = "red_king"
BLACK_KING = "black_king"
RED_MINISTER = "red_minister"
BLACK_MINISTER = "black_minister"
FREE = "free"

RED = "red"
BLACK = "black"

KINGS = {RED_KING: RED, BLACK_KING: BLACK}
FACTION_OF = {**KINGS, RED_MINISTER: RED, BLACK_MINISTER: BLACK, FREE: None}
OTHER_FACTION = {RED: BLACK, BLACK: RED}

SIDES = {
    RED: gettext_noop("Red faction"),
    BLACK: gettext_noop("Black faction"),
    FREE: gettext_noop("Free agent"),
}
NAMES = {
    RED_KING: gettext_noop("Red king"),
    BLACK_KING: gettext_noop("Black king"),
    RED_MINISTER: gettext_noop("Red minister"),
    BLACK_MINISTER: gettext_noop("Black minister"),
    FREE: gettext_noop("Free agent"),
}


def unshuffled_roles(seats: int, free_agents: int) -> list[str]:
    """Return the roles of a match in their order before the shuffle."""
    ministers = (seats - 2 - free_agents) // 2
    return (
        [RED_KING, BLACK_KING]
        + [RED_MINISTER] * ministers
        + [BLACK_MINISTER] * ministers
        + [FREE] * free_agents
    )
