"""The pages of challenge ladders: what they say, whom they let do what, and what programs get."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.clubs.models import Club, JournalEntry, Membership
from games.challenges.models import ChallengeLadder
from games.challenges.services.places import ladder_join, rung_away, rung_place
from tests.support.challenges import accepted, challenged, places
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
SETTINGS = {
    "name": "Blitz", "length": "usual", "turn_seconds": "30", "reserve_seconds": "60",
    "reach": "4", "most_open": "2", "answer_days": "2", "play_days": "5", "repeat_days": "0",
    "free_declines": "0", "idle_days": "0", "away_weeks": "0",
}  # fmt: skip


def browser(person):
    client = Client()
    client.force_login(person)
    return client


def address(ladder, tail=""):
    return f"/clubs/{ladder.club.slug}/challenges/{ladder.pk}/{tail}"


def text_of(client, ladder, tail=""):
    return " ".join(client.get(address(ladder, tail)).content.decode().split())


def test_each_row_has_a_button_or_the_reason_why_not(ladder, people):
    _, bo, chen, dora, emil = people.values()
    rung_away(ladder=ladder, user=dora, until=timezone.localdate() + timedelta(days=3))
    page = text_of(browser(emil), ladder)
    assert page.count('tie-breaks">More than 2 places above you.<') == 2
    assert "Away until" in page
    assert page.count(f'name="user" value="{chen.pk}"') == 2  # in one's next step and in the row
    assert f'name="user" value="{bo.pk}"' not in page
    assert "Below you." in text_of(browser(bo), ladder)


def test_ones_next_step_stands_on_top(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    assert "chen challenged you." in text_of(browser(people["bo"]), ladder)
    assert "Declining is free this time." in text_of(browser(people["bo"]), ladder)
    assert "You challenged bo." in text_of(browser(people["chen"]), ladder)
    answer = browser(people["bo"]).post(
        address(ladder, "answer"), {"challenge": challenge.pk, "answer": "accept"}
    )
    assert answer["Location"] == address(ladder)
    challenge.refresh_from_db()
    assert f"/matches/{challenge.match.code}/" in text_of(browser(people["chen"]), ladder)
    assert "You’re at the top." in text_of(browser(people["ada"]), ladder)


def test_a_refusal_is_a_sentence_and_changes_nothing(ladder, people):
    answer = browser(people["emil"]).post(
        address(ladder, "challenge"),
        {"user": people["ada"].pk},
        headers={"Referer": f"http://testserver{address(ladder)}"},
    )
    assert answer.status_code == 422
    assert "More than 2 places above you." in answer.content.decode()
    assert f'href="{address(ladder)}"' in answer.content.decode(), "the way back"
    assert not ladder.challenges.exists()


def test_the_page_of_the_match_leads_to_the_ladder(ladder, people):
    match = accepted(ladder, people["chen"], people["bo"]).match
    page = browser(people["bo"]).get(f"/matches/{match.code}/").content.decode()
    assert address(ladder) in page


def test_a_private_clubs_ladder_is_not_named_at_its_match_to_who_left(ladder, people):
    match = accepted(ladder, people["chen"], people["bo"]).match
    Club.objects.filter(pk=ladder.club_id).update(is_private=True)
    Membership.objects.filter(user=people["bo"]).delete()
    page = browser(people["bo"]).get(f"/matches/{match.code}/").content.decode()
    assert "Duels" not in page
    assert browser(people["bo"]).get(address(ladder)).status_code == 404


def test_a_ladder_of_another_club_is_not_found_under_this_one(ladder):
    elsewhere = Club.objects.create(slug="elsewhere", name="Elsewhere")
    page = Client().get(f"/clubs/{elsewhere.slug}/challenges/{ladder.pk}/")
    assert page.status_code == 404


def test_a_director_opens_a_ladder_and_changes_it(ladder, people):
    client, club = browser(people["ada"]), ladder.club
    answer = client.post(f"/clubs/{club.slug}/challenges/new/death_frontline/", SETTINGS)
    made = ChallengeLadder.objects.get(name="Blitz")
    assert answer["Location"] == address(made)
    assert (made.game, made.reach, made.rated) == ("death_frontline", 4, False)
    client.post(address(made, "settings/"), {**SETTINGS, "reach": "2", "rated": "on"})
    made.refresh_from_db()
    assert (made.reach, made.rated) == (2, True)
    verbs = set(JournalEntry.objects.filter(about="Blitz").values_list("verb", flat=True))
    assert verbs == {"opened_ladder", "edited_ladder"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("reach", "0"), ("reach", "51"), ("turn_seconds", "7"), ("name", "x"), ("answer_days", "")],
)
def test_a_setting_out_of_bounds_is_refused_in_the_form(ladder, people, field, value):
    answer = browser(people["ada"]).post(address(ladder, "settings/"), {**SETTINGS, field: value})
    assert answer.status_code == 422
    ladder.refresh_from_db()
    assert ladder.name == "Duels"


def test_a_reason_is_text_in_the_history(ladder, people):
    rung_place(
        ladder=ladder, actor=people["ada"], user_id=people["emil"].pk, place=1,
        reason="<i hx-get=x>",
    )  # fmt: skip
    page = text_of(Client(), ladder, "history/")
    assert "ada moved emil from 5 to 1." in page
    assert "<q>&lt;i hx-get=x&gt;</q>" in page


def test_history_shows_the_places_of_a_day(ladder):
    today = timezone.localdate()
    assert "bo</a>" in text_of(Client(), ladder, f"history/?on={today}")
    before = text_of(Client(), ladder, f"history/?on={today - timedelta(days=1)}")
    assert "No one was on the ladder." in before
    for nonsense in ("", "2026-99-99", "x", "0001-01-01", "9999-12-31", "%00"):
        assert Client().get(address(ladder, f"history/?on={nonsense}")).status_code == 200


def test_a_director_moves_and_removes_by_the_form(ladder, people):
    client = browser(people["ada"])
    about = {"user": people["emil"].pk, "reason": "Seeded"}
    client.post(address(ladder, "place"), {**about, "place": "1"})
    assert places(ladder) == ["emil", "ada", "bo", "chen", "dora"]
    client.post(address(ladder, "place"), {**about, "remove": "yes"})
    assert places(ladder) == ["ada", "bo", "chen", "dora"]


def test_a_page_asks_the_database_no_more_for_more_players(ladder, people):
    client = browser(people["emil"])

    def asked():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address(ladder))
        return len(queries)

    asked()  # what is the same for every page is cached
    few = asked()
    for number in range(15):
        person = make_user(f"member{number}")
        Membership.objects.create(club=ladder.club, user=person)
        ladder_join(ladder=ladder, user=person)
    assert asked() == few


def test_programs_read_places_and_challenges(ladder, people):
    challenged(ladder, people["chen"], people["bo"])
    at = f"/api/v1/clubs/{ladder.club.slug}/challenge-ladders"
    [listed] = Client().get(at).json()
    assert listed == {
        "ladder": ladder.pk, "name": "Duels", "game": "deadline_99", "open": True, "players": 5,
    }  # fmt: skip
    told = Client().get(f"{at}/{ladder.pk}").json()
    assert [one["name"] for one in told["places"]] == ["ada", "bo", "chen", "dora", "emil"]
    [challenge] = told["challenges"]
    assert (challenge["challenger"], challenge["status"]) == ("chen", "open")
    Club.objects.filter(pk=ladder.club_id).update(is_private=True)
    assert Client().get(at).status_code == 404
    assert Client().get(f"{at}/{ladder.pk}").status_code == 404
