"""Following, muting, blocking, presence: who is shown whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people.models import Notice, Presence, Tie
from accounts.people.refusals import PeopleRefused
from accounts.people.selectors import is_blocked, people_here, tied, ties_between, unheard_by
from accounts.people.services.presence import people_seen, presence_show
from accounts.people.services.ties import tie_set

pytestmark = pytest.mark.django_db


def test_following_tells_the_followed_once(ada, bo):
    for _ in range(2):
        tie_set(owner=ada, other=bo, kind="follow", on=True)
    assert list(tied(ada, "follow")) == [bo]
    assert Notice.objects.get(user=bo).kind == "follow"
    tie_set(owner=ada, other=bo, kind="follow", on=False)
    assert not tied(ada, "follow")


def test_a_block_ends_following_both_ways_and_forbids_it(ada, bo):
    tie_set(owner=ada, other=bo, kind="follow", on=True)
    tie_set(owner=bo, other=ada, kind="follow", on=True)
    tie_set(owner=bo, other=ada, kind="block", on=True)
    assert not Tie.objects.filter(kind="follow").exists()
    assert not Notice.objects.exists()
    assert is_blocked(ada, bo)
    with pytest.raises(PeopleRefused, match="blocked"):
        tie_set(owner=ada, other=bo, kind="follow", on=True)


def test_muting_hides_one_way_and_blocking_both(ada, bo):
    tie_set(owner=ada, other=bo, kind="mute", on=True)
    assert (unheard_by(ada), unheard_by(bo)) == ({bo.pk}, set())
    tie_set(owner=ada, other=bo, kind="block", on=True)
    assert (unheard_by(ada), unheard_by(bo)) == ({bo.pk}, {ada.pk})


def test_nobody_is_tied_to_themselves(ada):
    with pytest.raises(PeopleRefused, match="about_oneself"):
        tie_set(owner=ada, other=ada, kind="mute", on=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tie.objects.create(owner=ada, other=ada, kind="mute")


def test_presence_is_shown_to_whom_one_chose(ada, bo):
    people_seen(user_ids=[ada.pk])
    assert ada in people_here(bo)
    presence_show(user=ada, shown_to="followed")
    assert ada not in people_here(bo)
    tie_set(owner=bo, other=ada, kind="follow", on=True)  # following her does not open her door
    assert ada not in people_here(bo)
    tie_set(owner=ada, other=bo, kind="follow", on=True)
    assert ada in people_here(bo)
    presence_show(user=ada, shown_to="nobody")
    assert ada not in people_here(bo)


def test_presence_ends_by_itself_and_with_a_block(ada, bo):
    people_seen(user_ids=[ada.pk])
    tie_set(owner=ada, other=bo, kind="block", on=True)
    assert ada not in people_here(bo)
    tie_set(owner=ada, other=bo, kind="block", on=False)
    assert ada in people_here(bo)
    Presence.objects.update(seen_at=timezone.now() - timedelta(minutes=2))
    assert ada not in people_here(bo)


def test_the_pages_show_and_change_ties(client, ada, bo):
    client.force_login(ada)
    page = reverse("accounts:person", args=["bo"])
    assert "Follow" in client.get(page).content.decode()
    answer = client.post(
        reverse("people:tie", args=["bo"]), {"kind": "follow", "on": "1", "next": page}
    )
    assert answer.url == page
    assert ties_between(ada, bo) == {"follow"}
    assert bo.get_absolute_url() in client.get(reverse("people:index")).content.decode()


def test_long_lists_come_in_pages_and_cost_no_more(client, ada):
    client.force_login(ada)
    page, costs = reverse("people:index"), []
    for count in (1, 31):
        names = [f"one{count}-{number:02}" for number in range(count)]
        made = User.objects.bulk_create([User(username=name) for name in names])
        for kind in ("follow", "mute"):
            Tie.objects.bulk_create([Tie(owner=ada, other=one, kind=kind) for one in made])
        client.get(page)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(page)
        costs.append(len(asked))
    assert costs[0] == costs[1]
    assert [len(answer.context[name]) for name in ("follows", "muted")] == [30, 30]
    rest = client.get(page, {"follows": "2"})
    assert [one.username for one in rest.context["follows"]] == ["one31-29", "one31-30"]
    assert f'value="{page}?follows=2"' in rest.content.decode()


@pytest.mark.parametrize("name", ["tie", "note", "read", "show"])
@pytest.mark.parametrize(
    "wanted",
    ["//evil.example/", "/\\evil.example", "javascript:alert(1)", "foo", "account_logout", "home"],
)
def test_a_form_leads_back_to_no_foreign_page_and_to_no_view_by_its_name(
    client, ada, bo, name, wanted
):
    client.force_login(ada)
    about = ["bo"] if name in ("tie", "note") else []
    answer = client.post(reverse(f"people:{name}", args=about), {"kind": "mute", "next": wanted})
    assert answer.url == reverse("people:index")


def test_somebody_is_found_by_name_in_whatever_case(client, ada, bo):
    client.force_login(ada)
    page = reverse("people:index")
    assert client.get(page, {"name": "BO"}).url == reverse("accounts:person", args=["bo"])
    assert (
        "We couldn’t find that person. Check the name."
        in client.get(page, {"name": "nobody"}).content.decode()
    )
    assert client.get(page, {"name": "a\0"}).status_code == 200
