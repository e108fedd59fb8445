"""The second door for actions: a page whose link is open may ask on it instead of posting.

Same service, same limits, same sentences as a POST; no request to route, no cookies to read and
no middlewares, which cost several times what the action does. The handshake has shown that the
page is ours (`config/origin.py`); that its session still stands is looked at for every action.

A page sends `{"action": text, "version": text, "action_id": text}`, the fields of the POST, and is
answered once the action is committed, as JSON: `action_id` and `status` (what a POST would have
answered with), then `ply`, `version`, `head` and `revision`, or `code` and `sentence`. Its new
fragments come before the answer. One that got lost is asked for again, by whichever door, with the
same id.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from accounts.people.standing import Claim, SessionEnded, claims_that_stand
from accounts.throttle import person_key, throttle_one
from games.engine.contract import Refusal
from games.matches.access import MatchNotFound, access_match
from games.matches.answers import PLAYS_A_MINUTE, refusal_sentence, refusal_status
from games.matches.metrics import ACTIONS
from games.matches.posted import parse_json, read_action, read_int
from games.matches.services.match_act import match_act
from games.registry import UnknownRules

TEXTS = {"action", "version", "action_id"}


@dataclass(frozen=True)
class Asked:
    """An action as a page asks for it: the texts that a POST would carry."""

    action: str
    version: str
    action_id: str


def read_asked(text: str) -> Asked | None:
    """Return what a frame asks for, or None if it is nothing that a page of ours sends."""
    try:
        asked = parse_json(text)
    except ValueError:
        return None
    if not isinstance(asked, dict) or set(asked) != TEXTS:
        return None
    return Asked(**asked) if all(isinstance(value, str) for value in asked.values()) else None


def answer_to(asked: Asked, code: str, user: Any, claim: Claim) -> dict[str, Any]:
    """Carry out an action in the match `code`; return the answer, in the active language.

    Where the session of `claim`, which opened the link, has ended, it is a 401.
    """
    try:
        told = _told(asked, code, user, claim)
    except SessionEnded:
        told = {"status": 401}
    except (MatchNotFound, UnknownRules):
        told = {"status": 404}
    return {"action_id": asked.action_id, **told}


def _told(asked: Asked, code: str, user: Any, claim: Claim) -> dict[str, Any]:
    try:
        return _accepted(asked, code, user, claim)
    except Refusal as refusal:
        return _refused(refusal, code, user, claim)


def _accepted(asked: Asked, code: str, user: Any, claim: Claim) -> dict[str, Any]:
    throttle_one(person_key(user.pk), "play", limit=PLAYS_A_MINUTE, seconds=60)
    with ACTIONS.time():
        done = match_act(
            code=code,
            user=user,
            action=read_action(asked.action),
            version=read_int(asked.version, "bad_version"),
            action_id=asked.action_id,
            claim=claim,
        )
    return {"status": 200, **asdict(done)}


def _refused(refusal: Refusal, code: str, user: Any, claim: Claim) -> dict[str, Any]:
    """Return what a refusal is answered with.

    Some are made before the session and the match are looked at: whose session has ended hears of
    nothing, and of a hidden match nobody hears by asking.
    """
    if not claims_that_stand([claim]):
        raise SessionEnded
    access_match(user, code)
    sentence = refusal_sentence(refusal, code)
    return {"status": refusal_status(refusal), "code": refusal.code, "sentence": sentence}
