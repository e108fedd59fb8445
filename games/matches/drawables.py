"""Compare, cache and render regions and parts by the bytes of their arguments.

A part is rendered from these bytes alone, so it cannot show anything that its arguments lack. Equal
bytes render alike in a language, whoever the viewer is.
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
"""Arguments must be plain data: text marked as safe HTML would lose its mark in the bytes."""


class Drawable(NamedTuple):
    """A region with serialized arguments."""

    id: str
    template: str
    key: bytes

    @classmethod
    def of(cls, region: Region) -> Self:
        """Serialize a region's arguments; raises TypeError unless they are plain values."""
        return cls(region.id, region.template, written(region.arguments))

    def html(self, language: str) -> SafeString:
        """Render the region as HTML."""
        return kept_part(self.template, language, self.key)


def slot(name: str) -> SafeString:
    """Return a region's placeholder in the surrounding markup, to be replaced by `filled`."""
    return SafeString(f'<template data-region="{name}"></template>')


def filled(html: str, regions: Mapping[str, Drawable], language: str) -> SafeString:
    """Return HTML with the regions in their slots; omit those this viewer does not have."""

    def fill(found: re.Match[str]) -> str:
        region = regions.get(found[1])
        return "" if region is None else filled(region.html(language), regions, language)

    return SafeString(SLOT.sub(fill, html))


def written(arguments: dict[str, Any]) -> bytes:
    """Serialize arguments; raises TypeError unless they are plain values."""
    return orjson.dumps(arguments, option=PLAIN_ONLY)


@lru_cache(maxsize=MAX_KEPT)
def kept_part(template: str, language: str, arguments: bytes) -> SafeString:
    """Render a part from the very bytes that are its cache key, or return the cached one."""
    return drawn(template, language, orjson.loads(arguments))


def drawn(template: str | list[str], language: str, context: dict[str, Any]) -> SafeString:
    """Render a fragment in the active language, uncached; its template escapes the content."""
    backend: Any = engines["fragments"]
    env = backend.env.speaking(language)
    found = env.named(template) if isinstance(template, str) else env.select_template(template)
    return SafeString(found.render(context))
