"""A match's code in an address: anything else is no such page, before any query."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class CodeConverter(StringConverter):
    """The letters and digits a code is made of."""

    regex = "[0-9a-z]{1,20}"


register_converter(CodeConverter, "code")
