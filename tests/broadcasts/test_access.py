"""Who may watch: all who see the event, but nobody who plays in it or is in touch with them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.tokens.models import Token
from accounts.tokens.services import token_make
from games.broadcasts.models import Broadcast, Commentator
from games.broadcasts.refusals import BroadcastRefusal
from games.matches.models import Match, Seat
from games.matches.services.seat_offer import seat_offer_to
from games.tournaments.models import Tournament
from games.websockets.handlers.pages import BroadcastConsumer
from tests.support.broadcasts import broadcast, later
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.tables import make_running, make_user, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(ada: User, bo: User) -> Broadcast:
    """A broadcast of an event of which ada and bo play the first table, bots the second."""
    event = make_event(ada, format="swiss", config={"first_round": "seed"})
    act(event, ada, "register", players=[ada.pk], by_organiser=True)
    enter_bots(event, ada, 1)
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    enter_bots(event, ada, 1)
    found = broadcast(event, ada)
    begin(event, ada)
    for link in event.tables.all():
        people = [seat.user for seat in link.match.seats.exclude(user=None)]
        if people:
            sit_down(link.match, *people)
    later(found)
    later(found, hours=1)
    assert found.shows.filter(ply__isnull=False).exists()
    return found


def asked(shown: Broadcast, user: Any) -> set[int]:
    """Return the statuses of all pages of a broadcast for somebody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    code, match = shown.code, shown.shows.exclude(ply=None).first().match.code
    paths = ("", "stream/", f"{match}/", f"{match}/?ply=0", f"{match}/frame/")
    answers = {client.get(f"/broadcasts/{code}/{path}").status_code for path in paths}
    key = {"Authorization": f"Bearer {key_of(user)}"} if user is not None else {}
    return {*answers, client.get(f"/api/v1/broadcasts/{code}", headers=key).status_code}


def key_of(user: Any) -> str:
    """Return a fresh key of somebody for the API."""
    Token.objects.filter(user=user).delete()
    return token_make(user=user, name="k", scope=Token.Scope.READ)


def test_all_may_watch_but_those_who_play(shown: Broadcast, ada: User, bo: User) -> None:
    assert asked(shown, None) == {200}
    assert asked(shown, make_user("stranger")) == {200}
    assert asked(shown, ada) == asked(shown, bo) == {403}
    client = Client()
    client.force_login(ada)
    page = client.get(f"/broadcasts/of/{shown.tournament.code}/")
    assert page.status_code == 200
    assert "the broadcast opens for you" in " ".join(page.content.decode().split())


def test_whoever_sits_with_a_player_at_another_table_may_not_watch(
    shown: Broadcast, ada: User
) -> None:
    friend, other = make_user("friend"), make_user("other")
    beside = make_running(friend, ada)
    make_running(other, make_user("another"))
    assert asked(shown, friend) == {403}
    assert asked(shown, other) == {200}
    Match.objects.filter(pk=beside.pk).update(status=Match.Status.OPEN)
    assert asked(shown, friend) == {403}, "people talk before the first card, too"
    Match.objects.filter(pk=beside.pk).update(status=Match.Status.FINISHED)
    assert asked(shown, friend) == {200}


def test_whoever_began_or_was_offered_a_seat_may_not_watch(shown: Broadcast, ada: User) -> None:
    began, offered = make_user("began"), make_user("offered")
    seat = Seat.objects.get(user=ada)
    seat.starter, seat.offered_to = began, offered
    seat.save()
    assert asked(shown, began) == asked(shown, offered) == {403}


def test_a_team_may_not_watch_while_one_of_it_plays(ada: User, bo: User) -> None:
    event = make_event(ada, make_club(ada), format="swiss", config={"boards": 2})
    people = [ada, bo, make_user("cy"), make_user("di"), make_user("ed")]
    for one in people:
        act(event, ada, "register", players=[one.pk], by_organiser=True)
    act(event, ada, "make_team", name="Owls", members=[1, 2, 5], captain=1)
    act(event, ada, "make_team", name="Bats", members=[3, 4], captain=3)
    found = broadcast(event, ada)
    begin(event, ada)
    for link in event.tables.all():
        sit_down(link.match, *[seat.user for seat in link.match.seats.all()])
    later(found)
    later(found, hours=1)
    playing = set(Seat.objects.values_list("user", flat=True))
    resting = [one for one in people if one.pk not in playing]
    assert len(resting) == 1
    assert asked(found, resting[0]) == {403}
    Match.objects.update(status=Match.Status.FINISHED)
    assert asked(found, resting[0]) == {200}


@pytest.mark.parametrize("way", ["page", "program", "socket"])
def test_those_who_have_watched_are_no_substitutes(shown: Broadcast, ada: User, way: str) -> None:
    show = shown.shows.filter(match__seats__user=ada).get()
    watcher, other = make_user("watcher"), make_user("other")
    if way == "page":
        client = Client()
        client.force_login(watcher)
        client.get(f"/broadcasts/{shown.code}/{show.match.code}/frame/")
    elif way == "program":
        key = {"Authorization": f"Bearer {key_of(watcher)}"}
        Client().get(f"/api/v1/broadcasts/{shown.code}", headers=key)
    else:
        socket = BroadcastConsumer()
        socket.user, socket.code, socket.match = watcher, shown.code, show.match.code
        socket.render({})
    number = Seat.objects.get(user=ada).number
    with pytest.raises(BroadcastRefusal) as refusal:
        seat_offer_to(code=show.match.code, number=number, to=watcher)
    assert refusal.value.code == "seen_it"
    seat_offer_to(code=show.match.code, number=number, to=other)


def test_a_private_clubs_broadcast_exists_for_members_only(ada: User) -> None:
    event = make_event(ada, make_club(ada, is_private=True), format="swiss")
    enter_bots(event, ada, 2)
    found = broadcast(event, ada)
    begin(event, ada)
    later(found)
    later(found, hours=1)
    Commentator.objects.create(broadcast=found, user=make_user("outsider"))
    assert asked(found, None) == asked(found, make_user("stranger")) == {404}
    assert asked(found, found.commentators.get().user) == {404}
    assert asked(found, ada) == {200}


def test_a_clubs_page_lists_its_broadcasts_and_for_directors_what_could_be(ada: User) -> None:
    club = make_club(ada)
    for name in ("Shown", "Not shown", "Draft shown"):
        event = make_event(ada, club, format="swiss", name=name)
        if name != "Not shown":
            broadcast(event, ada)
    Tournament.objects.filter(name="Draft shown").update(phase="draft")

    def listed(user: User) -> list[str]:
        client = Client()
        client.force_login(user)
        page = client.get(f"/clubs/{club.slug}/").content.decode()
        panel = page.partition('id="broadcasts"')[2].partition("</section>")[0]
        return re.findall(r'"/broadcasts/of/\w+/">([^<]+)<', panel)

    assert listed(make_user("stranger")) == ["Shown"]
    assert listed(ada) == ["Shown", "Not shown"]
