"""Actions over the WebSocket: a page with an open socket may send them there instead of a POST.

Same service, limits and refusal sentences as a POST, but without routing, cookies and middleware,
which cost several times as much as the action itself. The handshake has checked the origin
(`config/origin.py`); every action checks that the session is still valid.

A page sends `{"action": text, "version": text, "action_id": text}`, the fields of the POST. Once
the action is committed, it gets a JSON answer: `action_id` and `status` (that of the POST), then
`ply`, `version`, `head` and `revision`, or `code` and `sentence`. Its new fragments arrive before
the answer. If the answer is lost, the page retries with the same id, over either transport.
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
    """An action request: the texts that a POST would carry."""

    action: str
    version: str
    action_id: str


def read_asked(text: str) -> Asked | None:
    """Parse a frame; None if it is nothing that our pages send."""
    try:
        asked = parse_json(text)
    except ValueError:
        return None
    if not isinstance(asked, dict) or set(asked) != TEXTS:
        return None
    return Asked(**asked) if all(isinstance(value, str) for value in asked.values()) else None


def answer_to(asked: Asked, code: str, user: Any, claim: Claim) -> dict[str, Any]:
    """Carry out an action in the match `code`; return the answer, in the active language.

    Answers 401 if `claim`, the session that opened the socket, has ended.
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
    """Return the answer to a refusal.

    Some refusals precede the checks of session and match, so check both here: an ended session
    must learn nothing, and nobody may discover a hidden match by asking.
    """
    if not claims_that_stand([claim]):
        raise SessionEnded
    access_match(user, code)
    sentence = refusal_sentence(refusal, code)
    return {"status": refusal_status(refusal), "code": refusal.code, "sentence": sentence}
