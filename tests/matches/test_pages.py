"""The pages of live play, as a browser without script gets them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from games.matches.models import Match
from games.matches.services.table_seats import table_invite, table_sit, table_stand
from games.registry import all_rules
from tests.replays.factories import stored_match
from tests.support.events import act, begin, make_event
from tests.support.finished import BOT, finished
from tests.support.tables import make_ready, make_running, make_table, make_user, play_to_end

pytestmark = pytest.mark.django_db


def page_of(match):
    return reverse("matches:match", args=[match.code])


def test_the_front_page_shows_every_game_and_its_ways_in(as_ada):
    html = as_ada.get("/").content.decode()
    for key in all_rules():
        assert f'data-game="{key}"' in html
        assert reverse("play_now", args=[key]) in html
        assert reverse("table_new", args=[key]) in html


def test_the_front_page_lists_open_tables_and_finished_matches(client, ada, bo):
    open_table = make_table(ada, seats=4)
    over = make_running(ada, bo)
    play_to_end(over, ada, bo)
    html = client.get("/").content.decode()
    assert page_of(open_table) in html
    assert over.code in html


def test_the_front_page_tells_of_no_match_who_won(client, ada, bo):
    finished(bo, ada, BOT, BOT, ranks=(2, 1, 3, 4))
    html = client.get("/").content.decode()
    assert "bo, ada, Simple" in html
    assert "laurels" not in html


def test_the_front_page_shows_a_match_under_embargo_to_its_players_alone(client, ada, bo):
    held_back = finished(ada, bo, embargo_until=now() + timedelta(days=1))
    assert held_back.code not in client.get("/").content.decode()
    client.force_login(ada)
    assert held_back.code in client.get("/").content.decode()


def test_strangers_find_the_newest_replay_on_the_front_page_as_a_table(client, ada, bo):
    assert "<iframe" not in client.get("/").content.decode()
    over = finished(ada, bo, ply=31)
    finished(bo, ada, ply=1)
    finished(bo, ada, ply=50, visibility="private")
    answer = client.get("/")
    assert f'<iframe src="/replays/{over.code}/embed/?ply=15"' in answer.content.decode()
    assert "frame-src 'self'" in answer["Content-Security-Policy"]
    client.force_login(ada)
    assert "<iframe" in client.get("/").content.decode()
    make_table(ada)
    assert "<iframe" not in client.get("/").content.decode()  # one's own tables come first


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_only_public_tables_are_listed_for_strangers(client, ada, visibility):
    match = make_table(ada, visibility=visibility)
    assert page_of(match) not in client.get("/lobby/").content.decode()


def test_a_private_table_is_listed_for_whom_it_invited(client, ada, bo):
    match = make_table(ada, visibility="private")
    table_invite(code=match.code, user=ada, username="bo")
    client.force_login(bo)
    assert page_of(match) in client.get("/lobby/").content.decode()


def test_own_tables_come_first_and_once(as_ada, ada, bo):
    mine = make_table(ada)
    make_table(bo)
    html = as_ada.get("/lobby/").content.decode()
    assert html.count(f'id="own-{mine.code}"') == 1
    assert f'id="table-{mine.code}"' not in html


@pytest.mark.parametrize(("page", "rest"), [("/", "data-game="), ("/lobby/", "table_new")])
def test_what_one_plays_stands_before_what_one_may_play(as_ada, ada, bo, page, rest):
    own = make_running(ada, bo, seats=2)
    below = reverse("table_new", args=["deadline_99"]) if rest == "table_new" else rest
    html = words_of(as_ada, page)
    assert html.index(f'id="own-{own.code}"') < html.index(below)


def test_ones_own_turn_is_told_before_the_match_is_opened(client, ada, bo):
    make_running(ada, bo, seats=2)
    turns = {}
    for user in (ada, bo):
        client.force_login(user)
        turns[user.username] = '<span class="badge badge--gold">Your turn</span>' in words_of(
            client, "/"
        )
    assert sorted(turns.values()) == [False, True]
    Match.objects.update(paused_at=now())
    client.force_login(ada if turns["ada"] else bo)
    assert ">Your turn<" not in words_of(client, "/")


def test_a_full_table_says_for_whom_it_waits(client, ada, bo):
    event = make_event(ada, game="death_frontline", format="round_robin")
    for player in (ada, bo):
        act(event, ada, "register", players=[player.pk], by_organiser=True)
    begin(event, ada)
    make_ready(Match.objects.get(), ada)
    for user, said in ((ada, "full"), (bo, "Waiting for you")):
        client.force_login(user)
        line = words_of(client, "/").partition('class="own-line"')[2].partition("</a>")[0]
        assert re.findall(r"badge[^>]*>([^<]+)<", line) == ["Event", said]


def test_own_tables_are_listed_however_many_newer_ones_there_are(as_ada, ada, bo, monkeypatch):
    own = make_running(ada, bo)
    table = make_table(ada)
    monkeypatch.setattr("games.matches.lobby.MAX_LISTED", 2)
    others = [make_user(f"newer{number}") for number in range(3)]
    newer = [make(one) for one in others for make in (make_table, make_running_with_bot)]
    html = as_ada.get("/lobby/").content.decode()
    assert html.index(f'id="own-{own.code}"') < html.index(f'id="own-{table.code}"')
    assert sum(page_of(one) in html for one in newer) == 4


def make_running_with_bot(user):
    return make_running(user, bots=["novice"])


def test_play_now_makes_a_table_full_of_bots_and_asks_the_page_to_get_ready(as_ada):
    answer = as_ada.post(reverse("play_now", args=["deadline_99"]))
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == page_of(match) + "#ready"
    assert [bool(seat.bot) for seat in match.seats.all()] == [False, True, True, True]


@pytest.mark.parametrize("most", ["MOST_OPEN", "MOST_UNFINISHED"])
def test_one_person_has_so_many_tables_at_a_time(as_ada, monkeypatch, most):
    monkeypatch.setattr(f"games.matches.services.table_create.{most}", 1)
    url = reverse("play_now", args=["deadline_99"])
    assert [as_ada.post(url).status_code for _ in range(2)] == [302, 422]
    form = as_ada.get(reverse("table_new", args=["deadline_99"])).context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answer = as_ada.post(reverse("table_new", args=["deadline_99"]), values)
    assert (answer.status_code, Match.objects.count()) == (422, 1)
    assert "You’ve reached the limit" in answer.content.decode()


def test_play_now_asks_again_after_a_log_in(as_ada):
    answer = as_ada.get(reverse("play_now", args=["deadline_99"]))
    assert answer.status_code == 200
    assert not Match.objects.exists()


def test_strangers_sign_up_on_the_way_to_a_match_or_to_the_table_they_were_sent(client, ada):
    table = page_of(make_table(ada, seats=3))
    sign_up = reverse("account_signup")
    invited = words_of(client, table)
    assert f"{sign_up}?next={table}" in invited
    assert f"{reverse('account_login')}?next={table}" in invited
    assert reverse("learn:lesson", args=["deadline_99"]) in invited


def test_strangers_are_not_asked_to_sign_up_for_a_table_without_a_seat(client, ada, bo):
    match = make_table(ada, seats=2)
    table = page_of(match)
    asked = f"{reverse('account_signup')}?next={table}"
    assert asked in words_of(client, table)
    table_sit(code=match.code, user=bo)
    assert asked not in words_of(client, table)


def test_who_sits_at_a_table_is_not_led_away_from_it(as_ada, ada):
    assert reverse("learn:lesson", args=["deadline_99"]) not in words_of(
        as_ada, page_of(make_table(ada, seats=3))
    )


def words_of(client, page):
    return client.get(page).content.decode()


def test_strangers_log_in_to_create_a_table(client):
    url = reverse("table_new", args=["deadline_99"])
    for answer in (client.get(url), client.post(url)):
        assert answer.status_code == 302
        assert answer["Location"].startswith(f"{reverse('account_login')}?next=/")
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["table_new", "play_now"])
def test_an_unknown_game_is_no_page(as_ada, name):
    assert as_ada.post(reverse(name, args=["no_such_game"])).status_code == 404


def test_the_page_of_a_private_table_does_not_exist_for_strangers(client, ada, bo):
    match = make_table(ada, visibility="private")
    client.force_login(bo)
    assert client.get(page_of(match)).status_code == 404


def test_a_private_table_exists_for_its_owner_without_a_seat_too(client, ada):
    match = make_table(ada, visibility="private")
    table_stand(code=match.code, user=ada)
    client.force_login(ada)
    assert client.get(page_of(match)).status_code != 404


@pytest.mark.parametrize("code", ["%00", "no-such", "x" * 21, "AAAA"])
def test_an_impossible_code_is_no_page(client, code):
    assert client.get(f"/matches/{code}/").status_code == 404


def test_a_started_match_shows_its_viewer_their_hand_and_nobody_elses(client, ada, bo):
    match = make_running(ada, bo)
    pages = {}
    for user in (ada, bo, None):
        client.logout()
        if user is not None:
            client.force_login(user)
        pages[user] = client.get(page_of(match)).content.decode()
    assert pages[ada].count('id="held-') == 5
    assert pages[bo].count('id="held-') == 5
    assert 'id="held-' not in pages[None]
    assert "data-action" not in pages[None]
    assert 'data-my-turn="' in pages[ada]
    assert 'data-my-turn="' not in pages[bo]


@pytest.mark.parametrize(("plies", "cue"), [(0, "turn"), (1, "play")])
def test_a_turn_calls_its_player_once_however_much_they_do_in_it(as_ada, ada, plies, cue):
    match = stored_match("zombie_rummy", 0, users={1: ada}, plies=plies)
    html = as_ada.get(page_of(match)).content.decode()
    assert 'data-my-turn="' in html
    assert f'data-sound-cue="{cue}"' in html


def test_a_draw_is_told_as_one_and_nobody_as_its_winner(as_ada, ada):
    match = stored_match("death_frontline", 2, users={0: ada})
    html = as_ada.get(page_of(match)).content.decode()
    assert '<h2 id="result-title">A draw</h2>' in html
    assert "You won" not in html
    assert "is-winner" not in html


def test_a_finished_match_shows_its_result_to_everybody(client, ada, bo):
    match = make_running(ada, bo)
    play_to_end(match, ada, bo)
    html = client.get(page_of(match)).content.decode()
    assert 'id="result"' in html
    assert reverse("matches:rematch", args=[match.code]) not in html
    client.force_login(bo)
    assert (
        reverse("matches:rematch", args=[match.code]) in client.get(page_of(match)).content.decode()
    )


@pytest.mark.parametrize("language", ["en", "zh-hant", "zh-hans"])
def test_every_stage_of_a_table_can_be_drawn_in_every_language(client, ada, bo, language):
    match = make_running(ada, bo)
    client.cookies["django_language"] = language
    client.force_login(ada)
    for url in (
        "/",
        "/lobby/",
        "/tables/new/deadline_99/",
        page_of(match),
        page_of(make_table(bo)),
    ):
        answer = client.get(url)
        assert answer.status_code == 200
        assert f'lang="{language}"'.lower() in answer.content.decode().lower()


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_every_game_can_be_opened_and_drawn(as_ada, ada, game):
    meta = all_rules()[game].meta
    seats = meta.allowed_seats()[0]
    match = make_running(ada, game=game, seats=seats, bots=_bots(game, seats - 1))
    answer = as_ada.get(page_of(match))
    assert answer.status_code == 200
    assert 'id="stage"' in answer.content.decode()


def _bots(game, count):
    names = list(all_rules()[game].bots)
    if not names:
        pytest.skip("this game has no bot yet")
    return names[:1] * count
