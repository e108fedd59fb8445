"""A record's story: every log line, with who is shown it, as text to compare.

    python -m tests.support.stories tests/golden/<game>/*.json

writes each record's story anew, for when the wording of a log line has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.engine.contract import Event
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, Term
from games.engine.verify import Ply, verify_record
from games.engine.viewer import PUBLIC, Viewer
from games.registry import all_rulesets


def story_of(record: Record, plies: Iterable[Ply]) -> list[str]:
    """Return the story's lines: `ply [viewers] sentence`, `*` for everybody."""
    return [
        f"{number} {line}"
        for number, ply in enumerate(plies)
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

    key = phrase.key
    if phrase.plural is not None and phrase.args["count"] != 1:
        key = phrase.plural
    return key % {key: text(value) for key, value in phrase.args.items()}


def main(paths: list[str]) -> None:
    """Write the stories of some records beside them."""
    for path in map(Path, paths):
        record = read_record(path.read_bytes(), all_rulesets())
        lines = story_of(record, verify_record(record))
        path.with_suffix(".story.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
