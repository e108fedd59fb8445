"""Notices about clubs: requests to join and their outcome, new roles, news."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.clubs.models import Club, Membership, NewsItem
from accounts.clubs.selectors import who_hears
from accounts.models import User
from accounts.people.selectors import is_blocked
from accounts.people.services.notices import notice_send, notices_send, notices_withdraw
from accounts.people.words import ASKS_TO_JOIN, NEWS, TOLD_BY_CLUBS

KIND = "club"
NEWS_KIND = "news"
DIRECTING = (Membership.Role.OWNER, Membership.Role.DIRECTOR)


def membership_tell(sender: Any, club: Club, user: User, verb: str, **kwargs: Any) -> None:
    """Receive `membership_changed`."""
    if verb == "asked":
        _tell_directors(club, user)
        return
    notices_withdraw(subject=f"asks:{club.pk}:{user.pk}", kind=KIND)
    if verb in ("left", "removed"):
        items = club.news.values_list("pk", flat=True)
        notices_withdraw(subject=[_of_news(pk) for pk in items], kind=NEWS_KIND, user=user)
    subject = f"club:{club.pk}"
    if verb not in TOLD_BY_CLUBS:
        notices_withdraw(subject=subject, kind=KIND, user=user)
        return
    notice_send(
        user=user,
        kind=KIND,
        subject=subject,
        text=TOLD_BY_CLUBS[verb],
        args={"club": club.name},
        url=reverse("clubs:home", args=[club.slug]),
    )


def news_tell(sender: Any, item: NewsItem, is_posted: bool, **kwargs: Any) -> None:
    """Receive `news_changed`: notify subscribed members, except the author."""
    if not is_posted:
        notices_withdraw(subject=_of_news(item.pk), kind=NEWS_KIND)
        return
    notices_send(
        users=who_hears(item.club).exclude(pk=item.author_id or 0),
        kind=NEWS_KIND,
        subject=_of_news(item.pk),
        text=NEWS,
        args={"club": item.club.name, "title": item.title},
        url=reverse("clubs:home", args=[item.club.slug]),
    )


def _of_news(pk: int) -> str:
    return f"news:{pk}"


def _tell_directors(club: Club, user: User) -> None:
    """Notify the directors, except those with a block between them and the applicant."""
    for one in club.memberships.filter(role__in=DIRECTING).select_related("user"):
        if not is_blocked(one.user, user):
            notice_send(
                user=one.user,
                kind=KIND,
                subject=f"asks:{club.pk}:{user.pk}",
                text=ASKS_TO_JOIN,
                args={"name": user.get_username(), "club": club.name},
                url=reverse("clubs:members", args=[club.slug]),
            )
