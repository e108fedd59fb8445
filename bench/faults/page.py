"""Reading the site's HTML as a browser's script does: what is shown, and what may be done.

The swarm knows no rules: its actions come from the page's own controls.
"""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
from html.parser import HTMLParser
from typing import Any

Action = dict[str, Any]

ACTION = re.compile(r"""data-action=(?:'([^']*)'|"([^"]*)")""")
STAGE = re.compile(r'<section id="stage"[^>]*>')
CHOICES = re.compile(r'data-choices="([^"]*)"')
FAIRNESS = re.compile(r'<div id="seat-fairness"[^>]*>')
TOKEN = re.compile(r'"x-csrftoken":"(\w+)"')
# the present time, and how a push says where it belongs
PASSING = re.compile(r' (?:data-now|hx-swap-oob)="[^"]*"')
LINE = re.compile(r'<li id="log-\d+">.*?</li>', re.DOTALL)
NEWEST_LINES = 200
"""A fresh page has no older lines of the log; one that stays open keeps them."""
SPACE = re.compile(r"\s+")  # a region that is told stands without the lines round it
LATE = ("pass", "offer_end", "mulligan", "skip_draw")
NEVER = ("resign", "offer_end")


def attributes(tag: str) -> dict[str, str]:
    """Return the attributes of a tag."""
    return {name: html.unescape(text) for name, text in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def csrf_token(page: str) -> str:
    """Return the token that the page's own requests carry."""
    found = TOKEN.search(html.unescape(page))
    assert found, "no token in the page"
    return found[1]


def stage(page: str) -> dict[str, str]:
    """Return what #stage tells of itself; nothing if it is not there."""
    found = STAGE.search(page)
    return attributes(found[0]) if found else {}


def fairness(page: str) -> dict[str, str]:
    """Return what the seat's part of the shuffle needs; nothing if the viewer has no seat."""
    found = FAIRNESS.search(page)
    return attributes(found[0]) if found else {}


def digest(page: str) -> str:
    """Return a hash of the table as it is drawn, wherever the drawing came from."""
    start, end = page.find('<section id="stage"'), page.rfind("</aside>")
    drawn = page[start:end]
    for line in LINE.findall(drawn)[:-NEWEST_LINES]:
        drawn = drawn.replace(line, "", 1)
    drawn = SPACE.sub("", PASSING.sub("", drawn))
    return hashlib.sha256(drawn.encode()).hexdigest()[:16]


def actions(page: str) -> list[Action]:
    """Return the actions that the page's controls and its script offer."""
    texts = [html.unescape(single or double) for single, double in ACTION.findall(page)]
    offered = [json.loads(text) for text in texts]
    if found := CHOICES.search(page):
        offered += list(_battlefield(json.loads(html.unescape(found[1]))))
    return [action for action in offered if action.get("type") not in NEVER]


class Form(HTMLParser):
    """The values with which a browser would post a page's form as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what is chosen, or the first choice of a list."""
        has = dict(attrs)
        name, value = has.get("name") or "", has.get("value") or ""
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in has:
                self.values[self._select] = value
            else:
                self.values.setdefault(self._select, value)
        elif tag == "input" and name and (has.get("type") != "radio" or "checked" in has):
            self.values[name] = value

    def handle_endtag(self, tag: str) -> None:
        """Leave a list."""
        if tag == "select":
            self._select = ""


def _battlefield(choices: Any) -> list[Action]:
    """Return what the battlefield's script composes from its choices (the plain ones)."""
    found: list[Action] = []
    for code, card in choices["cards"].items():
        for kind in ("deploy", "build"):
            found += [{"type": kind, "card": code, "to": _cell(to)} for to in card.get(kind, ())]
        if card.get("swap"):
            found.append({"type": "swap_draw", "card": code})
    for cell, unit in choices["units"].items():
        found += [
            {"type": "move", "from": _cell(cell), "path": way["path"]}
            for way in unit["ways"]
            if not way["deadly"]
        ]
    return found + [{"type": "breakthrough", "from": _cell(c)} for c in choices["breakthroughs"]]


def _cell(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def choose(offered: list[Action], dice: random.Random) -> Action:
    """Return one of the offered actions; those that only end something are chosen late."""
    return dice.choices(offered, [0.1 if a["type"] in LATE else 1.0 for a in offered])[0]
