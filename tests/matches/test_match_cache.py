"""What a process keeps of matches: as new as what it was asked for, and each viewer's own."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.holders import Holders
from games.engine.viewer import PUBLIC, Viewer
from games.matches import match_cache, store
from games.matches.access import MatchNotFound, access_known, access_match
from games.matches.fragments import cached_part
from games.matches.log import log_lines
from games.matches.models import Match
from games.matches.rendering import push_known, render_push
from games.registry import all_rules
from tests.support.clubs import make_club
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db
GUEST = AnonymousUser()
MOST_STATEMENTS = 5
"""Session, account, preferences; what the action is judged by; what it changes."""


@pytest.fixture
def match(people):
    match_cache.clear()
    return make_running(*people)


def test_all_who_watch_share_one_drawing_and_each_seat_has_its_own(match, people):
    one, other, watcher = (render_push(who, match.code).table for who in (*people, GUEST))
    assert render_push(GUEST, match.code).table is watcher
    assert render_push(people[0], match.code).table is one
    assert len({table.html() for table in (one, other, watcher)}) == 3


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_what_a_viewer_is_shown_does_not_depend_on_who_was_drawn_before(people, game):
    match = make_running(*people, game=game)
    viewers = [*people, GUEST]
    for _ in range(6):
        act_for(match, people[match.to_act], first_legal(match))
        alone = {who: drawn_anew(match, who) for who in viewers}
        for who in reversed(viewers):
            assert without_time(render_push(who, match.code).html) == alone[who]


def test_who_may_see_a_match_is_told_from_memory_where_anybody_may(people, match):
    access_match(GUEST, match.code)
    assert access_known(GUEST, match.code, match.revision).match == match
    assert access_known(GUEST, match.code, match.revision + 1) is None


@pytest.mark.parametrize("hidden", ["by invitation", "by its club"])
def test_of_a_match_that_some_may_not_see_it_is_asked_each_time(people, hidden):
    terms = {"visibility": "private"} if hidden == "by invitation" else {}
    match = make_running(*people, club=None if terms else make_club(people[0]), **terms)
    access_match(people[0], match.code)
    assert access_known(people[0], match.code, match.revision) is None


def drawn_anew(match, viewer):
    """What a process shows that has drawn nothing before."""
    match_cache.clear()
    cached_part.cache_clear()
    html = without_time(render_push(viewer, match.code).html)
    match_cache.clear()
    return html


def without_time(html):
    return re.sub(r'data-now="[^"]*"', "", html)


def test_rows_are_read_again_only_for_a_newer_revision(match):
    shown = render_push(GUEST, match.code).revision
    with CaptureQueriesContext(connection) as queries:
        assert render_push(GUEST, match.code, shown).revision == shown
    assert len(queries) == 0
    Match.objects.filter(pk=match.pk).update(revision=shown + 1)
    assert render_push(GUEST, match.code, shown + 1).revision == shown + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", sorted(all_rules()))
def test_what_a_process_has_played_it_draws_without_asking_anybody(people, game):
    match_cache.clear()
    match = make_running(*people, game=game)
    act_for(match, people[match.to_act], first_legal(match))
    for who in (*people, GUEST):
        with CaptureQueriesContext(connection) as queries:
            known = push_known(who, match.code, match.revision)
        assert known is not None
        assert len(queries) == 0
        assert without_time(known.html) == drawn_anew(match, who)
        act_for(match, people[match.to_act], first_legal(match))


@pytest.mark.django_db(transaction=True)
def test_what_a_process_does_not_know_it_does_not_draw_by_itself(people, match):
    act_for(match, people[match.to_act], first_legal(match))
    assert push_known(GUEST, match.code, match.revision + 1) is None
    store.POSITIONS.clear()
    assert push_known(GUEST, match.code, match.revision) is None
    render_push(GUEST, match.code)
    assert push_known(GUEST, match.code, match.revision) is not None
    act_for(match, people[match.to_act], {"type": "resign"})
    assert match.status == Match.Status.FINISHED
    assert push_known(GUEST, match.code, match.revision) is None


def test_a_private_match_stays_hidden_although_its_rows_are_known(match, people):
    Match.objects.filter(pk=match.pk).update(visibility="private", revision=match.revision + 1)
    shown = render_push(people[0], match.code).revision
    for stranger in (GUEST, make_user("eve")):
        with pytest.raises(MatchNotFound):
            render_push(stranger, match.code, shown)


def test_a_log_that_grew_reads_as_if_told_at_once(match, people):
    rules, holders = match.rules, Holders(("ada", "bo"))
    for ply in range(6):
        log = store.load_position(match).log
        for viewer in (PUBLIC, Viewer(0), Viewer(1)):
            grown = log_lines(rules, log, viewer, holders)
            at_once = log_lines(rules, tuple(map(copied, log)), viewer, holders)
            assert grown == at_once
            half = log[: len(log) // 2]
            assert log_lines(rules, half, viewer, holders) == [
                line for line in at_once if line.index < len(half)
            ]
        act_for(match, people[match.to_act], first_legal(match))
        assert match.ply == ply + 1


def copied(logged):
    """An equal event that is not the same object, as another process would have read it."""
    return store.LoggedEvent(logged.ply, logged.event)


@pytest.mark.django_db(transaction=True)
def test_an_action_takes_few_statements(match, people, client):
    client.force_login(people[0])
    url = reverse("matches:act", args=[match.code])
    for _ in range(2):
        if match.to_act == 1:
            act_for(match, people[1], first_legal(match))
        body = {"action": json.dumps(first_legal(match)), "version": match.version}
        body["action_id"] = uuid.uuid4().hex
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(url, body, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        match.refresh_from_db()
    statements = [q["sql"] for q in queries.captured_queries if q["sql"] not in ("BEGIN", "COMMIT")]
    assert len(statements) <= MOST_STATEMENTS, "\n".join(one[:90] for one in statements)


def test_of_a_match_that_is_hidden_from_them_nobody_hears_by_acting(match, client):
    Match.objects.filter(pk=match.pk).update(visibility="private")
    client.force_login(make_user("eve"))
    url = reverse("matches:act", args=[match.code])
    for body in ({}, {"action": "{}", "version": "0", "action_id": "x"}):
        assert client.post(url, body).status_code == 404
