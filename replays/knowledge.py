"""What a seat could know at a ply: unseen cards, certain cards, roles still possible.

Everything here follows from what that seat was shown: unseen faces are the pack minus the cards in
sight, whoever holds them; certain cards come from log lines it could read (`Hiding.recall`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.botplay import remember
from games.engine.hidden import SHARED, Hidden, Memory
from games.matches.phrases import card_text
from replays.timeline import Timeline


@dataclass(frozen=True)
class Face:
    """A card face and its count."""

    code: str
    name: str
    count: int


@dataclass(frozen=True)
class HiddenPile:
    """A hidden hand or draw pile: its size, and which of its cards are certain."""

    name: str
    count: int
    sure: list[Face]


@dataclass(frozen=True)
class Unseen:
    """Cards that are spread over some piles and hands in an unknown order."""

    owner: str
    faces: list[Face]
    piles: list[HiddenPile]


@dataclass(frozen=True)
class Secrets:
    """The secrets still possible for some seats: the words, and how many of each."""

    seats: list[str]
    values: list[tuple[str, int]]


def memory_at(timeline: Timeline, ply: int, seat: int) -> Memory:
    """Return what `seat` is sure of after `ply` actions."""
    memory = Memory(len(timeline.seats))
    remember(timeline.rules, memory, (one.event for one in timeline.position(ply).log), seat)
    return memory


def knowledge_context(timeline: Timeline, ply: int, seat: int | None) -> dict[str, Any]:
    """Return the knowledge panel of a seat, or an empty context if there is none to show.

    There is none for all hands, for the public, after the end, or in a game that does not declare
    what is hidden.
    """
    rules, state = timeline.rules, timeline.plies[ply].state
    if seat is None or rules.hiding is None or rules.result(state) is not None:
        return {}
    hidden = rules.hiding.hidden(state, seat)
    panel = _Panel(
        timeline,
        timeline.holders.at(ply),
        hidden,
        memory_at(timeline, ply, seat),
        rules.hiding.in_order,
    )
    return {"knowledge": [panel.unseen(owner) for owner in sorted(hidden.piles)],
            "secrets": panel.secrets()}  # fmt: skip


@dataclass(frozen=True)
class _Panel:
    """A builder of one seat's panel."""

    timeline: Timeline
    names: tuple[str, ...]
    hidden: Hidden
    memory: Memory
    in_order: Callable[[Iterable[str]], Sequence[str]]

    def unseen(self, owner: int) -> Unseen:
        """Return the unseen cards among a pile and the hands it feeds."""
        names = self.names
        sure = self.memory.pile if owner == SHARED else Counter[str]()
        pile = HiddenPile(gettext("Draw pile"), len(self.hidden.piles[owner]), self._faces(sure))
        hands = [
            HiddenPile(
                names[seat], len(self.hidden.hands[seat]), self._faces(self.memory.hands[seat])
            )
            for seat in self.hidden.owners(owner)
        ]
        title = names[owner] if owner != SHARED and len(self.hidden.piles) > 1 else ""
        return Unseen(title, self._faces(self.hidden.unseen(owner)), [pile, *hands])

    def secrets(self) -> Secrets | None:
        """Return which secrets are possible for whom, if the game has any."""
        if not self.hidden.secrets:
            return None
        counts = Counter(self.hidden.secrets.values())
        words = self.hidden.words
        return Secrets(
            [self.names[seat] for seat in sorted(self.hidden.secrets)],
            sorted((gettext(words.get(value, value)), count) for value, count in counts.items()),
        )

    def _faces(self, cards: Counter[str]) -> list[Face]:
        rules = self.timeline.rules
        return [Face(code, card_text(code, rules), cards[code]) for code in self.in_order(cards)]
