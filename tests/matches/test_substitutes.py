"""Somebody takes over a seat: who may offer it and take it, and what everybody is told of it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.moderation.decide import person_rename
from accounts.people.models import Notice, Presence, Tie
from accounts.privacy.leave import person_leave
from accounts.services import preferences_set
from games.engine.read_record import read_record
from games.engine.verify import verify_record
from games.engine.viewer import PUBLIC
from games.matches.access import access_match
from games.matches.api_answers import match_told
from games.matches.clock import database_now
from games.matches.export import record_json
from games.matches.history import Staying, figures_of, matches_of, staying_of
from games.matches.models import Match, TurnedAway
from games.matches.rendering import render_push
from games.matches.services.match_act import match_time_out
from games.matches.services.presence import seat_return, seats_mark_away, seats_seen
from games.matches.services.seat_offer import seat_keep, seat_offer, seat_take_over
from games.matches.talk.refusals import TalkRefused
from games.matches.talk.selectors import voice_of
from games.matches.talk.services import message_say
from games.ratings.models import RatingLog
from games.registry import all_rules, all_rulesets
from replays.verification import verify_match
from tests.support.races import at_once
from tests.support.tables import (
    abandon,
    act_for,
    agree,
    bot_acts,
    default_action,
    first_legal,
    make_running,
    make_user,
    pass_deadline,
    play_to_end,
    refused,
)

pytestmark = pytest.mark.django_db
People = tuple[User, User]


@pytest.fixture
def chen() -> User:
    """Somebody who watches."""
    found: User = make_user("chen")
    return found


def away(match: Match, number: int) -> None:
    """Let a seat's player be away."""
    match.seats.update(seen_at=database_now())
    match.seats.filter(number=number).update(seen_at=database_now() - timedelta(seconds=20))
    seats_mark_away()


def offered(people: People, by: int = 0, **choices: Any) -> Match:
    """Return a match whose first seat is on offer, after both have acted."""
    match = make_running(*people, **choices)
    acted = set[int]()
    while acted != {0, 1} or match.to_act not in acted:
        assert match.to_act is not None
        acted.add(match.to_act)
        act_for(match, people[match.to_act], default_action(match))
    seat_offer(code=match.code, user=people[by], number=0)
    return match


def taken_over(people: People, by: User, **choices: Any) -> Match:
    """Return a match whose first seat a substitute holds, after both had acted."""
    match = offered(people, **choices)
    seat_take_over(code=match.code, user=by, number=0)
    match.refresh_from_db()
    return match


def page(user: User | None, match: Match) -> str:
    """Return the page of a match as somebody sees it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse("matches:match", args=[match.code])).content.decode()


# --- offering ------------------------------------------------------------------------------------


def test_a_player_offers_their_own_seat_and_plays_on_until_it_is_taken(people: People) -> None:
    match = offered(people)
    act_for(match, people[0], first_legal(match))
    assert match.seats.get(number=0).offered_at
    assert 'id="keep-seat"' in page(people[0], match)
    seat_keep(code=match.code, user=people[0])
    assert match.seats.get(number=0).offered_at is None
    assert 'id="offers"' not in page(people[0], match)


def test_only_the_seat_of_somebody_who_is_gone_can_be_offered_by_others(people: People) -> None:
    match = make_running(*people)
    with refused("not_gone"):
        seat_offer(code=match.code, user=people[1], number=0)
    away(match, 0)
    assert "Offer ada’s seat" in page(people[1], match)
    seat_offer(code=match.code, user=people[1], number=0)
    assert match.seats.get(number=0).offered_at


def test_whoever_only_watches_offers_nothing(people: People, chen: User) -> None:
    match = make_running(*people)
    away(match, 0)
    with refused("not_seated"):
        seat_offer(code=match.code, user=chen, number=0)


@pytest.mark.parametrize("number", [-1, 2, True])
def test_an_unknown_seat_cannot_be_offered(people: People, number: int) -> None:
    match = make_running(*people)
    with refused("no_such_seat"):
        seat_offer(code=match.code, user=people[0], number=number)


def test_neither_a_bots_seat_nor_one_that_is_out_can_be_offered(people: People) -> None:
    match = make_running(*people, make_user("dee"), bots=["novice"])
    bot = match.seats.exclude(bot="").get().number
    with refused("out_of_play"):
        seat_offer(code=match.code, user=people[0], number=bot)
    act_for(match, people[0], {"type": "resign"})
    with refused("out_of_play"):
        seat_offer(code=match.code, user=people[0], number=0)


@pytest.mark.parametrize("seen", [True, False])
def test_the_offer_ends_when_the_player_is_back(people: People, seen: bool) -> None:
    match = make_running(*people, on_absence="stand_in")
    abandon(match, people[1])
    away(match, 0)
    seat_offer(code=match.code, user=people[1], number=0)
    if seen:
        seats_seen(pages={(match.code, people[0].pk): True})
    else:
        seat_return(code=match.code, user=people[0])
    assert match.seats.get(number=0).offered_at is None


def test_at_an_events_table_players_offer_nothing(people: People) -> None:
    match = make_running(*people)
    Match.objects.update(arranged=True)
    with refused("offer_by_director"):
        seat_offer(code=match.code, user=people[0], number=0)
    assert 'id="hand-over"' not in page(people[0], match)


# --- taking over ---------------------------------------------------------------------------------


def test_the_substitute_plays_and_the_former_holder_only_watches(
    people: People, chen: User
) -> None:
    match = taken_over(people, chen)
    assert [access_match(one, match.code).viewer.seat for one in (*people, chen)] == [None, 1, 0]
    assert access_match(people[0], match.code).viewer == PUBLIC
    with refused("taken_over"):
        act_for(match, people[0], first_legal(match))
    act_for(match, chen, first_legal(match))
    assert match.ply == 3


def test_the_former_holder_sees_what_any_spectator_sees(people: People, chen: User) -> None:
    match = taken_over(people, chen)
    watcher = make_user("dee")
    pages = [render_push(one, match.code).html for one in (people[0], watcher)]
    assert pages[0] == pages[1]
    assert 'id="hand"' not in pages[0]
    assert 'id="hand"' in render_push(chen, match.code).html


def test_the_running_replay_belongs_to_the_substitute(people: People, chen: User) -> None:
    match = taken_over(people, chen)
    address = reverse("replays:show", args=[match.code]) + "?as=0"
    for user, status in ((people[0], 404), (chen, 200)):
        client = Client()
        client.force_login(user)
        assert client.get(address).status_code == status


def test_a_turn_begins_again_for_the_substitute_of_a_bot(people: People, chen: User) -> None:
    match = make_running(*people, on_absence="stand_in")
    abandon(match, people[1])
    assert match.seats.get(number=0).stand_in
    seat_offer(code=match.code, user=people[1], number=0)
    seat_take_over(code=match.code, user=chen, number=0)
    match.refresh_from_db()
    assert match.bot_due_at is None
    assert match.deadline_at is not None
    assert match.deadline_at > database_now() + timedelta(seconds=match.turn_seconds - 5)
    assert not bot_acts(match)
    act_for(match, chen, first_legal(match))


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("seated", "already_seated"),
        ("held", "held_before"),
        ("blocked", "blocked"),
        ("turned away", "turned_away"),
        ("guest", "no_guests"),
        ("not offered", "not_offered"),
        ("no such seat", "no_such_seat"),
        ("over", "not_running"),
    ],
)
def test_a_seat_is_not_for_everybody(people: People, chen: User, case: str, code: str) -> None:
    match, user, number = offered(people), chen, 0
    number = {"not offered": 1, "no such seat": 7}.get(case, number)
    if case == "seated":
        user = people[1]
    elif case == "held":
        seat_take_over(code=match.code, user=chen, number=0)
        user = people[0]
    elif case == "blocked":
        Tie.objects.create(owner=people[1], other=chen, kind=Tie.Kind.BLOCK)
    elif case == "turned away":
        TurnedAway.objects.create(match=match, user=chen)
    elif case == "guest":
        User.objects.filter(pk=chen.pk).update(is_guest=True)
        user = User.objects.get(pk=chen.pk)
    elif case == "over":
        act_for(match, people[1], {"type": "resign"})
    before = Match.objects.get(pk=match.pk).revision
    with refused(code):
        seat_take_over(code=match.code, user=user, number=number)
    assert Match.objects.get(pk=match.pk).revision == before


def test_a_guest_may_take_over_where_guests_may_sit(people: People, chen: User) -> None:
    match = offered(people)
    Match.objects.update(guests_may_join=True)
    User.objects.filter(pk=chen.pk).update(is_guest=True)
    seat_take_over(code=match.code, user=User.objects.get(pk=chen.pk), number=0)
    assert match.seats.get(number=0).user == chen


def test_a_seat_is_taken_over_once(people: People, chen: User) -> None:
    match = taken_over(people, chen)
    with refused("was_taken_over"):
        seat_offer(code=match.code, user=chen, number=0)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_accept_at_once_one_gets_the_seat() -> None:
    people = make_user("ada"), make_user("bo")
    match = offered(people)
    others = [make_user(f"watcher{number}") for number in range(6)]

    def attempt(user: User) -> Any:
        return lambda: seat_take_over(code=match.code, user=user, number=0)

    assert at_once([attempt(one) for one in others]) == ["done", *["not_offered"] * 5]
    seat = match.seats.get(number=0)
    assert (seat.user in others, seat.starter, seat.taken_over_after) == (True, people[0], 2)


@pytest.mark.django_db(transaction=True)
def test_either_the_player_is_back_or_the_substitute_plays() -> None:
    people, chen = (make_user("ada"), make_user("bo")), make_user("chen")
    for _ in range(5):
        match = make_running(*people, on_absence="stand_in")
        abandon(match, people[1])
        seat_offer(code=match.code, user=people[1], number=0)
        code = match.code
        ended = at_once(
            [
                lambda code=code: seat_take_over(code=code, user=chen, number=0),
                lambda code=code: seat_return(code=code, user=people[0]),
            ]
        )
        seat = match.seats.get(number=0)
        assert ended in (["done", "not_offered"], ["done", "taken_over"])
        assert (seat.user == chen) == (ended == ["done", "taken_over"])
        assert not seat.stand_in


# --- what is told --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(all_rules()))
def test_the_log_names_who_acted_and_the_substitute_is_told_what_the_seat_did(
    people: People, chen: User, game: str
) -> None:
    match = taken_over(people, chen, game=game)
    watched, own = render_push(make_user("dee"), match.code), page(chen, match)
    log = watched.html.split('id="log"')[1].split("</ol>")[0]
    assert "<b>chen</b> takes over from <b>ada</b>." in log
    before, after = log.split("takes over from", 1)
    assert "<b>ada</b>" in before.split("<b>chen</b>")[0]
    assert "chen" not in after
    summary = own.split('id="ticker"')[1].split("</ol>")[0]
    assert "This seat so far" in summary
    assert "<b>ada</b>" in summary
    while match.to_act != 0:
        act_for(match, people[1], first_legal(match))
    act_for(match, chen, default_action(match))
    assert "This seat so far" not in page(chen, match)
    log = page(None, match).split('id="log"')[1].split("</ol>")[0]
    assert "<b>chen</b>" in log.split("takes over from", 1)[1]


def test_friends_and_clubmates_who_are_online_hear_of_it_and_no_longer_once_it_is_taken(
    people: People, chen: User
) -> None:
    friend, deaf, blocked = make_user("friend"), make_user("deaf"), make_user("blocked")
    for one in (friend, deaf, blocked):
        Tie.objects.create(owner=one, other=people[1], kind=Tie.Kind.FOLLOW)
        Presence.objects.create(user=one, seen_at=database_now())
        preferences_set(user=one, hear_searches=one is not deaf)
    Tie.objects.create(owner=people[0], other=blocked, kind=Tie.Kind.BLOCK)
    match = offered(people)
    told = Notice.objects.filter(kind="looking")
    assert [(one.user, one.args["name"]) for one in told] == [(friend, "bo")]
    seat_take_over(code=match.code, user=chen, number=0)
    assert not told.all().exists()
    assert Notice.objects.get(user=people[0]).args["name"] == "chen"


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_nobody_is_told_of_a_match_that_is_not_listed(people: People, visibility: str) -> None:
    friend = make_user("friend")
    Tie.objects.create(owner=friend, other=people[1], kind=Tie.Kind.FOLLOW)
    Presence.objects.create(user=friend, seen_at=database_now())
    preferences_set(user=friend, hear_searches=True)
    offered(people, visibility=visibility)
    assert not Notice.objects.filter(kind="looking").exists()


def test_the_former_holder_says_nothing_and_hears_only_the_table(
    people: People, chen: User
) -> None:
    match = taken_over(people, chen)
    former = access_match(people[0], match.code)
    assert (voice_of(former).room, voice_of(former).hears) == (None, ("seats",))
    with pytest.raises(TalkRefused):
        message_say(access=former, kind="emoji", body="like")
    assert voice_of(access_match(chen, match.code)).room == "seats"
    agree(match, "void", people[1], chen)
    assert voice_of(access_match(people[0], match.code)).room == "seats"


# --- what it counts for --------------------------------------------------------------------------


def finished(people: People, chen: User, **choices: Any) -> Match:
    """Return a finished match whose first seat a substitute played to the end."""
    match = taken_over(people, chen, **choices)
    play_to_end(match, chen, people[1])
    return match


def test_the_match_is_rated_for_who_began_as_if_they_had_left(people: People, chen: User) -> None:
    match = taken_over(people, chen, rated=True)
    act_for(match, people[1], {"type": "resign"})
    assert match.seats.get(number=0).rank == 1
    (line,) = RatingLog.objects.all()
    ranks = {player: team["rank"] for team in line.teams for player in team["members"]}
    assert (line.why, ranks) == ("", {people[0].pk: 2, people[1].pk: 1})
    result = page(None, match).split('id="result"')[1]
    assert "from move 3: chen" in result


def test_profile_and_steadiness_are_those_of_who_began(people: People, chen: User) -> None:
    match = finished(people, chen)
    assert [list(matches_of(one, one)) for one in (*people, chen)] == [[match], [match], []]
    assert [staying_of(one) for one in (*people, chen)] == [
        Staying(1, 1), Staying(1, 0), Staying(0, 0)
    ]  # fmt: skip
    assert [len(figures_of(one, one)) for one in (*people, chen)] == [1, 1, 0]
    shown = Client().get(people[0].get_absolute_url()).content.decode()
    assert "from move 3: chen" in " ".join(shown.split())


@pytest.mark.parametrize("game", list(all_rules()))
def test_the_record_names_both_and_verifies(people: People, chen: User, game: str) -> None:
    match = finished(people, chen, game=game)
    verify_match(match)
    after = match.seats.get(number=0).taken_over_after
    whole = record_json(match)
    assert (whole["seats"], whole["substitutes"]) == (
        ["ada", "bo"],
        [{"seat": 0, "after": after, "name": "chen"}],
    )
    record = read_record(json.dumps(whole).encode(), all_rulesets())
    verify_record(record)
    assert record.as_json() == whole
    assert record.holders.at(after) == ("ada", "bo")
    assert record.holders.at(after + 1) == ("chen", "bo")
    assert record.holders.now == ("chen", "bo")


def test_a_replay_names_at_each_ply_who_held_the_seat(people: People, chen: User) -> None:
    match = finished(people, chen)
    address = reverse("replays:show", args=[match.code])
    after = match.seats.get(number=0).taken_over_after
    for ply, name, other in ((after, "ada", "chen"), (after + 1, "chen", "ada")):
        shown = Client().get(f"{address}?ply={ply}").content.decode()
        seat = shown.split('id="seat-0"')[1].split('id="seat-1"')[0]
        assert name in seat
        assert other not in seat
        assert ("takes over from" in shown) == (ply > after)
    listed = Client().get(reverse("replays:list") + "?player=ada").content.decode()
    assert "ada → chen" in listed


def test_programs_are_told_who_began(people: People, chen: User) -> None:
    match = offered(people)
    assert match_told(match)["seats"][0]["on_offer"]
    seat_take_over(code=match.code, user=chen, number=0)
    told = match_told(Match.objects.get(pk=match.pk))["seats"][0]
    assert (told["name"], told["began"], told["taken_over_after"]) == ("chen", "ada", 2)
    assert not told["on_offer"]


def test_a_new_name_and_leaving_reach_the_seat_one_began_in(people: People, chen: User) -> None:
    match = taken_over(people, chen)
    person_rename(people[0])
    name = people[0].username
    assert (name, match.seats.get(number=0).starter_name) != ("ada", "ada")
    assert match.seats.get(number=0).starter_name == name
    with pytest.raises(LeaveRefused):
        person_leave(user=people[0])
    play_to_end(match, chen, people[1])
    person_leave(user=people[0])
    seat = match.seats.get(number=0)
    assert (seat.starter, seat.began_name, seat.name) == (None, "a former member", "chen")
    assert name not in json.dumps(record_json(match))


def test_time_runs_out_for_the_substitute_as_for_anybody(people: People, chen: User) -> None:
    match = taken_over(people, chen)
    for _ in range(3):
        pass_deadline(match)
        match_time_out(code=match.code)
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING and match.to_act == 1:
            act_for(match, people[1], first_legal(match))
    assert match.status == Match.Status.FINISHED
    assert staying_of(chen) == Staying(0, 0)
