"""What tests of playing on, and of the same deal again, share."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches import store
from games.matches.models import Match
from games.matches.services.match_act import match_act
from replays.selectors import match_timeline
from tests.replays.talking import signed_in
from tests.support.tables import bot_acts


def fork(source: Match, user: User, **data: Any) -> Match:
    answer = signed_in(user).post(f"/replays/{source.code}/fork", data)
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(code=answer["Location"].strip("/").split("/")[-1])


def again(source: Match, user: User, seat: int) -> Match:
    answer = signed_in(user).post(f"/replays/{source.code}/again", {"seat": seat})
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(code=answer["Location"].strip("/").split("/")[-1])


def view_of(match: Match, ply: int, viewer: Viewer) -> Any:
    timeline = match_timeline(match, list(match.seats.order_by("number")))
    return snapshot(timeline.rules, timeline.plies[ply].state, ply, viewer)


def play_to_the_end(match: Match, user: User) -> Match:
    """Let the person do what an absent player would, and the bots what they do."""
    rules = match.rules
    number = match.seats.get(user=user).number
    for _ in range(3000):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            return match
        if match.to_act == number:
            state = store.load_position(match).state
            match_act(
                code=match.code,
                user=user,
                action=rules.default_action(state, number),
                version=match.version,
                action_id=f"mine-{match.version}",
            )
        else:
            assert bot_acts(match)
    raise AssertionError("the match does not end")


def begun(begin: str, source: Match, user: User) -> Match:
    return again(source, user, 0) if begin == "again" else fork(source, user, ply=2, seat=0)
