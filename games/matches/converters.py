"""The URL converter of a match's code: anything else is a 404 before any query."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class CodeConverter(StringConverter):
    """The letters and digits of a code."""

    regex = "[0-9a-z]{1,20}"


register_converter(CodeConverter, "code")
