"""A director names a substitute at an event's table; the result is as if the player had left."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.models import Notice
from accounts.privacy.leave import person_leave
from games.matches.api_answers import match_told
from games.matches.models import Match
from games.matches.services.seat_offer import seat_offer, seat_take_over
from games.tournaments.models import Tournament
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.judges import browser
from tests.support.tables import act_for, make_user, refused, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def dee() -> User:
    """Somebody who is not in the event."""
    found: User = make_user("dee")
    return found


@pytest.fixture
def played(ada: User) -> tuple[Tournament, Match, list[User]]:
    """Return an event of ada's, the match of its first table, in progress, and who plays there."""
    event = make_event(ada, make_club(ada), format="swiss")
    for name in ("bo", "chen"):
        act(event, ada, "register", players=[make_user(name).pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    people = [seat.user for seat in match.seats.select_related("user")]
    sit_down(match, *people)
    return event, match, people


def ask(client: Client, event: Tournament, table: Match, **fields: str) -> int:
    """Let somebody press the button; return the answer's status."""
    data = {"match": table.code, "seat": "0", "username": "dee", **fields}
    address = reverse("tournaments:substitute", args=[event.code])
    return int(client.post(address, data).status_code)


def test_the_named_person_takes_over_and_the_entry_counts_as_having_left(
    played: tuple[Tournament, Match, list[User]], ada: User, dee: User
) -> None:
    event, match, people = played
    table = event.tables.get()
    page = browser(ada).get(reverse("tournaments:table", args=[event.code, 1, table.table]))
    assert "Name of the substitute" in page.content.decode()
    assert ask(browser(ada), event, match) == 302
    assert Notice.objects.get(user=dee).url == reverse("matches:match", args=[match.code])
    with refused("offered_to_another"):
        seat_take_over(code=match.code, user=make_user("eve"), number=0)
    seat_take_over(code=match.code, user=dee, number=0)
    match.refresh_from_db()
    act_for(match, people[1], {"type": "resign"})
    sweep_tournaments()  # in a test's own transaction nothing is ever committed
    event.refresh_from_db()
    result = load_state(event).rounds[0].tables[0].result
    assert result is not None
    ranks = {table.chairs[seat]: rank for seat, rank in ((0, 1), (1, 2))}
    assert {entry: result.place_of(entry) for entry in ranks} != ranks
    assert match.seats.get(number=0).starter == people[0]


def test_the_seat_is_for_nobody_else_even_if_the_named_person_leaves_the_site(
    played: tuple[Tournament, Match, list[User]], ada: User, dee: User
) -> None:
    event, match, _ = played
    assert ask(browser(ada), event, match) == 302
    assert not match_told(Match.objects.get(pk=match.pk))["seats"][0]["on_offer"]
    person_leave(user=dee)
    with refused("offered_to_another"):
        seat_take_over(code=match.code, user=make_user("eve"), number=0)


def test_players_do_not_offer_seats_and_others_than_directors_name_nobody(
    played: tuple[Tournament, Match, list[User]], dee: User
) -> None:
    event, match, people = played
    with refused("offer_by_director"):
        seat_offer(code=match.code, user=people[0], number=0)
    assert ask(browser(people[0]), event, match) == 403
    assert not match.seats.exclude(offered_at=None).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "9"},
        {"seat": ""},
        {"username": "nobody-of-this-name"},
        {"username": "bo"},
        {"match": "nosuchmatch"},
        {"username": "\0"},
    ],
)
def test_a_bad_request_gets_a_sentence_and_offers_nothing(
    played: tuple[Tournament, Match, list[User]], ada: User, dee: User, fields: dict[str, str]
) -> None:
    event, match, _ = played
    assert ask(browser(ada), event, match, **fields) == 422
    assert not match.seats.exclude(offered_at=None).exists()
    assert not Notice.objects.filter(user=dee).exists()


def test_nobody_who_may_not_see_the_match_is_named(ada: User, dee: User) -> None:
    event = make_event(ada, make_club(ada, is_private=True), format="swiss")
    for player in (ada, make_user("bo")):
        if player != ada:
            event.club.memberships.create(user=player, role="member")
        act(event, ada, "register", players=[player.pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    sit_down(match, *[seat.user for seat in match.seats.select_related("user")])
    assert ask(browser(ada), event, match) in (403, 422)
    assert not match.seats.exclude(offered_at=None).exists()
