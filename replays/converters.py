"""A record's digest in an address: anything else is no such page, before any query.

Matches bring the converter of their codes.
"""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.matches import converters as converters


class DigestConverter(StringConverter):
    """A SHA-256 in lower-case hex."""

    regex = "[0-9a-f]{64}"


register_converter(DigestConverter, "digest")
