"""Render fragments, and cache parts by the bytes of their arguments.

A part or region is rendered from its arguments alone, so it cannot show anything that they lack.
Equal arguments render alike in a language, whoever the viewer is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import orjson
from django.template import engines
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.showing import Region

MAX_CACHED = 4000
SLOT = re.compile(r'<template data-region="([^"]+)"></template>')
PLAIN_ONLY = (
    orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)
"""Arguments must be plain data: text marked as safe HTML would lose its mark in the bytes."""


class RenderedRegion:
    """A region in one language; its HTML is rendered when first needed."""

    __slots__ = ("_html", "language", "region")

    def __init__(self, region: Region, language: str) -> None:
        self.region, self.language = region, language
        self._html: SafeString | None = None

    @property
    def html(self) -> SafeString:
        """Return the region as HTML; raises TypeError unless its arguments are plain values."""
        if self._html is None:
            key = argument_bytes(self.region.arguments)
            self._html = cached_part(self.region.template, self.language, key)
        return self._html

    def is_like(self, other: RenderedRegion | None) -> bool:
        """Tell whether another region of the same language looks the same."""
        return self is other or (other is not None and self.region == other.region)


Regions = Mapping[str, RenderedRegion]
NO_REGIONS: Regions = {}


def rendered_regions(
    regions: Iterable[Region], previous: Regions, public: Regions = NO_REGIONS
) -> Regions:
    """Return regions by id, without those equal to `public` ones.

    A region equal to its `previous` one is the same object, so that pages are compared fast.
    """
    language = ""
    found: dict[str, RenderedRegion] = {}
    for region in regions:
        known, everybodys = previous.get(region.id), public.get(region.id)
        if everybodys is not None and everybodys.region == region:
            found.pop(region.id, None)
        elif known is not None and known.region == region:
            found[region.id] = known
        else:
            language = language or get_language() or ""
            found[region.id] = RenderedRegion(region, language)
    return found


def slot(name: str) -> SafeString:
    """Return a region's placeholder in the surrounding markup, to be replaced by `fill_slots`."""
    return SafeString(f'<template data-region="{name}"></template>')


def fill_slots(html: str, regions: Regions) -> SafeString:
    """Return HTML with the regions in their slots; omit those this viewer does not have."""

    def fill(found: re.Match[str]) -> str:
        region = regions.get(found[1])
        return "" if region is None else fill_slots(region.html, regions)

    return SafeString(SLOT.sub(fill, html))


def argument_bytes(arguments: dict[str, Any]) -> bytes:
    """Serialize arguments; raises TypeError unless they are plain values."""
    return orjson.dumps(arguments, option=PLAIN_ONLY)


@lru_cache(maxsize=MAX_CACHED)
def cached_part(template: str, language: str, arguments: bytes) -> SafeString:
    """Render a part from the very bytes that are its cache key, or return the cached one."""
    return render_fragment(template, language, orjson.loads(arguments))


def render_fragment(
    template: str | list[str], language: str, context: dict[str, Any]
) -> SafeString:
    """Render a fragment in the active language, uncached; its template escapes the content."""
    backend: Any = engines["fragments"]
    return SafeString(backend.env.speaking(language).rendered(template, context))
