"""Saying something: who may, what may be said, how often."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.moderation.models import Report
from accounts.people.services.ties import tie_set
from games.matches.access import access_match
from games.matches.match_cache import rows_put
from games.matches.models import Match
from games.matches.talk.models import Message, Room
from games.matches.talk.refusals import TalkRefused
from games.matches.talk.selectors import render_talk_since, talk_context, talk_key
from games.matches.talk.services import message_say
from tests.support.tables import make_running, make_table, make_user, play_to_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def chen():
    return make_user("chen")


def say(user, match, body="hello there", kind="text"):
    return message_say(access=access_match(user, match.code), kind=kind, body=body)


def heard(user, match):
    context = talk_context(access_match(user, match.code))
    return [one.text for one in context["said"]]


def test_what_a_seat_says_all_hear(ada, bo, chen, rf):
    match = make_running(ada, bo)
    say(ada, match)
    for reader in (ada, bo, chen):
        assert heard(reader, match) == ["hello there"]


def test_players_hear_nothing_of_spectators_before_the_end_not_even_that_they_speak(
    ada, bo, chen, client
):
    match = make_running(ada, bo)
    before = {user: talk_key(access_match(user, match.code)) for user in (ada, bo)}
    say(chen, match, "behind your back")
    say(ada, match, "at the table")
    assert heard(chen, match) == ["behind your back", "at the table"]
    for user in (ada, bo):
        assert heard(user, match) == ["at the table"]
        assert talk_key(access_match(user, match.code)) != before[user]
    assert [one.number for one in Message.objects.order_by("pk")] == [1, 1]
    page = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert "behind your back" not in page  # nor does a guest: a player may log out
    play_to_end(match, ada, bo)
    assert heard(ada, match) == ["behind your back", "at the table"]


def test_a_spectators_word_changes_nothing_on_a_players_page(ada, bo, chen, client):
    match = make_running(ada, bo)
    client.force_login(ada)

    def talk():
        page = client.get(reverse("matches:match", args=[match.code])).content.decode()
        return page[page.index('id="talk"') : page.index('id="heartbeat"')]

    before = talk()
    say(chen, match, "behind your back")
    assert talk() == before


def test_rated_matches_know_fixed_phrases_alone_while_they_run(ada, bo, chen):
    match = make_running(ada, bo, rated=True)
    with pytest.raises(TalkRefused, match="fixed_only"):
        say(ada, match)
    say(ada, match, "luck", "phrase")
    say(ada, match, "cool", "emoji")
    say(chen, match, "spectators may say what they like")
    play_to_end(match, ada, bo)
    say(ada, match, "at last")


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (" \n\u202e ", "text", "empty_text"),
        ("x" * 301, "text", "long_text"),
        ("no such", "phrase", "no_such_phrase"),
        ("no such", "emoji", "no_such_phrase"),
        ("hello", "shout", "no_such_phrase"),
    ],
)
def test_what_cannot_be_said_is_refused(ada, bo, body, kind, code):
    match = make_running(ada, bo)
    with pytest.raises(TalkRefused) as refused:
        say(ada, match, body, kind)
    assert refused.value.code == code
    assert not Message.objects.exists()


def test_signs_that_turn_the_line_round_or_pile_up_are_taken_out(ada, bo):
    match = make_running(ada, bo)
    assert say(ada, match, "a\u202eb\x07c\nd").body == "abc d"
    assert len(say(ada, match, "z" + "\u0303" * 50).body) < 6


def test_nobody_floods_a_table_nor_several(ada, bo):
    first, second = make_running(ada, bo), make_running(ada, bo)
    for number in range(5):
        say(ada, first if number % 2 else second, f"word {number}")
    with pytest.raises(TalkRefused, match="too_often"):
        say(ada, first, "one more")
    say(bo, first, "others are free to speak")


def test_nobody_says_the_same_twice_in_a_row(ada, bo):
    match = make_running(ada, bo)
    say(ada, match, "hello", "phrase")
    with pytest.raises(TalkRefused, match="said_already"):
        say(ada, match, "hello", "phrase")


def test_the_muted_and_the_blocked_are_not_heard(ada, bo, chen):
    match = make_running(ada, bo)
    say(bo, match)
    tie_set(owner=ada, other=bo, kind="mute", on=True)
    assert (heard(ada, match), heard(bo, match)) == ([], ["hello there"])
    tie_set(owner=ada, other=bo, kind="mute", on=False)
    say(ada, match, "and I")
    tie_set(owner=bo, other=ada, kind="block", on=True)
    assert (heard(ada, match), heard(bo, match)) == (["and I"], ["hello there"])
    assert heard(chen, match) == ["hello there", "and I"]


def test_before_the_deal_whoever_comes_by_talks_at_the_table(ada, chen):
    match = make_table(ada)
    say(chen, match, "may I join?")
    assert heard(ada, match) == ["may I join?"]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.CLOSED)
    with pytest.raises(TalkRefused, match="not_here"):
        say(ada, match)


def test_the_answer_to_a_word_is_the_talk(client, ada, bo):
    match = make_running(ada, bo)
    client.force_login(ada)
    url = reverse("talk:say", args=[match.code])
    answer = client.post(url, {"body": "<b>hi</b>"}, headers={"HX-Request": "true"})
    assert "&lt;b&gt;hi&lt;/b&gt;" in answer.content.decode()
    refused = client.post(url, {"body": ""}, headers={"HX-Request": "true"})
    assert (refused.status_code, 'id="notice"' in refused.content.decode()) == (422, True)
    client.logout()
    assert client.post(url, {"body": "hi"}).status_code == 302
    assert Room.objects.get(match=match).last == 1


def test_phrases_are_read_in_ones_own_language(client, ada, bo):
    match = make_running(ada, bo)
    say(ada, match, "thanks", "phrase")
    client.force_login(bo)
    page = client.get(
        reverse("matches:match", args=[match.code]), headers={"Accept-Language": "en"}
    ).content.decode()
    assert "Thanks!" in page
    assert Message.objects.get().body == "thanks"


def test_a_report_takes_along_what_its_author_could_read(client, ada, bo, chen):
    match = make_running(ada, bo)
    say(chen, match, "not for players")
    say(bo, match, "rude words")
    tie_set(owner=ada, other=bo, kind="mute", on=True)
    client.force_login(ada)
    url = reverse("talk:report", args=[match.code, "bo"])
    assert "rude words" in client.get(url).content.decode()
    answer = client.post(url, {"kind": "abuse", "text": "See."}, follow=True)
    assert answer.redirect_chain == [(f"/matches/{match.code}/", 302)]
    assert "The moderators have your report" in answer.content.decode()
    report = Report.objects.get()
    assert (report.reporter, report.subject) == (ada, bo)
    assert (report.match_code, report.ply) == (match.code, match.ply)
    assert [said["body"] for said in report.evidence["messages"]] == ["rude words"]
    assert report.evidence["seats"] == ["ada", "bo"]


def test_a_private_table_is_no_place_to_talk_or_report_for_strangers(client, ada, bo, chen):
    match = make_running(ada, bo, visibility="private")
    client.force_login(chen)
    said = client.post(reverse("talk:say", args=[match.code]), {"body": "hi"})
    seen = client.get(reverse("talk:report", args=[match.code, "bo"]))
    assert (said.status_code, seen.status_code) == (404, 404)


def test_who_is_muted_or_blocked_is_told_of_each_neighbour_alone(ada, bo, chen):
    match = make_running(ada, bo)
    tie_set(owner=ada, other=bo, kind="mute", on=True)
    tie_set(owner=ada, other=chen, kind="block", on=True)
    tie_set(owner=bo, other=ada, kind="block", on=True)
    say(chen, match)
    play_to_end(match, ada, bo)
    told = {
        reader: [(one.user, one.is_muted, one.is_blocked) for one in neighbours(reader, match)]
        for reader in (ada, bo)
    }
    assert told == {
        ada: [(bo, True, False), (chen, False, True)],
        bo: [(ada, False, True), (chen, False, False)],
    }


def neighbours(reader, match):
    return talk_context(access_match(reader, match.code))["neighbours"]


@pytest.mark.parametrize(("words", "statements"), [(0, 4), (1, 8)])
def test_the_talk_of_a_match_that_ended_costs_few_statements(
    ada, bo, words, statements, django_assert_num_queries
):
    match = make_running(ada, bo)
    for _ in range(words):
        say(ada, match)
    play_to_end(match, ada, bo)
    with django_assert_num_queries(statements):
        assert render_talk_since(ada, match.code, ()) is not None


def test_whoever_is_told_of_the_end_with_others_reads_no_rows_again(
    ada, bo, django_assert_num_queries
):
    match = make_running(ada, bo)
    play_to_end(match, ada, bo)
    rows_put(match, list(match.seats.all()))  # as an action leaves them: without the people
    with django_assert_num_queries(3):
        _, told = render_talk_since(ada, match.code, (), match.revision)
    assert "bo</b>" in told
    with django_assert_num_queries(2):
        _, told = render_talk_since(bo, match.code, (), match.revision)
    assert "ada</b>" in told
