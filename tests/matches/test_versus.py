"""Two people against each other: who ranked higher, in the matches that the viewer may see."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.matches.history import encounters, tallies
from games.matches.models import Match
from games.ratings.log import Team
from games.ratings.services.rating_correct import ratings_void
from tests.ratings.factories import ended
from tests.support.finished import finished, somebody

pytestmark = pytest.mark.django_db
GUEST = AnonymousUser()


def met(*players: Any, ranks: tuple[int, ...] = (), **changes: Any) -> Match:
    """Return a finished match that is in the log too."""
    logged = {key: changes.pop(key) for key in ("teams", "kind", "why", "mode") if key in changes}
    match = finished(*players, ranks=ranks, **changes)
    ended(*(one.pk for one in players), ranks=ranks, match=match.code, **logged)
    return match


def outcomes(one: Any, other: Any, viewer: Any = GUEST) -> list[int]:
    return [meeting.outcome for meeting in encounters(one, other, viewer).met]


def test_who_ranked_higher_was_ahead() -> None:
    ada, bo, chen = somebody("ada"), somebody("bo"), somebody("chen")
    met(ada, bo)
    met(bo, chen, ada)
    met(ada, bo, ranks=(1, 1))
    assert outcomes(ada, bo) == [0, -1, 1]
    assert outcomes(bo, ada) == [0, 1, -1]


def test_casual_matches_count_and_voided_ones_do_not() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    met(ada, bo, why="casual")
    ratings_void(matches=[met(ada, bo).code], reason="test")
    assert outcomes(ada, bo) == [1]


def test_partners_are_no_opponents() -> None:
    ada, bo, chen, dora = (somebody(name) for name in ("ada", "bo", "chen", "dora"))
    teams = (Team((ada.pk, chen.pk), 1), Team((bo.pk, dora.pk), 2))
    met(ada, bo, chen, dora, ranks=(1, 2, 1, 2), teams=teams)
    assert outcomes(ada, chen) == []
    assert outcomes(ada, bo) == [1]


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_match_that_is_not_public_is_for_those_who_played_it(visibility: str) -> None:
    ada, bo, chen = somebody("ada"), somebody("bo"), somebody("chen")
    met(ada, bo, visibility=visibility)
    assert [len(outcomes(ada, bo, viewer)) for viewer in (ada, bo, chen, GUEST)] == [1, 1, 0, 0]


def test_tallies_are_sums_by_ladder() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    for ranks in ((1, 2), (2, 1), (1, 2)):
        met(ada, bo, ranks=ranks)
    met(ada, bo, ranks=(1, 1), mode="factions")
    lines = [
        (one.title, one.won, one.tied, one.lost) for one in tallies(encounters(ada, bo, GUEST).met)
    ]
    assert lines == [
        ("Deadline 99\u00a0· Last survivor", 2, 0, 1),
        ("Deadline 99\u00a0· Factions", 0, 1, 0),
    ]


def test_only_the_newest_that_the_viewer_may_find_are_counted() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    for ranks in ((1, 1), (1, 2), (2, 1)):
        met(ada, bo, ranks=ranks)
    met(ada, bo, visibility="private")
    found = encounters(ada, bo, GUEST, most=2)
    assert ([one.outcome for one in found.met], found.is_cut) == ([-1, 1], True)
    assert not encounters(ada, bo, GUEST, most=3).is_cut
    assert encounters(ada, bo, ada, most=3).is_cut


def test_the_page_is_open_to_everybody(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    match = met(ada, bo)
    text = client.get("/people/ada/against/bo/").content.decode()
    assert f"/replays/{match.code}/" in text


def test_two_who_never_met_have_an_empty_page(client: Client) -> None:
    somebody("ada"), somebody("bo")
    assert "played each other yet" in client.get("/people/ada/against/bo/").content.decode()


@pytest.mark.parametrize("path", ["ada/against/ada", "ada/against/nobody", "nobody/against/ada"])
def test_without_two_people_there_is_no_page(client: Client, path: str) -> None:
    somebody("ada")
    assert client.get(f"/people/{path}/").status_code == 404
