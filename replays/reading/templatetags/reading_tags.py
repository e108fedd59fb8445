"""The template filter of reads."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def bits(value: float) -> str:
    """Format bits with a sign and two decimals: +0.40, −1.25."""
    rounded = round(value, 2) + 0.0
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number_format(abs(rounded), 2)
