"""Webhooks: what a receiver is told, how it is signed, and what each of its answers leads to."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import WebhookVerificationError

from accounts.clubs.models import Club, Delivery, JournalEntry, Membership, Webhook
from accounts.clubs.services.club import news_post, news_remove
from accounts.clubs.services.deliver import MOST_TRIES, webhooks_deliver
from accounts.clubs.services.webhook import MOST, webhook_add
from accounts.outbox import LEASE
from accounts.people.models import Notice
from accounts.privacy.retention import forget
from tests.support.clubs import make_club
from tests.support.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(club: Club, ada: Any, tool: Receiver) -> Webhook:
    """A webhook of the club to the receiver."""
    return webhook_add(club=club, actor=ada, url=tool.url)


def post_news(club: Club, author: Any, title: str = "Cards at eight") -> Any:
    return news_post(club=club, author=author, title=title, text="Come **all**.")


def wait_over() -> None:
    """Let every pause be over."""
    Delivery.objects.filter(due_at__gt=Now()).update(due_at=Now())


def test_news_arrives_once_and_signed(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver, settings: Any
) -> None:
    item = post_news(club, ada)
    assert [webhooks_deliver(), webhooks_deliver()] == [1, 0]
    [came] = tool.received
    told = came.verified(webhook.secret)
    assert told == {
        "type": "news.posted",
        "timestamp": told["timestamp"],
        "data": {
            "club": "Night Owls",
            "title": "Cards at eight",
            "text": "Come **all**.",
            "created_at": told["data"]["created_at"],
            "url": f"{settings.SITE_URL}/clubs/{club.slug}/",
        },
    }
    assert told["timestamp"].endswith("Z")
    assert came.headers["content-type"] == "application/json"
    assert came.headers["webhook-id"] == Delivery.objects.get().message_id
    assert str(item.pk) == Delivery.objects.get().subject
    with pytest.raises(WebhookVerificationError):
        came.verified("whsec_c29tZWJvZHkgZWxzZSdz")


def test_removed_news_is_not_told(webhook: Webhook, club: Club, ada: Any, tool: Receiver) -> None:
    item = post_news(club, ada)
    news_remove(club=club, actor=ada, item_id=item.pk)
    assert webhooks_deliver() == 0
    assert (tool.received, Delivery.objects.count()) == ([], 0)


@pytest.mark.parametrize("status", [302, 400, 404, 429, 500])
def test_a_failure_is_tried_again_ever_later_within_a_day_and_then_no_more(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver, status: int
) -> None:
    post_news(club, ada)
    tool.status, tool.location = status, tool.url
    pauses = []
    for _ in range(MOST_TRIES):
        webhooks_deliver()
        due_at = Delivery.objects.get().due_at
        pauses += [due_at - timezone.now()] if due_at else []
        assert webhooks_deliver() == 0  # not in the pause
        wait_over()
    assert len(tool.received) == MOST_TRIES == len(pauses) + 1
    assert len({came.headers["webhook-id"] for came in tool.received}) == 1
    assert all(later > 0.99 * earlier for earlier, later in pairwise(pauses))
    assert pauses[1] > 2 * pauses[0]
    assert timedelta(hours=8) < sum(pauses, timedelta()) < timedelta(days=1)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries, delivery.due_at) == (status, MOST_TRIES, None)


def test_a_failing_message_delays_no_other(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver
) -> None:
    post_news(club, ada, "first")
    tool.status = 500
    webhooks_deliver()
    tool.status = 204
    post_news(club, ada, "second")
    post_news(club, ada, "third")
    assert [webhooks_deliver(), webhooks_deliver(), webhooks_deliver()] == [1, 1, 0]
    titles = [came.verified(webhook.secret)["data"]["title"] for came in tool.received]
    assert titles == ["first", "second", "third"]


def test_what_a_killed_process_had_claimed_is_delivered_after_its_lease(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    post_news(club, ada)

    def killed(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("accounts.clubs.services.deliver.send_all", killed)
        with pytest.raises(KeyboardInterrupt):
            webhooks_deliver()
    assert webhooks_deliver() == 0
    Delivery.objects.update(due_at=F("due_at") - LEASE)
    assert webhooks_deliver() == 1


def test_what_fails_for_days_is_turned_off_and_its_owners_are_told_once(
    webhook: Webhook, club: Club, ada: Any, bo: Any, tool: Receiver, as_ada: Client
) -> None:
    Membership.objects.create(club=club, user=bo)
    tool.status = 500
    for days, off in ((0, False), (4, False), (6, True)):
        post_news(club, ada)
        Webhook.objects.update(failing_since=timezone.now() - timedelta(days=days))
        webhooks_deliver()
        webhook.refresh_from_db()
        assert (webhook.disabled_at is not None) is off
    assert not Delivery.objects.filter(due_at__isnull=False).exists()
    [notice] = Notice.objects.filter(subject=f"webhook:{webhook.pk}")
    assert (notice.user, notice.url) == (ada, f"/clubs/{club.slug}/webhooks/")
    assert "Night Owls" in as_ada.get("/notices/").content.decode()
    post_news(club, ada)
    assert not Delivery.objects.filter(due_at__isnull=False).exists()
    tool.status = 200
    as_ada.post(reverse("clubs:test_webhook", args=[club.slug]), {"webhook": webhook.pk})
    webhook.refresh_from_db()
    assert (webhook.disabled_at, webhook.failing_since) == (None, None)
    assert not Notice.objects.filter(subject=f"webhook:{webhook.pk}").exists()


def test_a_receiver_that_is_gone_is_turned_off_at_once(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver, as_ada: Client
) -> None:
    tool.status = 410
    post_news(club, ada, "first")
    post_news(club, ada, "second")
    webhooks_deliver()
    webhook.refresh_from_db()
    assert webhook.disabled_at is not None
    page = as_ada.get(reverse("clubs:webhooks", args=[club.slug])).content.decode()
    assert "Refused (status 410)." in page
    assert "Not sent: the webhook was off." in page


def test_a_success_ends_the_row_of_failures(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver
) -> None:
    tool.status = 500
    post_news(club, ada)
    webhooks_deliver()
    assert Webhook.objects.get().failing_since is not None
    tool.status = 204
    wait_over()
    webhooks_deliver()
    assert Webhook.objects.get().failing_since is None


def test_the_secret_is_shown_once_and_the_old_one_signs_for_another_day(
    club: Club, ada: Any, tool: Receiver, as_ada: Client
) -> None:
    page = reverse("clubs:webhooks", args=[club.slug])
    added = as_ada.post(page, {"url": tool.url}).content.decode()
    webhook = club.webhooks.get()
    first = webhook.secret
    assert first in added
    assert first not in as_ada.get(page).content.decode()
    rotate = reverse("clubs:rotate_webhook", args=[club.slug])
    rotated = as_ada.post(rotate, {"webhook": webhook.pk})
    webhook.refresh_from_db()
    assert webhook.secret != first
    assert webhook.secret in rotated.content.decode()
    assert "no-store" in rotated.headers["Cache-Control"]
    post_news(club, ada)
    webhooks_deliver()
    for secret in (first, webhook.secret):
        tool.received[-1].verified(secret)
    Webhook.objects.update(rotated_at=timezone.now() - timedelta(days=2))
    post_news(club, ada)
    webhooks_deliver()
    tool.received[-1].verified(webhook.secret)
    with pytest.raises(WebhookVerificationError):
        tool.received[-1].verified(first)
    verbs = JournalEntry.objects.filter(about=webhook.host).values_list("verb", flat=True)
    assert set(verbs) == {"added_webhook", "rotated_webhook"}


def test_the_test_button_says_how_far_it_got_and_is_logged(
    webhook: Webhook, club: Club, tool: Receiver, as_ada: Client
) -> None:
    button = reverse("clubs:test_webhook", args=[club.slug])
    asked = {"webhook": webhook.pk}
    assert "It works" in as_ada.post(button, asked, follow=True).content.decode()
    assert tool.received[0].verified(webhook.secret)["type"] == "webhook.test"
    tool.status = 503
    page = as_ada.post(button, asked, follow=True).content.decode()
    assert "Refused (status 503)." in page
    assert "webhook.test" in page
    assert webhooks_deliver() == 0  # a test is not repeated
    Webhook.objects.update(url="https://127.0.0.1/")
    answer = as_ada.post(button, asked, follow=True).content.decode()
    assert "isn’t on the public internet" in answer


@pytest.mark.parametrize(
    "url", ["", "http://tools.example/", "https://127.0.0.1/", "https://x/" + "y" * 500, "\0"]
)
def test_a_bad_address_is_refused_with_a_sentence(club: Club, as_ada: Client, url: str) -> None:
    answer = as_ada.post(reverse("clubs:webhooks", args=[club.slug]), {"url": url})
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def test_a_club_has_at_most_so_many_and_each_address_once(club: Club, as_ada: Client) -> None:
    page = reverse("clubs:webhooks", args=[club.slug])
    numbers = [0, 0, *range(1, MOST + 1)]
    answers = [
        as_ada.post(page, {"url": f"https://tools.example/{number}"}).status_code
        for number in numbers
    ]
    assert answers == [200, 422, *[200] * (MOST - 1), 422]


def test_another_clubs_webhook_can_be_neither_tested_nor_changed(
    webhook: Webhook, tool: Receiver, bo: Any
) -> None:
    other, client = make_club(bo, name="Larks"), Client()
    client.force_login(bo)
    for route in ("test_webhook", "rotate_webhook", "remove_webhook"):
        address = reverse(f"clubs:{route}", args=[other.slug])
        assert client.post(address, {"webhook": webhook.pk}).status_code == 422
    assert Webhook.objects.get().secret == webhook.secret
    assert tool.received == []


def test_a_removed_webhook_is_told_nothing_more(
    webhook: Webhook, club: Club, ada: Any, tool: Receiver, as_ada: Client
) -> None:
    post_news(club, ada)
    as_ada.post(reverse("clubs:remove_webhook", args=[club.slug]), {"webhook": webhook.pk})
    assert webhooks_deliver() == 0
    assert tool.received == []


def test_the_log_is_kept_for_thirty_days(webhook: Webhook, club: Club, ada: Any) -> None:
    post_news(club, ada)
    post_news(club, ada)
    old, new = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=old.pk).update(created_at=Now() - timedelta(days=31))
    forget()
    assert [one.pk for one in Delivery.objects.all()] == [new.pk]
