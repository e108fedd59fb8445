"""What a page makes of what it is told on its link, as static/js/link.js does."""

from __future__ import annotations

import json
import re
from typing import Any

from games.matches.fragments import SLOT

STAGE = re.compile(r'<section id="stage"[^>]*>')
TABLE_END = "</aside>"


class Told:
    """The table of a page, as far as one link has told it."""

    def __init__(self) -> None:
        self.table = ""

    def read(self, message: str) -> str | dict[str, Any]:
        """Return the fragments that a message tells, the whole table first, or an answer."""
        if not message.startswith("{"):
            if STAGE.match(message.strip()):
                self.table = message[: message.index(TABLE_END) + len(TABLE_END)].strip()
            return message
        told: dict[str, Any] = json.loads(message)
        if "regions" not in told:
            return told
        self._change(**told)
        return self.table + told["beside"]

    def _change(
        self,
        stage: dict[str, str | None],
        frame: str,
        regions: dict[str, str],
        log: dict[str, str],
        beside: str,
    ) -> None:
        within: set[str] = set()
        before = self.table

        def filled(html: str) -> str:
            return SLOT.sub(lambda found: stands_in(found[1]), html)

        def stands_in(name: str) -> str:
            within.add(name)
            return filled(regions[name]) if name in regions else element(before, name)

        parts = {name: filled(html) for name, html in regions.items()}
        if frame:
            self.table = filled(frame).strip()
        for name, html in parts.items():
            if name not in within:
                self.table = replaced(self.table, name, html)
        self.table = with_attributes(self.table, stage)
        if log:
            box = element(self.table, "log")
            last = box.rindex("\n</ol>")
            lines = "".join(html for name, html in log.items() if not element(self.table, name))
            self.table = self.table.replace(box, box[:last] + lines + box[last:], 1)


def element(html: str, name: str) -> str:
    """Return the element with that id as it stands in a page; nothing if it is not there."""
    found = re.search(rf'<(\w+)(?=[\s>])[^<>]*?\sid="{re.escape(name)}"', html)
    if found is None:
        return ""
    depth = 0
    for tag in re.finditer(rf"<(/?){found[1]}(?=[\s>])[^>]*>", html[found.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[found.start() :][: tag.end()]
    raise ValueError(f"#{name} has no end")


def replaced(html: str, name: str, new: str) -> str:
    """Return a page with another element in the place of the one with that id."""
    old = element(html, name)
    assert old, f"#{name} is told of, and stands nowhere"
    return html.replace(old, new.strip(), 1)


def with_attributes(html: str, attributes: dict[str, str | None]) -> str:
    """Return a page with these attributes of #stage, and those that are None gone."""

    def changed(found: re.Match[str]) -> str:
        tag = found[0]
        for name in attributes:
            tag = re.sub(rf' {name}="[^"]*"', "", tag)
        given = [f'{name}="{text}"' for name, text in attributes.items() if text is not None]
        return re.sub(r' data-game="[^"]*"', lambda game: " ".join([game[0], *given]), tag)

    return STAGE.sub(changed, html, count=1)
