"""The content of a picture, from a view: seats, the viewer's hand, the last log line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.engine.contract import JsonObject
from games.engine.picture import Box, Shape

Hand = list[str] | dict[str, int]


@dataclass(frozen=True)
class SeatMark:
    """One seat of the picture; `cards` is its number of cards, if the game has hands."""

    number: int
    name: str
    cards: int | None
    to_act: bool
    out: bool


@dataclass(frozen=True)
class Scene:
    """A picture's content, limited to what one viewer may see; `centre` holds the game's shapes."""

    title: str
    subtitle: str
    seats: list[SeatMark]
    hand: list[str]
    caption: str
    view: JsonObject
    card_name: Callable[[str], str]
    centre: Callable[[Box], list[Shape]] | None

    @property
    def state(self) -> dict[str, Any]:
        """Return the game's own part of the view."""
        found: dict[str, Any] = self.view["state"]
        return found


def hands_of(state: JsonObject) -> list[Hand]:
    """Return the hands of a view by seat: its `hands`, or the `hand` of each of its `seats`."""
    if "hands" in state:
        return list(state["hands"])
    seats = (seat for seat in state.get("seats", ()) if isinstance(seat, dict))
    return [seat["hand"] for seat in seats if "hand" in seat]


def size_of(hand: Hand) -> int:
    """Return the number of cards in a hand, shown or hidden."""
    return hand["count"] if isinstance(hand, dict) else len(hand)


def seat_marks(view: JsonObject, names: list[str]) -> list[SeatMark]:
    """Return the seats of a view."""
    hands = hands_of(view["state"])
    alive = view["state"].get("alive") or [True] * len(names)
    return [
        SeatMark(
            number=number,
            name=name,
            cards=size_of(hands[number]) if hands else None,
            to_act=number in view["to_act"],
            out=not alive[number] or view["resigned"][number],
        )
        for number, name in enumerate(names)
    ]


def hand_of(view: JsonObject, seat: int | None) -> list[str]:
    """Return the hand of the viewer's own seat, empty for any other viewer."""
    hands = hands_of(view["state"])
    if seat is None or not hands or isinstance(hands[seat], dict):
        return []
    return list(hands[seat])
