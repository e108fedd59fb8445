"""What this app does when clubs change, people leave or are barred, and on a person's page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from accounts.clubs.models import Club, Membership, NewsItem, Webhook
from accounts.clubs.selectors import owners_of, who_hears
from accounts.models import User
from accounts.people.models import Notice
from accounts.people.push import notify_person
from accounts.people.selectors import here_among, is_blocked, note_about, ties_between
from accounts.people.services.notices import notice_send, notices_send, notices_withdraw
from accounts.people.words import ASKS_TO_JOIN, NEWS, TOLD_BY_CLUBS, WEBHOOK_OFF
from accounts.registry import Panel

KIND = "club"
NEWS_KIND = "news"
DIRECTING = (Membership.Role.OWNER, Membership.Role.DIRECTOR)


def membership_changed(club: Club, user: User, verb: str) -> None:
    """Send or withdraw the notice about a membership or a request for one."""
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


def news_removed(item: NewsItem) -> None:
    """Withdraw the notices of a removed item."""
    notices_withdraw(subject=_of_news(item.pk), kind=NEWS_KIND)


def news_posted(item: NewsItem) -> None:
    """Notify subscribed members of news, except the author."""
    notices_send(
        users=who_hears(item.club).exclude(pk=item.author_id or 0),
        kind=NEWS_KIND,
        subject=_of_news(item.pk),
        text=NEWS,
        args={"club": item.club.name, "title": item.title},
        url=reverse("clubs:home", args=[item.club.slug]),
    )


def webhook_changed(webhook: Webhook) -> None:
    """Notify a club's owners of a webhook that was given up; withdraw it when that is settled."""
    subject = f"webhook:{webhook.pk}"
    if webhook.disabled_at is None:
        notices_withdraw(subject=subject, kind=KIND)
        return
    notices_send(
        users=[one.user for one in owners_of(webhook.club_id).select_related("user")],
        kind=KIND,
        subject=subject,
        text=WEBHOOK_OFF,
        args={"club": webhook.club.name, "host": webhook.host},
        url=reverse("clubs:webhooks", args=[webhook.club.slug]),
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


def person_leaves(user: User) -> None:
    """Delete others' notices about the person: their links would be dead."""
    Notice.objects.exclude(user=user).filter(args__name=user.get_username()).delete()


def person_barred(user: User, until: datetime | None) -> None:
    """Withdraw others' notices about the barred person, except those from moderators."""
    asked = Notice.objects.exclude(kind="moderation").exclude(user=user)
    told = asked.filter(args__name=user.get_username())
    others = set(told.values_list("user_id", flat=True))
    told.delete()
    for other in others:
        notify_person(other)


def profile_panel(request: HttpRequest, person: User) -> Panel:
    """Return a person's buttons; none for guests, on one's own page, or for a barred person."""
    reader = request.user
    data: dict[str, Any] = {"asks": False}
    if isinstance(reader, User) and reader != person and person.is_active:
        data["asks"] = True
        data["ties"] = ties_between(reader, person)
        data["note"] = note_about(reader, person)
        data["is_here"] = person.pk in here_among(reader, [person])
        data["may_follow"] = not is_blocked(reader, person)
    return Panel("people/_panel.html", data)
