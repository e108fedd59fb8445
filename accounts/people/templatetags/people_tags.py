"""Notices in the reader's words."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.selectors import pinned_notice
from accounts.people.words import notice_text

register = template.Library()


@register.simple_tag
def pinned_for(user: User | AnonymousUser) -> Notice | None:
    """Return the notice pinned above a table's page until it is read."""
    return pinned_notice(user)


@register.filter
def words(notice: Notice) -> str:
    """Return a notice's sentence in the active language; the template escapes it."""
    return notice_text(notice)
