"""The URL converter of a record's digest: anything else is a 404 before any query.

The converter of match codes is in `games.matches`.
"""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.matches import converters as converters


class DigestConverter(StringConverter):
    """A SHA-256 in lower-case hex."""

    regex = "[0-9a-f]{64}"


register_converter(DigestConverter, "digest")
