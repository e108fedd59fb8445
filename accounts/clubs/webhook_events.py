"""The kinds of events that a club's webhooks are told of, and who writes their bodies.

Apps above clubs register theirs. A body is made when it is sent, by the same functions as the API's
answers, for somebody without any right: an anonymous visitor, or a plain member if the club is
private. So nothing is told that has been withdrawn meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.clubs.models import Club

Body = Callable[[Club, str], dict[str, Any] | None]
"""Takes a club and the subject; returns what JSON is to say of it, or None for nothing (more)."""
NEWS_POSTED = "news.posted"
TEST = "webhook.test"
_bodies: dict[str, Body] = {}


def webhook_event(kind: str, body: Body) -> None:
    """Register a kind of event."""
    _bodies[kind] = body


def body_of(kind: str, club: Club, subject: str) -> dict[str, Any] | None:
    """Return the data of an event, or None if a visitor, or plain member, can't see it now."""
    return _bodies[kind](club, subject)


def link_to(route: str, *args: str) -> str:
    """Return the URL of a page of the site."""
    return f"{settings.SITE_URL}{reverse(route, args=args)}"


def news_body(club: Club, subject: str) -> dict[str, Any] | None:
    """Return an announcement on the club's page."""
    item = club.news.filter(pk=subject).first()
    if item is None:
        return None
    return {
        "club": club.name,
        "title": item.title,
        "text": item.text,
        "created_at": item.created_at,
        "url": link_to("clubs:home", club.slug),
    }


def greeting_body(club: Club, subject: str) -> dict[str, Any]:
    """Return the data of the Test button's message."""
    return {"club": club.name, "url": link_to("clubs:home", club.slug)}
