"""People's names in headings."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def breakable(name: str) -> SafeString:
    """Return a name that may wrap after its dots, dashes and underscores."""
    parts = re.split(r"(?<=[._-])", name)
    return format_html_join(SafeString("<wbr>"), "{}", ((part,) for part in parts))
