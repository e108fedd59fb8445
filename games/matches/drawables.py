"""Regions and parts as a server compares, keeps and draws them: by the bytes of their arguments.

A part can show nothing that its arguments lack, since it is drawn from these bytes alone. So two
that are equal look alike in a language, whoever is shown them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

import orjson
from django.template import engines
from django.utils.safestring import SafeString

from games.engine.showing import Region

MAX_KEPT = 4000
SLOT = re.compile(r'<template data-region="([^"]+)"></template>')
PLAIN_ONLY = (
    orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)
"""Plain data alone is a key: text that is marked as safe HTML would come back as any text."""


class Drawable(NamedTuple):
    """A region whose arguments are written out."""

    id: str
    template: str
    key: bytes

    @classmethod
    def of(cls, region: Region) -> Self:
        """Write a region's arguments out; raises TypeError unless they are plain values."""
        return cls(region.id, region.template, written(region.arguments))

    def html(self, language: str) -> SafeString:
        """Return the region as HTML."""
        return kept_part(self.template, language, self.key)


def slot(name: str) -> SafeString:
    """Return what stands for a region in what is drawn round it, until the page is filled."""
    return SafeString(f'<template data-region="{name}"></template>')


def filled(html: str, regions: Mapping[str, Drawable], language: str) -> SafeString:
    """Return HTML with the regions in their slots; one that this viewer has not is left out."""

    def fill(found: re.Match[str]) -> str:
        region = regions.get(found[1])
        return "" if region is None else filled(region.html(language), regions, language)

    return SafeString(SLOT.sub(fill, html))


def written(arguments: dict[str, Any]) -> bytes:
    """Return arguments as bytes; raises TypeError unless they are plain values."""
    return orjson.dumps(arguments, option=PLAIN_ONLY)


@lru_cache(maxsize=MAX_KEPT)
def kept_part(template: str, language: str, arguments: bytes) -> SafeString:
    """Draw a part from the very bytes by which it is kept, or return it as it was drawn before."""
    return drawn(template, language, orjson.loads(arguments))


def drawn(template: str | list[str], language: str, context: dict[str, Any]) -> SafeString:
    """Return a fragment drawn anew in the active language; what it shows is escaped there."""
    backend: Any = engines["fragments"]
    env = backend.env.speaking(language)
    found = env.named(template) if isinstance(template, str) else env.select_template(template)
    return SafeString(found.render(context))
