"""Two requests in the same moment: one is carried out, the other refused with its reason."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.clubs.access import ClubAccess, membership_of
from accounts.clubs.services.membership import club_leave
from games.challenges.services.challenge import challenge_answer, challenge_give_up, challenge_make
from games.challenges.services.leave import ladder_leave
from games.challenges.services.results import challenge_expire
from games.matches.services.match_act import match_act
from tests.support.challenges import accepted, challenged, overdue, places
from tests.support.races import at_once
from tests.support.tables import sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_challenge_the_same_player_one_does(ladder, people):
    makes = [
        partial(challenge_make, ladder=ladder, user=people[name], other_id=people["bo"].pk)
        for name in ("chen", "dora")
    ]
    assert sorted(at_once(makes)) == ["done", "has_open"]
    assert ladder.challenges.count() == 1


def test_a_challenge_pressed_twice_is_made_once(ladder, people):
    make = partial(challenge_make, ladder=ladder, user=people["chen"], other_id=people["bo"].pk)
    assert sorted(at_once([make, make])) == ["done", "pair_open"]


def test_an_answer_and_the_end_of_its_time_have_one_outcome(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    overdue(challenge)
    answer = partial(
        challenge_answer, ladder=ladder, user=people["bo"], pk=challenge.pk, answer="accept"
    )
    told = at_once([answer, partial(challenge_expire, pk=challenge.pk)])
    challenge.refresh_from_db()
    assert (challenge.status, sorted(told)) in [
        ("accepted", ["done", "done"]),
        ("expired", ["answered", "done"]),
    ]
    assert (challenge.match is None) == (challenge.status == "expired")


def test_an_answer_and_a_withdrawal_have_one_outcome(ladder, people):
    challenge = challenged(ladder, people["chen"], people["bo"])
    about = {"ladder": ladder, "pk": challenge.pk}
    told = at_once(
        [
            partial(challenge_answer, user=people["bo"], answer="decline", **about),
            partial(challenge_give_up, user=people["chen"], **about),
        ]
    )
    assert sorted(told) == ["answered", "done"]


def test_a_result_and_giving_up_have_one_outcome(ladder, people):
    challenge = accepted(ladder, people["chen"], people["bo"])
    match = challenge.match
    sit_down(match, people["chen"], people["bo"])
    resigns = partial(
        match_act,
        code=match.code,
        user=people["chen"],
        action={"type": "resign"},
        version=match.version,
        action_id="resigns",
    )
    gives_up = partial(challenge_give_up, ladder=ladder, user=people["bo"], pk=challenge.pk)
    told = at_once([resigns, gives_up])
    challenge.refresh_from_db()
    assert told[0] == "done"
    assert told[1] in ("match_begun", "answered")
    assert (challenge.status, challenge.winner) == ("played", people["bo"])
    assert places(ladder) == ["ada", "bo", "chen", "dora", "emil"]


def test_a_member_who_leaves_while_challenged_is_gone_and_nobody_waits(ladder, people):
    access = ClubAccess(ladder.club, membership_of(ladder.club, people["bo"]))
    told = at_once(
        [
            partial(challenge_make, ladder=ladder, user=people["chen"], other_id=people["bo"].pk),
            partial(club_leave, access=access),
        ]
    )
    assert told[1] == "done"
    assert told[0] in ("done", "no_such_rung")
    assert not ladder.challenges.filter(status="open").exists()
    assert places(ladder) == ["ada", "chen", "dora", "emil"]


def test_two_who_leave_keep_the_places_whole(ladder, people):
    leaves = [partial(ladder_leave, ladder=ladder, user=people[name]) for name in ("bo", "dora")]
    assert at_once(leaves) == ["done", "done"]
    assert places(ladder) == ["ada", "chen", "emil"]
