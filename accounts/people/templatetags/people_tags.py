"""Notices in the reader's words."""

from __future__ import annotations

from django import template

from accounts.people.models import Notice
from accounts.people.words import notice_text

register = template.Library()


@register.filter
def words(notice: Notice) -> str:
    """Return a notice's sentence in the active language; the template escapes it."""
    return notice_text(notice)
