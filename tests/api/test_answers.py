"""Positions and records are told as they are: every sample, halfway and at its end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from ninja.responses import NinjaJSONEncoder

from accounts.tokens.services import token_make
from games.matches.access import access_match
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.selectors import position_shown
from tests.replays.factories import SAMPLED, SAMPLES, sample, stored_match
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
EVERY = [
    (game, int(path.stem)) for game in SAMPLED for path in sorted((SAMPLES / game).glob("??.json"))
]


def asked(path: str, key: str) -> Any:
    """Return what a program is answered."""
    return Client().get(f"/api/v1{path}", headers={"Authorization": f"Bearer {key}"}).json()


def text(value: Any) -> str:
    """Return the text of a value, in which `false` is no `0`."""
    return json.dumps(value, cls=NinjaJSONEncoder, sort_keys=True)


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_program_is_told_the_position_that_its_seat_is_shown(game: str, number: int) -> None:
    entries = sample(game, number)[0].entries
    somebody = make_user("somebody")
    key = token_make(user=somebody, name="t", scope="play")
    for plies in (len(entries) // 2, len(entries)):
        users = {entries[plies - 1]["seat"]: somebody}
        match = stored_match(game, number, users=users, plies=plies, code=f"told{plies}")
        told = asked(f"/matches/{match.code}/view", key)
        view, legal = position_shown(access_match(somebody, match.code))
        assert text(told["view"]) == text(view)
        assert text(told["legal"]) == text(legal)
    if match.status == Match.Status.FINISHED:
        assert text(asked(f"/matches/{match.code}/record", key)) == text(record_json(match))
