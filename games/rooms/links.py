"""What a message's text consists of: plain words, names of readers, and a link to a replay."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.contract import Refusal
from games.registry import UnknownRules
from replays.access import ReplayNotFound, access_finished
from replays.address import NUMBER, read_eyes

MENTION = re.compile(r"@([\w](?:[\w.\-]{0,28}[\w])?)")
LINK = re.compile(r"(?:https?://[^\s/]{1,200})?/replays/([0-9a-z]{1,20})/(?:\?(\S{0,200}))?")
MOST_NAMES = 5
"""The most people whom one message can mention."""


@dataclass(frozen=True)
class Card:
    """A moment of a replay that the reader may see."""

    title: str
    ply: int
    names: list[str]
    url: str


def names_in(text: str) -> list[str]:
    """Return the first few names that a text mentions, which may be nobody's."""
    return list(dict.fromkeys(MENTION.findall(text)))[:MOST_NAMES]


def card_of(text: str, reader: Any) -> Card | None:
    """Return the moment that the first link in a text leads to, if `reader` may see it."""
    found = LINK.search(text)
    if found is None:
        return None
    query = parse_qs(found[2] or "")
    ply, eyes = query.get("ply", ["0"])[0], query.get("as", [""])[0]
    try:
        replay = access_finished(reader, found[1])
        if eyes:
            read_eyes(eyes, len(replay.seats))
        title = replay.match.rules.meta.title
    except (ReplayNotFound, Refusal, UnknownRules):
        return None
    if not NUMBER.fullmatch(ply) or int(ply) > replay.match.ply:
        return None
    url = reverse("replays:show", args=[found[1]])
    address = f"{url}?{urlencode({'ply': int(ply), **({'as': eyes} if eyes else {})})}"
    return Card(title, int(ply), [seat.shown_name for seat in replay.seats], address)


def without_link(text: str) -> str:
    """Return a text without the link that stands beside it as a card."""
    return " ".join(LINK.sub(" ", text, count=1).split())


def marked(text: str, known: Collection[str], own: str) -> SafeString:
    """Return a text as HTML in which the names of people who read here are marked."""
    parts, at = [], 0
    for found in MENTION.finditer(text):
        if found[1].lower() in known:
            parts.append(format_html("{}", text[at : found.start()]))
            is_own = " is-me" if found[1].lower() == own.lower() else ""
            parts.append(format_html('<b class="said__name{}">{}</b>', is_own, found[0]))
            at = found.end()
    parts.append(format_html("{}", text[at:]))
    return format_html_join("", "{}", ((part,) for part in parts))
