"""Whatever a program sends to the interface: JSON of any shape, no error, nothing changed unasked.

The addresses come from the table of the matrix. `KIBITZ_FUZZ=5000` tries longer.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models.functions import Now
from django.test import Client
from hypothesis import given, seed
from hypothesis import strategies as st

from accounts.tokens.models import Token
from accounts.tokens.services import token_make
from games.matches.models import Seat
from games.tournaments.direct.fold import KINDS
from tests.security.matrix import Row, rows
from tests.security.test_fuzz import NASTY, careful
from tests.security.world import World, fingerprint, make_world
from tests.support.tables import first_legal, make_running

CALLS = [
    row for row in rows() if row.route.startswith("api:") and row.route != "api:api-root"
]  # the root is nothing but the beginning of the others' addresses
POSTS = [row for row in CALLS if row.method == "POST"]
KEYS = ("player", "opponent", "director", "none", "withdrawn")
FIELDS = (
    "action", "version", "action_id", "game", "seats", "options", "bots", "visibility",
    "turn_seconds", "reserve_seconds", "seat_commitment", "contribution", "type", "card",
    "page", "per_page", "status", "deck", "hand", "request_id", "reason", "no", "kind", "round",
    "before", "match", "name", "format", "settings", "rounds", "series", "starts_at", "entrants",
    "time_zone", "person", "seat", "after",
)  # fmt: skip
OF_ACTIONS = (
    "entry", "other", "round", "table", "people", "bot", "this_round", "keep_results", "rounds",
    "tables", "byes", "results", "rank", "score", "absent", "seconds", "points", "penalty",
    "person", "text", "announcement", "kind",
)  # fmt: skip
leaves = (
    st.sampled_from(NASTY) | st.none() | st.booleans() | st.integers() | st.floats()
    | st.sampled_from([10**400, -(2**63), "deadline_99", "zombie_rummy", "novice", "private"])
)  # fmt: skip
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3)
    ),
    max_leaves=6,
)
fields = st.dictionaries(st.sampled_from(FIELDS), values, max_size=7)
wishes = st.dictionaries(
    st.sampled_from(OF_ACTIONS),
    values
    | st.integers(-1, 5)
    | st.lists(st.integers(0, 5), max_size=4)
    | st.lists(st.lists(st.integers(0, 5), max_size=3), max_size=3)
    | st.lists(
        st.fixed_dictionaries({"entry": st.integers(0, 5), "rank": st.integers(0, 3)}), max_size=3
    )
    | st.sampled_from([["player"], ["member", "judge"], "judge", "0.5"]),
    max_size=5,
)
OF_LEAGUES = (
    "join", "leave", "take_break", "end_break", "add_all", "end_season", "start_final", "close",
    "add", "remove", "start_season",
)  # fmt: skip
SETTINGS = (
    "rounds", "seats", "starts_at", "season", "series", "prizes", "tie_breaks", "forbidden",
    "capacity", "half_byes", "turn_seconds", "bot", "length", "name", "entry", "rated",
)  # fmt: skip
RIGHT = {"game": "deadline_99", "seats": 2, "seat_commitment": "a" * 64, "contribution": "b"}
raw = st.sampled_from(
    [b"", b"{", b"[]", b"null", b"7", b'"x"', b"{" * 5000, b"[" * 5000, b"\xff\xfe", b'{"a":1e999}',
     b'{"game":"\\ud800","seats":2}', b'{"seats":' + b"9" * 5000 + b"}", b"{}" * 9]
)  # fmt: skip


@pytest.fixture
def world(db: None) -> World:
    """One of everything, with a running match of two programs' owners that both may see."""
    found = make_world()
    player, other = found.people["player"], found.people["spectator"]
    owners = {"player": player, "opponent": other, "withdrawn": player}
    keys = {who: token_make(user=user, name=who, scope="play") for who, user in owners.items()}
    director = found.people["director"]
    keys["director"] = token_make(user=director, name="director", scope="organise")
    Token.objects.filter(name="withdrawn").delete()
    Token.objects.update(used_at=Now())  # noted once an hour
    match = make_running(player, other)
    found.names |= {
        "keys": keys,
        "running": match.code,
        "right": {**RIGHT, "version": match.version, "action_id": "a"},
        "action": first_legal(match),
    }
    return found


def call(world: World, who: str, row: Row, body: bytes, query: dict[str, str]) -> None:
    """Send a call; an answer that is no answer to what was asked has changed nothing."""
    cache.clear()
    header = {} if who == "none" else {"authorization": f"Bearer {world.names['keys'][who]}"}
    client = Client(raise_request_exception=False, headers=header)
    with transaction.atomic():
        Seat.objects.update(seen_at=Now())  # that a program looks is noted every few seconds
        before = fingerprint()
        address = row.address(world)
        if row.method == "POST":
            answer = client.post(address, body, content_type="application/json")
        else:
            answer = client.get(address, query)
        said = f"{who} {row.name} {body[:300]!r} {query!r} {answer.status_code}"
        assert answer.status_code < 500, said
        assert b"Traceback" not in answer.content, said
        assert answer.headers["Content-Type"].startswith("application/json"), said
        answer.json()
        done = answer.status_code == 200 and row.method == "POST"
        assert done or fingerprint() == before, f"refused, and yet: {said}"
        transaction.set_rollback(True)


@seed(9)
@careful
@given(st.sampled_from(KEYS), st.sampled_from(POSTS), fields, st.booleans(), raw | st.none())
def test_no_body_breaks_a_call(
    world: World, who: str, row: Row, sent: dict[str, Any], keep: bool, text: bytes | None
) -> None:
    right = {**world.names["right"], "action": world.names["action"]} if keep else {}
    body = json.dumps({**right, **sent}).encode() if text is None else text
    call(world, who, row, body, {})


@seed(9)
@careful
@given(st.sampled_from(sorted(KINDS)), wishes)
def test_no_action_breaks_an_event(world: World, kind: str, asked: dict[str, Any]) -> None:
    sent = {"action": {"kind": kind, **asked}, "request_id": "r", "reason": "so"}
    [row] = [row for row in POSTS if row.route == "api:direct"]
    call(world, "director", row, json.dumps(sent).encode(), {})


@seed(9)
@careful
@given(
    st.sampled_from(OF_LEAGUES),
    st.dictionaries(
        st.sampled_from(["kind", "person", "after", "starts_at"]),
        values | st.integers(-1, 3) | st.sampled_from(["member", "2026-12-04T19:30:00"]),
        max_size=3,
    ),
)
def test_no_action_breaks_a_league(world: World, kind: str, asked: dict[str, Any]) -> None:
    [row] = [row for row in POSTS if row.route == "api:league_act"]
    call(world, "director", row, json.dumps({"action": {"kind": kind, **asked}}).encode(), {})


@seed(9)
@careful
@given(
    st.sampled_from(["deadline_99", "death_frontline", "zombie_rummy"]),
    st.dictionaries(st.sampled_from(SETTINGS), values | st.integers(-1, 99), max_size=5),
    st.dictionaries(st.sampled_from(["max_rounds", "rounds", "x"]), values, max_size=2),
)
def test_no_settings_break_a_new_event(
    world: World, game: str, chosen: dict[str, Any], options: dict[str, Any]
) -> None:
    sent = {"game": game, "name": "New", "settings": chosen, "options": options}
    [row] = [row for row in POSTS if row.route == "api:event_create"]
    call(world, "director", row, json.dumps(sent).encode(), {})


@seed(9)
@careful
@given(
    st.sampled_from(KEYS),
    st.sampled_from([row for row in CALLS if row.method == "GET"]),
    st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(NASTY), max_size=4),
)
def test_no_query_breaks_a_call(world: World, who: str, row: Row, query: dict[str, str]) -> None:
    query = {key: value.encode("utf-8", "replace").decode() for key, value in query.items()}
    call(world, who, row, b"", query)


def test_the_right_body_is_carried_out(world: World) -> None:
    """Without this, everything above might be refused for the key alone."""
    client = Client(headers={"authorization": f"Bearer {world.names['keys']['player']}"})
    body = {**world.names["right"], "action": world.names["action"]}
    done = {row.route: client.post(row.address(world), body, "application/json") for row in POSTS}
    assert done["api:act"].status_code == 200, done["api:act"].content
    assert done["api:table_open"].status_code == 200
