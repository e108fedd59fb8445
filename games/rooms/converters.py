"""The URL converter of a room's place: anything else is a 404 before any query."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class PlaceConverter(StringConverter):
    """The kind of a room, and whose it is."""

    regex = r"(?:club/[-\w]{1,40}|event/[0-9a-z]{1,20})"


register_converter(PlaceConverter, "place")
