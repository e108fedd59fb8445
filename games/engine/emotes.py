"""Find what bots at a table might show after a ply: from what a spectator reads alone. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.engine.contract import Event
from games.engine.text import SeatRef
from games.engine.viewer import PUBLIC

Emotes = Mapping[str, Mapping[str, str]]


def emotes_after(emotes: Emotes, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Yield (seat, phrase or reaction) for a ply's events, as the game's `emotes` choose them.

    Uses an event's name and the seats that its public log line names, and nothing else; so two
    matches that a spectator cannot tell apart get the same.
    """
    for event in events:
        line = event.seen_by(PUBLIC)
        if line is None:
            continue
        for argument, emote in emotes.get(event.name, {}).items():
            seat = line.args.get(argument)
            if isinstance(seat, SeatRef):
                yield seat.seat, emote
