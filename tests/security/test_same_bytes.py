"""Two worlds that differ only in what a viewer cannot see give that viewer the same bytes.

The worlds are two logs in the database, the same but for their last event: `played_on`, which
puts what one seat does not see where it lies, or deals it anew. Every address that names a match
is asked, read and posted to, and every socket's drawing; nothing that was asked leaves a trace.
"""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from games.engine.contract import Action
from games.engine.hidden import Hidden, Memory, deal_anew
from games.engine.practice import played_on
from games.engine.viewer import Viewer
from games.matches import match_cache, presenters, store
from games.matches.models import Match
from games.matches.rendering import render_push
from games.registry import all_rules
from replays.selectors import TIMELINES
from tests.support.database_clock import StandingClock
from tests.support.tables import act_for, make_running, make_user

pytestmark = pytest.mark.django_db
PLY = 7
TRIES = 50
PAGES = ("/", "/lobby/", "/replays/", "/people/ada/", "/people/ada/against/bo/", "/notices/")
# a token is masked anew for each page, a message's time is the database's
PASSING = re.compile(
    rb'(x-csrftoken&quot;:&quot;|"x-csrftoken":"|csrfmiddlewaretoken" value=")[^&"]+'
)
World = dict[str, tuple[int, bytes, str]]
GAMES = [key for key, rules in sorted(all_rules().items()) if rules.hiding]


class RollBack(Exception):
    """Ends a world."""


@contextmanager
def passing() -> Iterator[None]:
    """Undo whatever happens inside, in the database and in the caches."""
    try:
        with transaction.atomic():
            yield
            raise RollBack
    except RollBack:
        match_cache.clear()
        for kept in (store.POSITIONS, TIMELINES, presenters._recaps):
            kept.clear()  # two worlds never share a process
        cache.clear()  # what is counted too often


def addresses(code: str) -> list[str]:
    """Return every address of the site that names a match and nothing else."""
    root = get_resolver()
    spaces = {"": root, **{f"{k}:": v[1] for k, v in root.namespace_dict.items()}}
    found = set()
    for prefix, resolver in spaces.items():
        for name in resolver.reverse_dict:
            if isinstance(name, str):
                try:
                    found.add(reverse(prefix + name, args=[code]))
                except NoReverseMatch:
                    continue
    return sorted(path for path in found if path.startswith(("/matches/", "/replays/")))


def bytes_of(answer: HttpResponse) -> tuple[int, bytes, str]:
    """Return all of an answer that a viewer gets, but for what is drawn by lot each time."""
    body = b"".join(answer) if answer.streaming else answer.content
    kept = {k: v for k, v in answer.headers.items() if k not in {"Content-Length", "Date"}}
    return answer.status_code, PASSING.sub(b"token", body), str(sorted(kept.items()))


def ask_everything(user: Any, match: Match, attempts: list[Action]) -> World:
    """Return every answer that a person gets in the present world."""
    client = Client(headers={"hx-request": "true"}, raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    told: World = {}
    for path in (*PAGES, *addresses(match.code)):
        for verb in (client.get, client.post)[: 2 if attempts else 1]:
            with passing():
                told[f"{verb.__name__} {path}"] = bytes_of(verb(path))
    act = reverse("matches:act", args=[match.code])
    for number, action in enumerate(attempts):
        values = {"action": json.dumps(action), "version": match.version}
        with passing():
            answer = client.post(act, {**values, "action_id": uuid.UUID(int=number).hex})
            told[f"act {action}"] = bytes_of(answer)
    with passing():
        told["socket"] = pushed_to(user, match)
    return told


def pushed_to(user: Any, match: Match) -> tuple[int, bytes, str]:
    """Return what the person's socket shows."""
    return 0, render_push(user or AnonymousUser(), match.code).html.encode(), ""


def attempts_of(match: Match, seat: int, hidden: Hidden) -> list[Action]:
    """Return acts with cards that `seat` does not hold: in each world they lie elsewhere."""
    rules, state = match.rules, store.load_position(match).state
    legal = rules.legal_actions(state, seat) if seat == rules.to_act(state) else []
    mine = json.dumps(rules.observe(state, Viewer(seat)))
    others = {c for cards in hidden.hands.values() for c in cards if json.dumps(c) not in mine}
    shapes = [a for a in {json.dumps(sorted(a)): a for a in legal}.values() if "card" in a]
    shapes += [{"type": kind} for kind in ("play", "discard", "deploy")]
    return [{**shape, "card": card} for shape in shapes for card in sorted(others)[:4]]


def worlds(
    match: Match, seat: int, people: list[Any], spectator: Any, dice: random.Random
) -> Iterator[dict[str, World]]:
    """Yield all answers in the world as it is, and in one where the hidden is dealt anew."""
    rules, state = match.rules, store.load_position(match).state
    assert rules.hiding is not None
    true = rules.hiding.hidden(state, seat)
    dealt = dealt_otherwise(true, match.seat_count, dice)
    for hidden in (true, dealt):
        with passing():
            before = match.version
            store.append_events(match, [played_on(seat, hidden)])
            match.save(update_fields=["version"])
            yield {
                "seat": ask_everything(people[seat], match, attempts_of(match, seat, true)),
                "spectator": ask_everything(spectator, match, []),
                "holder": {"socket": pushed_to(people[1 - seat], match)},
            }
            match.version = before


def dealt_otherwise(true: Hidden, seats: int, dice: random.Random) -> Hidden:
    """Return what is hidden dealt anew, so that a hand of it has other cards."""
    for _ in range(TRIES):
        dealt = deal_anew(true, Memory(seats), lambda c: dice.sample(c, len(c)))
        if any(sorted(cards) != sorted(true.hands[seat]) for seat, cards in dealt.hands.items()):
            return dealt
    raise AssertionError(f"dealt {TRIES} times, every hand was the same")


def still_running(game: str, people: list[Any], dice: random.Random) -> Match:
    """Return a match that was played by lot up to a ply and goes on, with hands to hide.

    Hands that have run out are not among those that a seat does not see.
    """
    for _ in range(TRIES):
        match = make_running(*people, game=game)
        advance(match, people, PLY, dice)
        if match.status == Match.Status.RUNNING and any(hands_hidden(match)):
            return match
    raise AssertionError(f"in {TRIES} matches of {game} nothing was left to hide by ply {PLY}")


def hands_hidden(match: Match) -> list[tuple[str, ...]]:
    """Return the hands that the seat to act does not see."""
    rules = match.rules
    assert rules.hiding is not None
    assert match.to_act is not None
    hidden = rules.hiding.hidden(store.load_position(match).state, match.to_act)
    return [tuple(cards) for cards in hidden.hands.values()]


def advance(match: Match, people: list[Any], ply: int, dice: random.Random) -> None:
    """Play by lot up to a ply."""
    while match.status == Match.Status.RUNNING and match.ply < ply:
        assert match.to_act is not None
        state = store.load_position(match).state
        legal = match.rules.legal_actions(state, match.to_act)
        act_for(match, people[match.to_act], dice.choice(legal))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_depends_on_what_its_reader_cannot_see(game: str) -> None:
    with connection.cursor() as cursor:  # a busy machine may think for long between two questions
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    dice, people = random.Random(game), [make_user("ada"), make_user("bo")]
    staff = make_user("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    watchers = cycle((None, make_user("stranger"), staff))
    spectator = dict(zip(GAMES, watchers, strict=False))
    StandingClock()  # the database's, and below this process's
    with time_machine.travel("2026-05-01 18:00", tick=False):
        match = still_running(game, people, dice)
        assert match.to_act is not None
        one, other = worlds(match, match.to_act, people, spectator[game], dice)
    for who in ("seat", "spectator"):
        for question, answer in one[who].items():
            assert other[who][question] == answer, (who, question)
    assert one["holder"] != other["holder"]  # who holds the cards does see another world
    assert len(one["seat"]) > 80
