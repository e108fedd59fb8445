"""Play with people: one button seats those who want the same at one table, and starts it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.clubs.models import Membership
from accounts.people.models import Presence, Tie
from accounts.people.services.presence import people_seen, presence_show
from accounts.people.services.ties import tie_set
from accounts.people.words import notice_text
from accounts.services import preferences_set
from games.engine.options import length_of
from games.matches.clock import database_now
from games.matches.models import Match, NoShow, Seat
from games.matches.services.match_start import match_call_off
from games.matches.services.search import search_due
from games.matches.services.sweep import sweep_deadlines
from games.matches.services.table_find import TELLS, table_find
from games.matches.services.table_free import table_free_seat
from games.matches.services.table_seats import (
    table_add_bot,
    table_invite,
    table_sit,
    table_stand,
)
from tests.support.clubs import make_club
from tests.support.tables import (
    make_ready,
    make_table,
    make_user,
    pass_deadline,
    refused,
    sit_down,
)

pytestmark = pytest.mark.django_db
GAME = "deadline_99"
DUEL = "death_frontline"
RUMMY = "zombie_rummy"


def find(user: Any, game: str = GAME, length: str = "quick") -> Match:
    """Press the button."""
    return table_find(user=user, game=game, length=length)


def people(count: int) -> list[Any]:
    """Return so many people."""
    return [make_user(f"person{number}") for number in range(count)]


def names(match: Match) -> list[str]:
    """Return who sits at a table, by seat; "" for a free one."""
    return list(match.seats.order_by("number").values_list("name", flat=True))


def seconds_left(match: Match) -> float:
    """Return how long until something happens at a table."""
    match.refresh_from_db()
    assert match.deadline_at is not None
    return (match.deadline_at - database_now()).total_seconds()


def due(match: Match) -> Match:
    """Let the deadline of a search pass; return what becomes of it."""
    pass_deadline(match)
    search_due(code=match.code)
    match.refresh_from_db()
    return match


def test_all_who_press_meet_at_one_table_and_the_fifth_opens_another() -> None:
    tables = [find(user).code for user in people(5)]
    assert len(set(tables[:4])) == 1
    assert tables[4] != tables[0]
    first = Match.objects.get(code=tables[0])
    assert names(first) == [f"person{number}" for number in range(4)]
    assert (first.is_search, first.rated, first.visibility) == (True, True, "public")


def test_games_and_lengths_are_kept_apart() -> None:
    ada, bo, cy, di = people(4)
    quick, duel = find(ada, RUMMY), find(bo, DUEL)
    long = find(cy, RUMMY, "usual")
    assert len({quick.code, duel.code, long.code}) == 3
    assert find(di, RUMMY, "usual").code == long.code


@pytest.mark.parametrize("length", ["endless", ""])
def test_an_unknown_length_is_refused(length: str) -> None:
    with refused("no_such_length"):
        find(make_user("ada"), GAME, length)
    assert not Match.objects.exists()


def test_an_unknown_game_is_refused() -> None:
    with refused("unknown_game"):
        find(make_user("ada"), "chess")


def test_pressing_again_stays_at_the_table_and_pressing_for_another_leaves_it() -> None:
    ada, bo = people(2)
    first = find(ada)
    find(bo)
    assert find(ada).code == first.code
    other = find(ada, DUEL)
    assert names(first) == ["", "person1", "", ""]
    assert Seat.objects.get(user=ada).match == other
    with refused("already_searching"):
        table_sit(code=first.code, user=ada)


def test_a_search_that_is_about_to_begin_is_not_left() -> None:
    ada, bo = people(2)
    match = find(ada, DUEL)
    find(bo, DUEL)
    make_ready(match, ada, bo)
    assert find(ada).code == match.code
    assert Seat.objects.filter(user=ada).count() == 1


@pytest.mark.parametrize("blocker", [0, 1])
def test_people_with_a_block_between_them_never_meet(blocker: int) -> None:
    two = people(2)
    first = find(two[0])
    tie_set(owner=two[blocker], other=two[1 - blocker], kind=Tie.Kind.BLOCK, on=True)
    assert find(two[1]).code != first.code
    table_stand(code=Match.objects.exclude(pk=first.pk).get().code, user=two[1])
    with refused("blocked"):
        table_sit(code=first.code, user=two[1])


def test_the_fullest_table_comes_first() -> None:
    users = people(4)
    tie_set(owner=users[0], other=users[1], kind=Tie.Kind.BLOCK, on=True)
    lonely = find(users[0])
    fuller = find(users[1])
    table_sit(code=fuller.code, user=users[2])
    assert find(users[3]).code == fuller.code != lonely.code


def test_it_takes_the_last_seat_at_a_fitting_table_where_all_others_are_ready() -> None:
    ada, bo, cy = people(3)
    match = make_table(ada, game=DUEL, seats=2, length="quick", rated=True)
    waiting = find(bo, DUEL)
    assert waiting.code != match.code  # ada may still wait for somebody
    table_stand(code=waiting.code, user=bo)
    make_ready(match, ada)
    assert find(cy, DUEL).code == match.code
    assert find(cy, DUEL).code == match.code
    assert Seat.objects.filter(user=cy).count() == 1
    assert not Match.objects.get(pk=match.pk).is_search


@pytest.mark.parametrize(
    "terms",
    [
        {"length": "usual", "rated": True},
        {"length": "quick", "rated": False},
        {"length": "quick", "rated": True, "visibility": "unlisted"},
        {"length": "quick", "rated": True, "turn_seconds": 15},
        {"length": "quick", "rated": True, "steady_only": True},
    ],
)
def test_tables_on_other_terms_do_not_fit(terms: dict[str, Any]) -> None:
    *three, last = people(4)
    match = make_table(*three, game=RUMMY, seats=4, **terms)
    make_ready(match, *three)
    assert find(last, RUMMY).code != match.code


def test_nobody_owns_a_search() -> None:
    ada, bo = people(2)
    match = find(ada)
    find(bo)
    for verb in (
        lambda: table_add_bot(code=match.code, user=ada, bot="novice"),
        lambda: table_free_seat(code=match.code, user=ada, number=1),
        lambda: table_invite(code=match.code, user=ada, username="person1"),
    ):
        with refused("not_owner"):
            verb()


def test_after_twenty_seconds_bots_fill_it_and_the_match_is_casual() -> None:
    ada = make_user("ada")
    match = find(ada)
    assert 19 < seconds_left(match) <= 20
    due(match)
    assert [seat.bot for seat in match.seats.order_by("number")] == ["", "casual", "club", "casual"]
    assert match.status == Match.Status.OPEN
    assert 14 < seconds_left(match) <= 15
    sit_down(match, ada)
    assert (match.status, match.rated) == (Match.Status.RUNNING, False)


def test_with_people_only_it_is_rated() -> None:
    users = people(4)
    match = [find(user) for user in users][-1]
    sit_down(match, *users)
    assert (match.status, match.rated) == (Match.Status.RUNNING, True)


def test_whoever_misses_the_ready_check_is_put_back_and_the_others_keep_their_places() -> None:
    users = people(4)
    match = [find(user) for user in users][-1]
    assert 14 < seconds_left(match) <= 15
    make_ready(match, users[0], users[2])
    due(match)
    assert names(match) == ["person0", "", "person2", ""]
    assert 19 < seconds_left(match) <= 20
    ready = match.seats.exclude(seat_commitment="").values_list("number", flat=True)
    assert sorted(ready) == [0, 2]
    told = [user.notices.values_list("kind", flat=True).first() for user in users]
    assert told == [None, "table", None, "table"]
    assert find(users[1]).code == match.code


def test_a_check_that_all_miss_closes_the_table() -> None:
    users = people(2)
    match = [find(user, DUEL) for user in users][-1]
    assert due(match).status == Match.Status.CLOSED
    assert match.deadline_at is None


def test_who_gets_ready_but_never_reveals_is_put_back_too() -> None:
    ada, bo = people(2)
    match = find(ada, DUEL)
    find(bo, DUEL)
    make_ready(match, ada, bo)
    match.refresh_from_db()
    assert 14 < seconds_left(match) <= 15
    Seat.objects.filter(user=ada).update(contribution="contribution of person0")
    pass_deadline(match)
    match_call_off(code=match.code)
    match.refresh_from_db()
    assert (match.status, names(match)) == ("open", ["person0", ""])
    assert 19 < seconds_left(match) <= 20
    assert NoShow.objects.get().user == bo


def test_leaving_does_not_prolong_a_search_but_restarts_a_full_one() -> None:
    users = people(4)
    match = find(users[0])
    find(users[1])
    Match.objects.update(deadline_at=database_now())
    table_stand(code=match.code, user=users[1])
    assert seconds_left(match) <= 0
    for user in users[1:]:
        find(user)
    table_stand(code=match.code, user=users[3])
    assert 19 < seconds_left(match) <= 20


def test_a_bot_comes_right_away_where_bots_have_joined_and_nobody_new_is_sent_there() -> None:
    ada, bo, cy = people(3)
    match = find(ada)
    find(bo)
    due(match)
    table_stand(code=match.code, user=bo)
    assert seconds_left(match) <= 0
    assert find(cy).code != match.code
    assert due(match).seats.exclude(bot="").count() == 3


def test_who_is_away_loses_the_seat_before_bots_join() -> None:
    ada, bo = people(2)
    match = find(ada)
    find(bo)
    Seat.objects.filter(user=bo).update(is_away=True)
    due(match)
    assert names(match)[0] == "person0"
    assert not Seat.objects.filter(user=bo).exists()
    Seat.objects.filter(user=ada).update(is_away=True)
    assert due(match).status == Match.Status.CLOSED


def test_the_sweep_moves_searches() -> None:
    match = find(make_user("ada"))
    pass_deadline(match)
    assert sweep_deadlines() == 1
    assert match.seats.exclude(bot="").count() == 3


def test_nothing_is_due_before_its_time() -> None:
    match = find(make_user("ada"))
    search_due(code=match.code)
    assert names(match) == ["ada", "", "", ""]


@pytest.fixture
def listener() -> Any:
    """Return somebody online who wants to hear of searches."""
    user = make_user("listener")
    people_seen(user_ids=[user.pk])
    preferences_set(user=user, hear_searches=True)
    return user


def hears(listener: Any) -> list[str]:
    """Return what somebody is told of searches."""
    return [notice_text(notice) for notice in listener.notices.filter(kind="looking")]


def test_followers_hear_of_a_search_until_the_table_is_full(listener: Any) -> None:
    ada, bo = people(2)
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=True)
    match = find(ada, DUEL)
    assert hears(listener) == ["person0 is looking for players: Death Frontline: Blitzkrieg."]
    assert listener.notices.get().url == reverse("matches:match", args=[match.code])
    find(bo, DUEL)
    assert hears(listener) == []


@pytest.mark.parametrize("end", ["leave", "bots", "come"])
def test_the_notice_goes_when_the_search_ends(listener: Any, end: str) -> None:
    ada = make_user("ada")
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=True)
    match = find(ada)
    assert hears(listener)
    if end == "leave":
        table_stand(code=match.code, user=ada)
    elif end == "bots":
        due(match)
    else:
        find(listener)
    assert hears(listener) == []


def test_clubmates_hear_of_it_too_and_of_one_search_at_a_time(listener: Any) -> None:
    ada, bo = people(2)
    club = make_club(ada)
    for user in (bo, listener):
        Membership.objects.create(club=club, user=user)
    find(ada)
    find(bo, DUEL)
    assert len(hears(listener)) == 1


def _offline(listener: Any, ada: Any) -> None:
    Presence.objects.filter(user=listener).update(seen_at=database_now() - timedelta(minutes=5))


def _unasked(listener: Any, ada: Any) -> None:
    preferences_set(user=listener, hear_searches=False)


def _stranger(listener: Any, ada: Any) -> None:
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=False)


def _muted(listener: Any, ada: Any) -> None:
    tie_set(owner=listener, other=ada, kind=Tie.Kind.MUTE, on=True)


def _blocked(listener: Any, ada: Any) -> None:
    tie_set(owner=ada, other=listener, kind=Tie.Kind.BLOCK, on=True)


def _unseen(listener: Any, ada: Any) -> None:
    presence_show(user=ada, shown_to="nobody")


def _unseen_by_strangers(listener: Any, ada: Any) -> None:
    presence_show(user=ada, shown_to="followed")


@pytest.mark.parametrize(
    "why", [_offline, _unasked, _stranger, _muted, _blocked, _unseen, _unseen_by_strangers]
)
def test_who_is_not_told(listener: Any, why: Any) -> None:
    ada = make_user("ada")
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=True)
    why(listener, ada)
    find(ada)
    assert hears(listener) == []


def test_only_the_followed_see_a_person_who_chose_that(listener: Any) -> None:
    ada = make_user("ada")
    presence_show(user=ada, shown_to="followed")
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=True)
    tie_set(owner=ada, other=listener, kind=Tie.Kind.FOLLOW, on=True)
    find(ada)
    assert hears(listener)


def test_pressing_and_cancelling_again_and_again_calls_nobody_a_fourth_time(listener: Any) -> None:
    ada = make_user("ada")
    tie_set(owner=listener, other=ada, kind=Tie.Kind.FOLLOW, on=True)
    heard = []
    for _ in range(TELLS + 1):
        match = find(ada)
        heard.append(len(hears(listener)))
        table_stand(code=match.code, user=ada)
    assert heard == [1] * TELLS + [0]


def test_a_stranger_signs_up_and_then_sits(client: Client) -> None:
    page = reverse("find_players", args=[RUMMY])
    answer = client.post(page, {"length": "usual"})
    assert answer["Location"] == f"{reverse('account_signup')}?next={page}"
    client.force_login(make_user("ada"))
    assert client.get(page)["Location"].startswith("/matches/")
    match = Match.objects.get()
    length = length_of(match.rules.meta, match.seat_count, match.options)
    assert length is not None
    assert length.key == "usual"
    assert "Quick" in client.get(page).content.decode()  # another visit asks first


def test_the_page_of_a_search_shows_its_clock_and_no_owners_tools(client: Client) -> None:
    ada, bo = people(2)
    match = find(ada)
    find(bo)
    client.force_login(ada)
    html = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert "Looking for players" in html
    assert 'data-search="waits"' in html
    assert 'id="start-clock"' in html
    for missing in ("Add a bot", "Free this seat", "Move here", "· Owner", "invite-form"):
        assert missing not in html


def test_the_lobby_says_that_a_table_looks_for_players(client: Client) -> None:
    find(make_user("ada"))
    html = client.get(reverse("lobby")).content.decode()
    assert "Looking for players" in html
