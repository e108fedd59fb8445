"""The moderators' desk: what is found there, and by whom."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.moderation.decide import MEASURES
from accounts.moderation.models import Sanction
from accounts.moderation.selectors import linked
from accounts.moderation.views import PER_PAGE
from games.matches.models import MatchAction, MatchEvent, MatchSecret
from tests.support.moderation import make_report
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db


def test_a_moderator_works_through_the_desk(client, rude, mo):
    evidence = {"messages": [{"author": "rude", "body": "You fool", "room": "seats", "number": 1}]}
    report = make_report(rude, evidence=evidence, text="He was rude.")
    client.force_login(mo)
    assert "rude" in client.get(reverse("moderation:desk")).content.decode()
    case = reverse("moderation:case", args=[report.pk])
    assert "You fool" in client.get(case).content.decode()
    form = {"measure": "mute", "days": "3", "reason": ""}
    decide_url = reverse("moderation:decide", args=[report.pk])
    assert client.post(decide_url, form).status_code == 422
    assert client.post(decide_url, {**form, "reason": "Rude."}).status_code == 302
    assert "Rude." in client.get(reverse("moderation:audit")).content.decode()


def test_what_holds_longest_is_found_at_the_desk_too(client, rude, mo):
    first = Sanction.objects.create(user=rude, kind="ban", reason="Rude.", decided_by=mo)
    for number in range(PER_PAGE):
        user = make_user(f"later{number}")
        Sanction.objects.create(user=user, kind="ban", reason="Rude.", decided_by=mo)
    client.force_login(mo)
    lift, desk = reverse("moderation:lift", args=[first.pk]), reverse("moderation:desk")
    newest = client.get(desk).content.decode()
    assert lift not in newest
    assert "?holds=2" in newest
    assert lift in client.get(desk, {"holds": 2}).content.decode()


def test_the_page_of_who_is_barred_is_there_for_the_moderators_alone(client, rude, mo):
    User.objects.filter(pk=rude.pk).update(is_active=False)
    clerk = make_user("clerk")
    clerk.is_staff = True  # who has no second factor yet
    clerk.save()
    for reader, status in ((clerk, 404), (make_user("bo"), 404), (mo, 200)):
        client.force_login(reader)
        answer = client.get(rude.get_absolute_url())
        assert answer.status_code == status
    page = answer.content.decode()
    assert "banned" in page
    assert "?invite=rude" not in page
    assert "/people/rude/" not in page.partition("<main")[2].replace("/people/rude/against/", "")


def test_what_can_be_done_is_said_as_what_is_to_be_done(client, rude, mo):
    client.force_login(mo)
    page = client.get(reverse("moderation:case", args=[make_report(rude).pk])).content.decode()
    for measure in MEASURES.values():
        assert f">{measure}</label>" in page


def test_evidence_of_a_match_one_plays_in_waits_for_its_end(client, rude, mo):
    match = make_running(mo, rude)
    messages = [{"author": "x", "body": "he holds the nine", "room": "watchers", "number": 1}]
    report = make_report(rude, match_code=match.code, evidence={"messages": messages})
    client.force_login(mo)
    page = client.get(reverse("moderation:case", args=[report.pk])).content.decode()
    assert "he holds the nine" not in page


def test_staff_see_of_a_running_rated_match_what_any_stranger_sees(client, mo):
    match = make_running(make_user("ada"), make_user("bo"), rated=True)
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    client.force_login(mo)
    page = reverse("matches:match", args=[match.code])
    for browser in (client, stranger):
        assert 'id="held-' not in browser.get(page).content.decode()
        assert browser.get(reverse("replays:show", args=[match.code])).status_code == 404
    assert not {MatchAction, MatchEvent, MatchSecret} & set(admin.site._registry)


def test_two_accounts_of_one_network_are_hinted_at_without_its_address(client, rude, mo):
    bo, far = make_user("bo"), make_user("far")
    for user, ip, agent in (
        (rude, "192.0.2.7", "A"),
        (bo, "192.0.2.7", "A"),
        (far, "192.0.2.8", "A"),
    ):
        UserSession.objects.create(user=user, ip=ip, user_agent=agent, session_key=user.username)
    found = linked([rude, bo, far])
    assert [(link.one, link.other, link.device) for link in found] == [(rude, bo, True)]
    report = make_report(rude, reporter=bo)
    client.force_login(mo)
    page = client.get(reverse("moderation:case", args=[report.pk])).content.decode()
    assert "same network, on the same kind of device" in page
    assert "192.0.2.7" not in page


def test_evidence_is_read_without_the_names_of_rooms_in_the_database(client, rude, mo):
    said = {"seats": "rude words", "watchers": "from outside"}
    rows = [
        {"author": "x", "body": body, "room": room, "number": n}
        for n, (room, body) in enumerate(said.items(), 1)
    ]
    report = make_report(rude, evidence={"messages": rows})
    client.force_login(mo)
    html = client.get(reverse("moderation:case", args=[report.pk])).content.decode()
    assert all(body in html for body in said.values())
    assert html.count("Spectator") == 1
    assert "seats 1" not in html


def test_only_staff_find_the_way_to_the_desk(client, rude, mo):
    found = []
    for person in (rude, mo):
        client.force_login(person)
        found.append(reverse("moderation:desk") in client.get("/clubs/").content.decode())
    assert found == [False, True]
