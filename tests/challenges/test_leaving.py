"""People who leave a ladder, the club or the site while a challenge is open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_close, member_remove
from accounts.privacy.leave import person_leave
from accounts.privacy.relations import person_export
from accounts.registry import person_barred
from games.challenges.selectors.page import history, ladder_page, told
from tests.support.challenges import accepted, challenged, places, play
from tests.support.tables import act_for, sit_down

pytestmark = pytest.mark.django_db
after_commit = pytest.mark.django_db(transaction=True)


def test_a_removed_member_is_off_the_ladder_and_their_challenge_void(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    member_remove(club=ladder.club, actor=people["ada"], user_id=people["bo"].pk)
    challenge.refresh_from_db()
    challenge.match.refresh_from_db()
    assert (challenge.status, challenge.match.status) == ("void", "closed")
    assert places(ladder) == ["ada", "chen", "dora", "emil"]


@after_commit
def test_a_match_that_had_begun_is_played_on_and_moves_nobody(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    sit_down(challenge.match, people["chen"], people["bo"])
    member_remove(club=ladder.club, actor=people["ada"], user_id=people["bo"].pk)
    act_for(challenge.match, people["bo"], {"type": "resign"})
    challenge.refresh_from_db()
    assert (challenge.status, challenge.winner) == ("played", people["chen"])
    assert places(ladder) == ["ada", "chen", "dora", "emil"]


@after_commit
def test_history_outlives_who_leaves_the_site(ladder, people):
    play(accepted(ladder, people["dora"], people["bo"]), people["dora"])
    challenged(ladder, people["chen"], people["bo"])
    person_leave(user=people["bo"])
    assert places(ladder) == ["ada", "dora", "chen", "emil"]
    sentences = [one["sentence"] for one in told(history(ladder))]
    assert "a former member left from place 3." in sentences
    assert not any("bo " in one for one in sentences)
    [dora] = [line for line in ladder_page(ladder, people["ada"])["lines"] if line.rung.place == 2]
    assert dora.results == ["won"]


def test_the_export_holds_ones_places_and_challenges(ladder, people):
    challenged(ladder, people["chen"], people["bo"])
    found = person_export(people["chen"])
    assert found["challenges.Rung.user"][0]["place"] == 3
    assert found["challenges.Challenge.challenger"][0]["status"] == "open"
    assert found["challenges.PlaceMove.user"][0]["kind"] == "joined"


def test_a_bar_ends_challenges_and_a_bar_for_good_takes_the_place(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    person_barred(people["bo"], timezone.now() + timedelta(days=3))
    challenge.refresh_from_db()
    assert challenge.status == "void"
    assert "bo" in places(ladder)
    person_barred(people["bo"], None)
    assert "bo" not in places(ladder)


def test_a_club_with_a_history_stays(ladder, people):
    for name in ("bo", "chen", "dora", "emil"):
        member_remove(club=ladder.club, actor=people["ada"], user_id=people[name].pk)
    assert not club_close(ladder.club)
    assert Club.objects.filter(pk=ladder.club.pk).exists()
