"""Judges of an event: who can be one, who is told, and what ends the office."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.clubs.models import Club, Membership
from accounts.people.models import Notice, Tie
from games.tournaments.direct.config import Config
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.store import load_state
from tests.support.event_pages import address, post
from tests.support.events import act, enter_bots, make_event, next_round
from tests.support.judges import browser, name_judge, page, ruling
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def test_a_director_names_a_member_and_everybody_reads_it(judge, world):
    assert name_judge(world, "member").status_code == 302
    assert ">member</a>" in page(judge, world["event"], "overview").content.decode()
    assert "member became a judge." in page(judge, world["event"]).content.decode()
    assert name_judge(world, "nobody").status_code == 422
    assert name_judge(world, "member").status_code == 422


def test_console_looks_names_up_together_however_many_judges_were_named(judge, world):
    def names_asked():
        with CaptureQueriesContext(connection) as asked:
            page(judge, world["event"])
        return sum('FROM "accounts_user"' in one["sql"] for one in asked)

    before = names_asked()
    for name in ("director", "member", "owner"):
        assert name_judge(world, name).status_code == 302
    text = page(judge, world["event"]).content.decode()
    assert all(f"{name} became a judge." in text for name in ("director", "member", "owner"))
    assert names_asked() == before


def test_judges_of_a_private_clubs_event_are_its_members(world):
    assert name_judge(world, "outsider").status_code == 403
    Club.objects.update(is_private=False)
    assert name_judge(world, "outsider").status_code == 302
    client = browser(world["people"]["outsider"])
    assert page(client, world["event"]).status_code == 200
    Club.objects.update(is_private=True)
    assert page(client, world["event"]).status_code == 404
    director = browser(world["people"]["director"])
    assert "outsider" not in [
        one.username for one in page(director, world["event"]).context["access"].judges
    ]


def test_nobody_is_named_by_whom_they_have_blocked(world):
    people = world["people"]
    Tie.objects.create(owner=people["member"], other=people["director"], kind=Tie.Kind.BLOCK)
    assert name_judge(world, "member").status_code == 422


def leave(world):
    world["club"].memberships.filter(user=world["people"]["judge"]).delete()


def come_back(world):
    leave(world)
    Membership.objects.create(club=world["club"], user=world["people"]["judge"])


def dismiss(world):
    player = world["people"]["judge"].pk
    director = browser(world["people"]["director"])
    assert post(director, world["event"], kind="dismiss_judge", player=player).status_code == 302


def lay_down(world):
    judge_ = world["people"]["judge"]
    client = browser(judge_)
    assert post(client, world["event"], kind="dismiss_judge", player=judge_.pk).status_code == 302


@pytest.mark.parametrize("end", [leave, come_back, dismiss, lay_down])
@pytest.mark.parametrize("private", [True, False])
def test_an_office_ends_and_rulings_on_the_way_are_refused(judge, world, end, private):
    Club.objects.update(is_private=private)
    end(world)
    assert page(judge, world["event"]).status_code in (403, 404)
    table = load_state(world["event"]).current.tables[0]
    assert post(judge, world["event"], **ruling(table)).status_code in (403, 404)
    with pytest.raises(EventRefusal) as refusal:
        tournament_act(
            code=world["event"].code, actor=world["people"]["judge"], role="judge",
            kind="penalty", payload={"entry": 1, "points": 0}, reason="x",
            request_id=uuid.uuid4().hex,
        )  # fmt: skip
    assert refusal.value.code == "not_director"


def test_who_is_barred_from_the_site_is_shown_as_a_judge_no_more(judge, world):
    judge_ = world["people"]["judge"]
    judge_.is_active = False
    judge_.save()
    director = browser(world["people"]["director"])
    assert page(director, world["event"]).context["access"].judges == []


def test_who_came_back_to_the_club_is_named_anew(judge, world):
    come_back(world)
    assert name_judge(world, "judge").status_code == 302
    assert page(judge, world["event"]).status_code == 200


def test_a_judge_dismisses_no_other_judge(judge, world):
    assert name_judge(world, "owner").status_code == 302
    other = world["people"]["owner"].pk
    assert post(judge, world["event"], kind="dismiss_judge", player=other).status_code == 403


def test_an_event_of_the_site_has_judges_of_its_own():
    staff = make_user("staff")
    staff.is_staff = True
    staff.save()
    event = make_event(staff, format="swiss")
    enter_bots(event, staff, 4)
    act(event, staff, "start")
    next_round(event, staff)
    judge = browser(make_user("judith"))
    assert page(judge, event).status_code == 403
    assert post(browser(staff), event, kind="name_judge", person="judith").status_code == 302
    assert page(judge, event).status_code == 200


def test_who_is_named_is_told_and_untold_when_dismissed(world):
    name_judge(world, "member")
    told = Notice.objects.get(user=world["people"]["member"])
    assert told.args == {"event": world["event"].name}
    assert told.url == address("overview", world)
    judging = world["people"]["member"]
    assert browser(judging).get(told.url).status_code == 200
    director = browser(world["people"]["director"])
    post(director, world["event"], kind="dismiss_judge", player=judging.pk)
    assert not Notice.objects.filter(user=judging).exists()


def test_notice_of_an_event_in_preparation_leads_nowhere(world):
    owner, member = world["people"]["owner"], world["people"]["member"]
    draft = tournament_create(
        actor=owner,
        club=world["club"],
        config=Config("swiss", "-"),
        about={"name": "Later", "game": "deadline_99"},
    )
    act(draft, owner, "name_judge", player=member.pk)
    assert Notice.objects.get(user=member).url == ""
