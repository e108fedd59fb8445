"""Making users, tables and running matches for tests, by the real services."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from games.engine.contract import Action
from games.engine.fairness import seat_commitment_of
from games.matches import store
from games.matches.clock import database_now
from games.matches.models import MAX_TIMEOUTS, Match
from games.matches.refusals import MatchRefusal
from games.matches.services.match_act import Acknowledged, match_act, match_time_out
from games.matches.services.match_agree import match_agree
from games.matches.services.match_bots import match_bot_play, match_bot_think
from games.matches.services.match_start import seat_ready, seat_reveal
from games.matches.services.table_create import table_create
from games.matches.services.table_seats import table_sit


def make_user(name: str, password: str | None = None) -> Any:
    """Return a new active user; without a password, since hashing one takes long."""
    return get_user_model().objects.create_user(name, f"{name}@example.org", password)


def make_table(*users: Any, game: str = "deadline_99", **choices: Any) -> Match:
    """Return an open table of the first user's at which all `users` sit, in order."""
    choices.setdefault("seats", max(len(users) + len(choices.get("bots", [])), 2))
    match = table_create(owner=users[0], game=game, options=choices.pop("options", {}), **choices)
    for user in users[1:]:
        table_sit(code=match.code, user=user)
    match.refresh_from_db()
    return match


def contribution_of(user: Any) -> str:
    """Return what a user's browser would have drawn."""
    return f"contribution of {user.username}"


def make_ready(match: Match, *users: Any) -> None:
    """Commit for every one of `users`."""
    for seat in match.seats.filter(user__in=users):
        commitment = seat_commitment_of(
            match.code, seat.number, match.commitment, contribution_of(seat.user)
        )
        seat_ready(code=match.code, user=seat.user, seat_commitment=commitment)


def make_running(*users: Any, **choices: Any) -> Match:
    """Return a running match between `users` (and the bots named in `choices`)."""
    match = make_table(*users, **choices)
    sit_down(match, *users)
    return match


def sit_down(match: Match, *users: Any) -> None:
    """Let all who have a seat at a table get ready, and so begin."""
    make_ready(match, *users)
    for user in users:
        seat_reveal(code=match.code, user=user, contribution=contribution_of(user))
    match.refresh_from_db()


def first_legal(match: Match) -> Action:
    """Return a legal action of the seat to act."""
    state = store.load_position(match).state
    assert match.to_act is not None
    return match.rules.legal_actions(state, match.to_act)[0]


def default_action(match: Match) -> Action:
    """Return what is played for the seat to act when its time runs out."""
    state = store.load_position(match).state
    assert match.to_act is not None
    return match.rules.default_action(state, match.to_act)


def act_for(match: Match, user: Any, action: Action, **changes: Any) -> Acknowledged:
    """Let `user` act as their page would: with the present version and a fresh id."""
    arguments = {"version": match.version, "action_id": uuid.uuid4().hex, **changes}
    done = match_act(code=match.code, user=user, action=action, **arguments)
    match.refresh_from_db()
    return done


def play_to_end(match: Match, *users: Any) -> None:
    """Let everybody play their default action until the match is over."""
    while match.status == Match.Status.RUNNING:
        assert match.to_act is not None
        act_for(match, users[match.to_act], default_action(match))


def bot_acts(match: Match) -> bool:
    """Let the bot whose turn it is act at once; return whether it did."""
    answer = match_bot_think(code=match.code, due=database_now())
    return answer is not None and match_bot_play(answer)


def agree(match: Match, to: str, *users: Any, agrees: bool = True) -> None:
    """Let people agree to a pause or to an end without a result, or no longer."""
    for user in users:
        match_agree(code=match.code, user=user, to=to, agrees=agrees)
    match.refresh_from_db()


def is_out(match: Match, seat: int) -> bool:
    """Tell whether a seat of Deadline 99 has been eliminated."""
    return not store.load_position(match).state.alive[seat]


def play_until_two_are_left(match: Match, *users: Any) -> None:
    """Let everybody play their default action until one of three is out."""
    while not any(is_out(match, seat) for seat in range(3)):
        assert match.to_act is not None
        act_for(match, users[match.to_act], default_action(match))


def refused(code: str) -> Any:
    """Return what makes sure that something is refused with that code."""
    return pytest.raises(MatchRefusal, match=code)


def pass_deadline(match: Match) -> None:
    """Let the deadline of a turn, a start or a pause be over since a second."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_match SET deadline_at = clock_timestamp() - interval '1 second'"
            " WHERE id = %s",
            [match.pk],
        )


def abandon(match: Match, other: Any) -> None:
    """Let seat 0 of two run out of time three times in a row, while `other` goes on."""
    for _ in range(MAX_TIMEOUTS):
        pass_deadline(match)
        match_time_out(code=match.code)
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING and match.to_act == 1:
            act_for(match, other, first_legal(match))
