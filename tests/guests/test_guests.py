"""Playing without an account: what a guest may, what becomes of it, and who decides."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db.models import F
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from accounts.guests.models import GuestPolicy
from accounts.guests.services import guest_make
from accounts.models import User
from accounts.names import validate_name
from accounts.privacy.retention import forget
from games.engine.options import length_options
from games.matches.models import Match, Seat
from games.matches.refusals import MatchRefusal
from games.matches.services.presence import seats_mark_away
from games.matches.services.table_create import own_table_open
from games.matches.services.table_free import guests_seats_free
from games.matches.services.table_seats import table_invite, table_sit
from tests.accounts.test_sign_up import PASSWORD, code_in_mail
from tests.security.matrix import ask, rows, told
from tests.security.world import make_world
from tests.support.races import at_once
from tests.support.tables import act_for, make_table, make_user, sit_down

pytestmark = pytest.mark.django_db
PLAY_NOW = "/play-now/deadline_99"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def play_now(client: Client) -> Match:
    """Let a stranger press "Play now"; return the match."""
    answer = client.post(PLAY_NOW)
    match = Match.objects.latest("pk")
    assert answer["Location"] == reverse("matches:match", args=[match.code]) + "#ready"
    return match


def test_play_now_deals_a_stranger_a_casual_table_of_bots_without_a_clock(client: Client) -> None:
    match = play_now(client)
    guest = User.objects.get(is_guest=True)
    assert match.seats.get(user=guest).name == guest.username
    assert guest.username.startswith("guest-")
    assert match.seats.exclude(user=guest).exclude(bot="").count() == match.seat_count - 1
    assert (match.visibility, match.rated, match.without_clock) == ("unlisted", False, True)
    assert "No clock" in client.get(reverse("matches:match", args=[match.code])).content.decode()
    play_now(client)
    assert User.objects.filter(is_guest=True).count() == 1  # the same guest, in the same browser


def test_a_guest_is_told_what_they_can_do(client: Client) -> None:
    client.post("/play-now/death_frontline")
    match = Match.objects.get()
    sit_down(match, User.objects.get(is_guest=True))
    panel = client.get(reverse("matches:help", args=[match.code])).content.decode()
    assert "Keep the opening hand." in panel or "Nothing to do right now: it’s" in panel


def test_a_link_from_elsewhere_deals_nothing(client: Client) -> None:
    assert client.get(PLAY_NOW).status_code == 200
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_is_anonymous_wherever_nobody_lets_guests_in() -> None:
    world = make_world()
    anonymous, browser = Client(), Client(raise_request_exception=False)
    play_now(browser)
    compared = 0
    for row in rows():
        if row.method == "WS":
            continue
        if getattr(resolve(row.address(world).split("?")[0]).func, "guests_may", False):
            continue
        cache.clear()
        cookies = browser.cookies.copy()
        answers = [told(ask(client, row, world)) for client in (anonymous, browser)]
        browser.cookies, anonymous = cookies, Client()
        assert answers[0] == answers[1], row.name
        compared += 1
    assert compared > 150


def sign_up(client: Client, name: str) -> None:
    """Sign up, code and all."""
    fields = {"email": f"{name}@example.org", "username": name, "password1": PASSWORD}
    to_code = client.post(reverse("account_signup"), fields)["Location"]
    client.post(to_code, {"code": code_in_mail()})
    mail.outbox.clear()


def test_an_account_made_in_the_same_browser_keeps_the_matches(client: Client) -> None:
    match = play_now(client)
    sign_up(client, "dora")
    dora = User.objects.get(username="dora")
    match.refresh_from_db()
    assert match.owner == dora
    assert match.seats.get(user=dora).name == "dora"
    assert not User.objects.filter(is_guest=True).exists()
    page = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert "Your guest matches are in your account now." in page


def test_a_guest_who_signs_up_to_look_for_people_finds_the_length_they_chose(
    client: Client,
) -> None:
    play_now(client)
    page = reverse("find_players", args=["zombie_rummy"])
    client.post(page, {"length": "usual"})
    sign_up(client, "dora")
    client.get(page)
    table = Match.objects.get(is_search=True)
    usual = length_options(table.rules.meta, table.seat_count, "usual")
    assert usual.items() <= table.options.items()
    assert table.seats.filter(user__username="dora").exists()


@pytest.mark.django_db(transaction=True)
def test_guests_who_choose_one_name_at_once_are_called_apart() -> None:
    same = partial(guest_make, network="ip:x", name="Bo")
    assert at_once([same] * 4) == ["done"] * 4
    names = User.objects.filter(is_guest=True).values_list("username", flat=True)
    assert len({name.lower() for name in names}) == 4


def test_an_ended_match_is_the_accounts_own_at_once(client: Client) -> None:
    client.post("/play-now/death_frontline")
    match, guest = Match.objects.get(), User.objects.get(is_guest=True)
    sit_down(match, guest)
    act_for(match, guest, {"type": "resign"})
    before = match.revision
    sign_up(client, "dora")
    page = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert "You resigned" in page
    assert guest.username not in page
    match.refresh_from_db()
    assert match.revision > before  # for pages that are open, and for what is cached


def test_so_does_an_account_that_logs_in_but_takes_no_second_seat_at_a_table(
    client: Client,
) -> None:
    ada = make_user("ada")
    table = own_table_open(owner=ada, game="deadline_99", seats=3, options={},
                           visibility="unlisted", guests_may_join=True)  # fmt: skip
    client.post(reverse("matches:guest", args=[table.code]), {"name": "Bo"})
    mine = play_now(client)
    client.force_login(ada)  # without the middleware's knowledge: nobody proves anything
    assert mine.seats.get(number=0).user != ada
    other = Client()
    other.post(reverse("matches:guest", args=[table.code]), {"name": "Cho"})
    kept = play_now(other)
    ada.set_password(PASSWORD)
    ada.save()
    ada.emailaddress_set.update_or_create(
        email=ada.email, defaults={"verified": True, "primary": True}
    )
    other.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert kept.seats.get(number=0).user == ada
    assert table.seats.filter(user=ada).count() == 1
    assert not User.objects.filter(username="guest-Cho").exists()


def test_guests_are_limited_by_network_and_in_all(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.guests.services.MOST_AN_HOUR_HERE", 1)
    play_now(client)
    answer = Client().post(PLAY_NOW)
    assert answer["Location"].startswith(reverse("account_signup"))
    monkeypatch.setattr("accounts.guests.services.MOST_AN_HOUR_HERE", 9)
    monkeypatch.setattr("accounts.guests.services.MOST_AN_HOUR", 1)
    assert Client().post(PLAY_NOW)["Location"].startswith(reverse("account_signup"))
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_guest_has_few_matches_at_a_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.services.table_create.MOST_OF_A_GUEST", 1)
    play_now(client)
    assert client.post(PLAY_NOW).status_code == 422


def test_moderators_switch_guests_off_and_strangers_sign_up_instead(client: Client) -> None:
    play_now(client)
    moderator = make_world().people["staff"]
    from accounts.guests.services import guests_switch

    guests_switch(by=moderator, is_open=False)
    assert GuestPolicy.objects.get().changed_by == moderator
    answer = Client().post(PLAY_NOW)
    assert answer["Location"] == f"{reverse('account_signup')}?next={PLAY_NOW}"
    guests_switch(by=moderator, is_open=True)
    assert Client().post(PLAY_NOW)["Location"].endswith("#ready")


@pytest.fixture
def open_to_guests() -> Match:
    """A table by link that lets guests in."""
    return own_table_open(owner=make_user("ada"), game="deadline_99", seats=3, options={},
                          visibility="unlisted", guests_may_join=True, rated=True)  # fmt: skip


def join(client: Client, table: Match, name: str) -> Any:
    return client.post(reverse("matches:guest", args=[table.code]), {"name": name})


def test_whoever_has_the_link_sits_down_with_a_name_that_says_guest(
    client: Client, open_to_guests: Match
) -> None:
    page = client.get(reverse("matches:match", args=[open_to_guests.code])).content.decode()
    assert "Join as a guest" in page
    assert join(client, open_to_guests, "Bo").status_code == 302
    join(Client(), open_to_guests, "bo")
    names = [seat.name for seat in open_to_guests.seats.exclude(name="")]
    assert names[:2] == ["ada", "guest-Bo"]
    assert len({name.lower() for name in names}) == 3
    open_to_guests.refresh_from_db()
    assert not open_to_guests.rated


@pytest.mark.parametrize("name", ["", " ", "guest-x", "a__b", "x" * 21, "<b>", "\0"])
def test_a_bad_name_is_refused_and_seats_nobody(
    client: Client, open_to_guests: Match, name: str
) -> None:
    answer = join(client, open_to_guests, name)
    assert answer.status_code in (400, 422)
    assert not User.objects.filter(is_guest=True).exists()


def test_guests_sit_only_where_the_owner_lets_them_and_invite_nobody(
    client: Client, open_to_guests: Match
) -> None:
    closed = make_table(make_user("bo"), seats=3)
    assert join(client, closed, "Cho").status_code == 422
    guest = guest_make(network="ip:x")
    with pytest.raises(MatchRefusal):
        table_sit(code=closed.code, user=guest)
    Match.objects.filter(pk=open_to_guests.pk).update(owner=guest)
    with pytest.raises(MatchRefusal):
        table_invite(code=open_to_guests.code, user=guest, username="bo")


def test_a_guest_who_is_away_for_two_minutes_before_the_start_loses_the_seat(
    client: Client, open_to_guests: Match
) -> None:
    join(client, open_to_guests, "Bo")
    ago = timedelta(minutes=2, seconds=5)
    open_to_guests.seats.exclude(user=None).update(joined_at=F("joined_at") - ago)
    Match.objects.filter(pk=open_to_guests.pk).update(touched_at=F("touched_at") - ago)
    seats_mark_away()
    assert guests_seats_free() == 1
    assert [seat.name for seat in open_to_guests.seats.all()] == ["ada", "", ""]


def test_after_thirty_days_a_guest_is_gone_and_the_match_stays_without_the_name(
    client: Client, open_to_guests: Match
) -> None:
    running = play_now(client)
    running.status = Match.Status.RUNNING
    running.save()
    done = play_now(other := Client())
    done.status, done.finished_at = Match.Status.FINISHED, timezone.now()
    done.save()
    User.objects.filter(is_guest=True).update(last_login=timezone.now() - timedelta(days=31))
    forget()
    assert not done.seats.filter(user__isnull=False).exists()
    assert not Seat.objects.filter(match=done, name__startswith="guest-").exists()
    assert running.seats.filter(user__is_guest=True).exists()  # until its clock ends it
    assert "Sign in" in other.get("/").content.decode()


def test_nobody_with_an_account_is_called_like_a_guest() -> None:
    with pytest.raises(ValidationError):
        validate_name("Guest-Bo")


def test_a_guest_plays_on_over_the_page_s_post(client: Client) -> None:
    guest_match = play_now(client)
    guest = User.objects.get(is_guest=True)
    assert guest_match.seats.get(user=guest).number == 0
    assert client.post(reverse("matches:stand", args=[guest_match.code])).status_code == 302
