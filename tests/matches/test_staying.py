"""Who plays to the end: what counts, what a page tells of it, and where it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.forms import TableForm
from games.matches.history import Staying, staying_of
from games.matches.models import Match
from games.matches.services.presence import seat_return
from games.matches.services.table_create import table_create, table_rematch
from games.matches.services.table_seats import table_invite, table_sit
from games.registry import current_rules
from tests.support.tables import abandon, act_for, make_running, make_user, refused

pytestmark = pytest.mark.django_db
People = tuple[User, User]


def resigned(people: People, by: int = 1, **choices: Any) -> Match:
    """Return a match that ended because somebody resigned."""
    match = make_running(*people, **choices)
    act_for(match, people[by], {"type": "resign"})
    assert match.status == Match.Status.FINISHED
    return match


def left(people: People) -> Match:
    """Return a match that ended because the first of two stayed away."""
    match = make_running(*people)
    abandon(match, people[1])
    assert match.status == Match.Status.FINISHED
    return match


def test_to_stay_away_is_to_leave_and_to_resign_is_not(people: People) -> None:
    left(people)
    resigned(people, by=0)
    assert [staying_of(one) for one in people] == [Staying(2, 1), Staying(2, 0)]


@pytest.mark.parametrize(("comes_back", "counted"), [(True, 0), (False, 1)])
def test_whoever_comes_back_to_a_stand_in_has_not_left(
    people: People, comes_back: bool, counted: int
) -> None:
    match = make_running(*people, on_absence="stand_in")
    abandon(match, people[1])
    assert match.seats.get(number=0).stand_in
    if comes_back:
        seat_return(code=match.code, user=people[0])
        match.refresh_from_db()
    act_for(match, people[1], {"type": "resign"})
    assert match.status == Match.Status.FINISHED
    assert staying_of(people[0]) == Staying(1, counted)


@pytest.mark.parametrize("kind", [{"visibility": "private"}, {"visibility": "unlisted"}])
def test_a_match_that_not_everybody_may_find_does_not_count(
    people: People, kind: dict[str, str]
) -> None:
    resigned(people, **kind)
    assert staying_of(people[0]) == Staying(0, 0)


def test_a_match_with_bots_alone_does_not_count(people: People) -> None:
    match = make_running(people[0], bots=["novice"])
    act_for(match, people[0], {"type": "resign"})
    assert match.status == Match.Status.FINISHED
    assert staying_of(people[0]) == Staying(0, 0)


def test_a_match_that_is_not_over_does_not_count(people: People) -> None:
    make_running(*people)
    assert staying_of(people[0]) == Staying(0, 0)


def test_only_the_newest_count(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.history.COUNTED", 2)
    left(people)
    resigned(people)
    assert staying_of(people[0]) == Staying(2, 1)
    resigned(people)
    assert staying_of(people[0]) == Staying(2, 0)


@pytest.mark.parametrize(
    ("staying", "is_steady"),
    [
        (Staying(4, 4), True),
        (Staying(5, 1), False),
        (Staying(9, 1), False),
        (Staying(10, 1), True),
        (Staying(50, 5), True),
        (Staying(50, 6), False),
    ],
)
def test_one_in_ten_may_be_left_and_few_matches_say_nothing(
    staying: Staying, is_steady: bool
) -> None:
    assert staying.is_steady is is_steady


@pytest.fixture
def asking(people: People) -> Match:
    """A table of the second's that asks for people who stay, and the first has left one of five."""
    left(people)
    for _ in range(4):
        resigned(people)
    return table_create(owner=people[1], game="deadline_99", seats=3, options={}, steady_only=True)


def test_who_leaves_may_not_sit_down_there_but_a_newcomer_may(
    people: People, asking: Match
) -> None:
    with refused("not_steady"):
        table_sit(code=asking.code, user=people[0])
    table_sit(code=asking.code, user=make_user("newcomer"))
    assert [seat.name for seat in asking.seats.all()] == ["bo", "newcomer", ""]


def test_who_is_invited_may_sit_down_there(people: People, asking: Match) -> None:
    table_invite(code=asking.code, user=people[1], username="ada")
    table_sit(code=asking.code, user=people[0])
    assert asking.seats.filter(user=people[0]).exists()


def test_who_leaves_may_open_such_a_table_and_move_at_it(people: People, asking: Match) -> None:
    own = table_create(owner=people[0], game="deadline_99", seats=3, options={}, steady_only=True)
    table_sit(code=own.code, user=people[0], number=2)
    assert own.seats.get(number=2).user == people[0]


def test_a_rematch_asks_for_the_same_and_its_people_are_invited(people: People) -> None:
    match = resigned(people, steady_only=True)
    for _ in range(2):
        left(people)
    for _ in range(3):
        resigned(people)
    rematch = table_rematch(code=match.code, user=people[1])
    assert rematch.steady_only
    table_rematch(code=match.code, user=people[0])
    assert rematch.seats.filter(user=people[0]).exists()


def test_the_form_opens_such_a_table_and_the_lists_say_so(as_ada: Any) -> None:
    drawn = TableForm(current_rules("deadline_99"), initial={"seats": "4"})
    posted = {name: str(drawn[name].value()) for name in drawn.fields}
    as_ada.post("/tables/new/deadline_99/", {**posted, "invite": "", "steady_only": "yes"})
    match = Match.objects.get()
    assert match.steady_only
    for page in (reverse("lobby"), reverse("matches:match", args=[match.code])):
        assert "Players who finish their matches" in Client().get(page).content.decode()


def test_a_persons_page_tells_it_once_there_is_something_to_tell(
    client: Any, people: People
) -> None:
    page = people[0].get_absolute_url()
    left(people)
    for _ in range(3):
        resigned(people)
    assert "of the last 5 matches with other people" not in client.get(page).content.decode()
    resigned(people)
    told = "Finished 4 of the last 5 matches with other people."
    assert told in client.get(page).content.decode()
