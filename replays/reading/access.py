"""Access to positions whose hands may be read, and all that is known there before an answer.

A match may be read that anybody may watch again and nobody keeps out (the setting of puzzles), and
by those who had a seat in it. A position is drawn from a timeline that ends there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.engine.hidden import Hidden, Memory
from games.engine.reading import Ply, Question, questions_of
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.knowledge import memory_at
from replays.puzzles.access import lent_matches
from replays.selectors import match_timeline
from replays.timeline import Timeline


@dataclass(frozen=True)
class ReadPosition:
    """A position from a seat's eyes; `asked` are the questions, with their chances by counting."""

    replay: ReplayAccess
    timeline: Timeline
    seat: int
    memory: Memory
    asked: dict[Question, float]

    @property
    def ply(self) -> int:
        """Return how many actions there were."""
        return self.timeline.last

    @property
    def hidden(self) -> Hidden:
        """Return the truth: for scoring alone."""
        rules = self.timeline.rules
        assert rules.hiding is not None
        return rules.hiding.hidden(self.timeline.plies[-1].state, self.seat)

    @property
    def history(self) -> list[Ply]:
        """Return what happened, for a bot's read."""
        plies = self.timeline.plies
        return [
            Ply(one.facts.seat, one.facts.action, before.state, one.facts.events)
            for before, one in zip((plies[0], *plies), plies, strict=False)
        ]

    @property
    def url(self) -> str:
        """Return its address."""
        return read_address(self.replay.match.code, self.ply, self.seat)


def read_address(code: str, ply: int, seat: int) -> str:
    """Return a position's address."""
    return reverse("reading:show", args=[code, ply, seat])


def access_read(user: Any, code: str, ply: int, seat: int) -> ReadPosition:
    """Return a position to read; raises ReplayNotFound, or Embargoed."""
    replay = access_finished(user, code)
    if not may_be_read(replay):
        raise ReplayNotFound(code)
    found = position_at(replay, match_timeline(replay.match, replay.seats), ply, seat)
    if found is None:
        raise ReplayNotFound(code)
    return found


def may_be_read(replay: ReplayAccess) -> bool:
    """Tell whether the hands of a finished match may be read by whoever has this access."""
    return replay.seat is not None or lent_matches().filter(pk=replay.match.pk).exists()


def position_at(
    replay: ReplayAccess, timeline: Timeline, ply: int, seat: int
) -> ReadPosition | None:
    """Return a position, or None where nothing is to be asked."""
    rules = timeline.rules
    if rules.hiding is None or ply > timeline.last or seat >= len(timeline.seats):
        return None
    state = timeline.plies[ply].state
    if rules.result(state) is not None:
        return None
    memory = memory_at(timeline, ply, seat)
    asked = questions_of(rules, rules.hiding.hidden(state, seat), memory)
    return ReadPosition(replay, timeline.until(ply), seat, memory, asked) if asked else None


def read_link(replay: ReplayAccess, timeline: Timeline, ply: int, seat: int) -> dict[str, Any]:
    """Return the address at which a replay's position is read, if it may be."""
    found = position_at(replay, timeline, ply, seat)
    return {"read_url": found.url if found is not None and may_be_read(replay) else ""}
