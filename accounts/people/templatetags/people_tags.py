"""Notices in the reader's words."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext

from accounts.people.models import Notice

register = template.Library()


@register.filter
def words(notice: Notice) -> str:
    """Return a notice's sentence in the active language; the template escapes it."""
    if not notice.text:
        return ""
    return gettext(notice.text) % {name: _word(value) for name, value in notice.args.items()}


def _word(value: Any) -> str:
    return gettext(value["translate"]) if isinstance(value, dict) else str(value)
