"""Every POST to the pages of clubs and people, and of one's own account, is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, reverse

from accounts import urls as of_accounts
from accounts.clubs import urls as of_clubs
from accounts.clubs.models import Membership
from accounts.moderation import urls as of_moderation
from accounts.moderation.models import Report
from accounts.people import urls as of_people
from accounts.people.models import Tie
from accounts.privacy import urls as of_privacy
from accounts.throttle import person_key, throttle_one
from accounts.tokens import urls as of_tokens
from games.matches.models import Match
from games.matches.talk import urls as of_talk
from tests.support.clubs import make_club
from tests.support.tables import make_table, make_user

pytestmark = pytest.mark.django_db
TABLES = 30
THE_DESK = "moderation/"  # the moderators are not slowed down
LIMITS = {"club": 60, "people": 60, "account": 60, "report": 10, "standing": 10}


@pytest.fixture(autouse=True)
def _nothing_is_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def addresses(club: str, match: str) -> Iterator[str]:
    """Yield every address of these pages; what a pattern asks for is filled in."""
    known = {"slug": club, "username": "bo", "token": "no-such", "pk": 1, "code": match}
    for urls in (of_accounts, of_clubs, of_moderation, of_people, of_privacy, of_tokens):
        for pattern in urls.urlpatterns:
            if not str(pattern.pattern).startswith(THE_DESK):
                yield filled(urls.app_name, pattern, known)
    report = next(one for one in of_talk.urlpatterns if one.name == "report")
    yield filled(of_talk.app_name, report, known)


def filled(app: str, pattern: URLPattern, known: dict[str, object]) -> str:
    wanted = pattern.pattern.converters
    return reverse(f"{app}:{pattern.name}", kwargs={key: known[key] for key in wanted})


def test_who_sends_too_much_is_told_so_on_every_page_and_nothing_happens(client: Client) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    club, match = make_club(bo, joining="open"), make_table(ada, bo)
    client.force_login(ada)
    for action, limit in LIMITS.items():
        for _ in range(limit):
            throttle_one(person_key(ada.pk), action, limit=limit, seconds=60)
    answers = {one: client.post(one) for one in addresses(club.slug, match.code)}
    taking = {one: answer for one, answer in answers.items() if answer.status_code != 405}
    assert len(taking) > 20
    assert {one: answer.status_code for one, answer in taking.items()} == dict.fromkeys(taking, 429)
    for answer in taking.values():
        assert "You’re doing that too often. Wait a minute, then try again." in answer.text
        assert 0 < int(answer["Retry-After"]) <= 60
    assert Membership.objects.count() == 1
    assert not Tie.objects.exists()
    assert not Report.objects.exists()


def test_who_opens_table_after_table_is_told_to_wait(client: Client) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    for _ in range(TABLES):
        throttle_one(person_key(ada.pk), "table", limit=TABLES, seconds=60)
    for name in ("play_now", "table_new"):
        answer = client.post(reverse(name, args=["deadline_99"]))
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 60
    assert not Match.objects.exists()


def test_whoever_looks_is_not_counted_and_who_sends_a_little_is_let(client: Client) -> None:
    ada = make_user("ada")
    make_user("bo")
    client.force_login(ada)
    for _ in range(LIMITS["report"]):
        assert client.get("/people/bo/report").status_code == 200
    for number in range(LIMITS["report"]):
        sent = {"kind": "spam", "text": f"Advertisement {number}"}
        assert client.post("/people/bo/report", sent).status_code == 302
    assert client.post("/people/bo/report", {"kind": "spam"}).status_code == 429
    assert Report.objects.count() == LIMITS["report"]
    assert client.post("/people/bo/tie", {"kind": "follow", "on": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/people/bo/?page=2", "/people/bo/?page=2"),
        ("https://evil.example/", "/"),
        ("", "/"),
    ],
)
def test_the_way_back_stays_on_this_site(client: Client, referer: str, back: str) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    for _ in range(LIMITS["people"]):
        throttle_one(person_key(ada.pk), "people", limit=LIMITS["people"], seconds=60)
    answer = client.post("/notices/read", headers={"Referer": referer})
    assert f'<a role="button" href="{back}">' in answer.text
