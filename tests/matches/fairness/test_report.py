"""The report finds a pair that farms, and leaves a pair alone that just plays often."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.matches.fairness.chains import chains_of
from games.matches.fairness.selectors import matches_of_pair, report_on
from games.ratings.log import SITE, LadderKey, club_owner
from games.ratings.models import Ladder
from games.ratings.pages import ladder_name
from games.ratings.services.rating_correct import ratings_void
from tests.support.clubs import make_club
from tests.support.farming import duel, farmed, regulars
from tests.support.finished import somebody
from tests.support.moderation import make_staff

pytestmark = pytest.mark.django_db
KEY = LadderKey(SITE, "deadline_99", "survivor")


def test_a_pair_that_farms_is_listed_with_its_figures_and_a_regular_pair_is_not() -> None:
    ann, ben, one, other = (somebody() for _ in range(4))
    farmed(ann, ben, plies=3)
    regulars(one, other)
    (pair,) = report_on(KEY, 30).pairs
    assert (pair.one, pair.other, pair.met, pair.won, pair.quick) == (ann, ben, 20, 20.0, 20)
    assert pair.expected_won < 13
    assert pair.expected_met == pytest.approx(20 * 20 / 120, abs=0.1)
    assert pair.points > 0 > pair.lost
    assert pair.share == 100


def test_who_resigns_at_once_is_listed_even_if_both_do() -> None:
    ann, ben = somebody(), somebody()
    farmed(ann, ben, 4, plies=3)
    farmed(ben, ann, 3, plies=3)
    assert [pair.quick for pair in report_on(KEY, 30).pairs] == [4]


def test_what_lies_before_the_period_or_was_corrected_is_left_out() -> None:
    ann, ben = somebody(), somebody()
    matches = farmed(ann, ben)
    assert len(matches_of_pair(KEY, ann.pk, ben.pk, 30)) == 20
    ratings_void(matches=[match.code for match in matches[:15]], reason="Thrown.")
    assert report_on(KEY, 30).pairs == []
    found = matches_of_pair(KEY, ann.pk, ben.pk, 30)
    assert [one.code for one in found] == [match.code for match in reversed(matches[15:])]
    assert {(one.plies, one.seconds, one.is_quick) for one in found} == {(30, 600, False)}


def test_points_that_flow_on_are_a_chain() -> None:
    ann, ben, cal = (somebody() for _ in range(3))
    farmed(ben, cal)
    farmed(ann, ben)
    assert report_on(KEY, 30).chains == [[cal, ben, ann]]


@pytest.mark.parametrize(
    ("flows", "chains"),
    [
        ([(1, 2), (2, 3), (3, 4)], [[1, 2, 3, 4]]),
        ([(1, 2), (2, 1)], []),
        ([(1, 2), (2, 3), (3, 1)], [[1, 2, 3]]),
        ([(1, 2), (2, 3), (4, 5), (5, 6), (6, 4)], [[1, 2, 3], [4, 5, 6]]),
        ([(1, 3), (2, 3), (3, 4)], [[1, 3, 4], [2, 3, 4]]),
        ([], []),
    ],
)
def test_chains_follow_the_flow_and_nobody_is_in_one_twice(
    flows: list[tuple[int, int]], chains: list[list[int]]
) -> None:
    assert chains_of(flows) == chains


def test_accounts_that_hardly_play_anybody_else_are_listed_by_whom_they_lose_to() -> None:
    ann, *accounts = (somebody() for _ in range(4))
    for account in accounts:
        farmed(ann, account, 4)
    stranger = somebody()
    regulars(ann, stranger, 10)
    (fed,) = report_on(KEY, 30).fed
    assert (fed.player, fed.accounts, fed.matches) == (ann, accounts, 12)


def test_a_clubs_report_has_its_own_matches_alone() -> None:
    ann, ben, owner = (somebody() for _ in range(3))
    club = make_club(owner)
    farmed(ann, ben, club=club)
    cal, dan = somebody(), somebody()
    farmed(cal, dan)
    pairs = report_on(KEY._replace(owner=club_owner(club.pk)), 30).pairs
    assert [(pair.one, pair.other) for pair in pairs] == [(ann, ben)]
    assert len(report_on(KEY, 30).pairs) == 2


def test_a_ladder_without_matches_has_an_empty_report() -> None:
    found = report_on(KEY, 30)
    assert (found.pairs, found.chains, found.fed) == ([], [], [])
    assert matches_of_pair(KEY, 1, 2, 30) == []


def test_the_period_is_read_by_its_index() -> None:
    ann, ben = somebody(), somebody()
    farmed(ann, ben, 3)
    ladder = Ladder.objects.get(season="all")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT match FROM ratings_ratingchange"
            " WHERE ladder_id = %s AND finished_at >= now() - interval '9 days'"
            " ORDER BY finished_at DESC LIMIT 200000",
            [ladder.pk],
        )
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "rating_change_lately" in plan


def test_somebody_who_has_left_is_listed_without_a_name() -> None:
    ann, ben = somebody(), somebody()
    farmed(ann, ben)
    duel(ann, ben, ann.date_joined)
    ben.is_active = False
    ben.save()
    (pair,) = report_on(KEY, 30).pairs
    assert (pair.one, pair.other) == (ann, None)


def test_moderators_alone_learn_who_somebody_barred_is(client: Client) -> None:
    ann, ben, owner = somebody("hannah"), somebody("benedict"), make_staff("olivia")
    club = make_club(owner)
    farmed(ann, ben, club=club)
    ben.is_active = False
    ben.save()
    query = f"?ladder={ladder_name(KEY.game, KEY.mode)}&days=30"
    client.force_login(owner)
    sites = [reverse("fairness:report"), reverse("fairness:pair", args=[ann.pk, ben.pk])]
    clubs = [
        reverse("fairness:club", args=[club.slug]),
        reverse("fairness:club_pair", args=[club.slug, ann.pk, ben.pk]),
    ]
    told = [client.get(page + query).content.decode() for page in [*sites, *clubs]]
    assert ["benedict" in page for page in told] == [True, True, False, False]
    assert ["banned" in page for page in told] == [True, True, False, False]


def test_officers_learn_no_names_by_numbers_that_have_no_match_in_their_club(
    client: Client,
) -> None:
    ann, ben, owner = (somebody(name) for name in ("hannah", "benedict", "olivia"))
    club = make_club(owner)
    client.force_login(owner)
    page = reverse("fairness:club_pair", args=[club.slug, ann.pk, ben.pk])
    answer = client.get(page)
    assert answer.status_code == 200
    assert ann.username not in answer.content.decode()
    assert client.get(page.replace(f"/{ann.pk}/", f"/{10**30}/")).status_code == 200
    farmed(ann, ben, 2, club=club)
    assert ann.username in client.get(page).content.decode()
