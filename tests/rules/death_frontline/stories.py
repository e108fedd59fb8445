"""A record's story: every log line, with who is shown it, as text to compare."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Event
from games.engine.record import Record
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, Term
from games.engine.verify import verify_record
from games.engine.viewer import PUBLIC, Viewer


def story_of(record: Record) -> list[str]:
    """Return the story's lines: `ply [viewers] sentence`, `*` for everybody."""
    return [
        f"{number} {line}"
        for number, ply in enumerate(verify_record(record))
        for event in ply.events
        for line in event_lines(event, record.seats)
    ]


def event_lines(event: Event, names: tuple[str, ...]) -> Iterator[str]:
    """Yield one line for each different sentence that an event is told in."""
    viewers = {name: Viewer(seat) for seat, name in enumerate(names)} | {"public": PUBLIC}
    told: dict[str, list[str]] = {}
    for who, viewer in viewers.items():
        phrase = event.seen_by(viewer)
        if phrase is not None:
            told.setdefault(sentence(phrase, names), []).append(who)
    for text, readers in told.items():
        yield f"[{'*' if len(readers) == len(viewers) else ' '.join(readers)}] {text}"


def sentence(phrase: Phrase, names: tuple[str, ...]) -> str:
    """Return the phrase in English, cards by their codes."""

    def text(value: Argument) -> object:
        match value:
            case SeatRef(seat):
                return names[seat]
            case CardRef(code):
                return code
            case CardRefs(codes):
                return ", ".join(codes)
            case Term(message):
                return message
        return value

    return phrase.key % {key: text(value) for key, value in phrase.args.items()}
