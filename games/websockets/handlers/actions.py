"""Actions over the WebSocket: a page with an open socket may send them there instead of a POST.

Same service, limits and refusal sentences as a POST, but without routing, cookies and middleware,
which cost several times as much as the action itself. The handshake has checked the origin
(`handshake.py`); every action checks that the session is still valid.

A page sends `{"action": text, "version": text, "action_id": text}`, the fields of the POST. Once
the action is committed, it gets a JSON answer: `action_id` and `status` (that of the POST), then
`ply`, `version`, `head` and `revision`, or `code` and `sentence`. Its new fragments arrive before
the answer. If the answer is lost, the page retries with the same id, over either transport.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import asdict, dataclass
from typing import Any

from accounts.people.sessions import Login, SessionEnded, valid_logins
from accounts.throttle import person_key, throttle_one
from games.engine.contract import Refusal
from games.matches.access import MatchNotFound, access_match
from games.matches.metrics import ACTIONS
from games.matches.requests import (
    PLAYS_A_MINUTE,
    parse_json,
    read_action,
    read_int,
    refusal_sentence,
    refusal_status,
)
from games.matches.services.match_act import match_act
from games.registry import UnknownRules
from games.websockets.handlers.consumer import CLOSE_SIGNED_OUT, Consumer

logger = logging.getLogger(__name__)

FIELDS = {"action", "version", "action_id"}


class ActionConsumer(Consumer):
    """A socket over which its page can act in the match `code`."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Carry out an action request; ignore and count anything else."""
        request = read_request(text_data or "")
        if request is None or self.login is None:
            await super().receive(text_data)
            return
        answer = await self._answer(request, self.login)
        if answer["status"] == 401:
            await self.close(CLOSE_SIGNED_OUT)
            return
        if answer["status"] == 429:
            await super().receive(text_data)
        await self._show(answer.get("revision"))
        await self.send(json.dumps(answer))

    async def _answer(self, request: ActionRequest, login: Login) -> dict[str, Any]:
        """Return the answer to a request.

        Any failure, including that of a thread without a database connection, is a 503. The client
        then cannot know whether the action was accepted; a retry with the same id tells.
        """
        try:
            answer: dict[str, Any] = await self.ask(answer_to, request, self.code, self.user, login)
        except Exception:
            logger.exception("an action on the socket failed", extra={"match": self.code})
            answer = {"action_id": request.action_id, "status": 503}
        return answer

    async def _show(self, revision: int | None) -> None:
        """Push the position after an accepted action, before answering the action."""
        if revision is not None:
            self.show_revision(revision)
        if self.rendering is not None:
            await asyncio.wait([self.rendering])


@dataclass(frozen=True)
class ActionRequest:
    """An action to carry out: the texts that a POST would carry."""

    action: str
    version: str
    action_id: str


def read_request(text: str) -> ActionRequest | None:
    """Parse a message; None if it is nothing that our pages send."""
    try:
        fields = parse_json(text)
    except ValueError:
        return None
    if not isinstance(fields, dict) or set(fields) != FIELDS:
        return None
    return ActionRequest(**fields) if all(isinstance(one, str) for one in fields.values()) else None


def answer_to(request: ActionRequest, code: str, user: Any, login: Login) -> dict[str, Any]:
    """Carry out an action in the match `code`; return the answer, in the active language.

    Answers 401 if `login`, the session that opened the socket, has ended.
    """
    try:
        answer = _accepted_or_refused(request, code, user, login)
    except SessionEnded:
        answer = {"status": 401}
    except (MatchNotFound, UnknownRules):
        answer = {"status": 404}
    return {"action_id": request.action_id, **answer}


def _accepted_or_refused(
    request: ActionRequest, code: str, user: Any, login: Login
) -> dict[str, Any]:
    try:
        throttle_one(person_key(user.pk), "play", limit=PLAYS_A_MINUTE, seconds=60)
        with ACTIONS.time():
            done = match_act(
                code=code,
                user=user,
                action=read_action(request.action),
                version=read_int(request.version, "bad_version"),
                action_id=request.action_id,
                login=login,
            )
        return {"status": 200, **asdict(done)}
    except Refusal as refusal:
        # Some refusals precede the checks of session and match, so check both here: an ended
        # session must learn nothing, and nobody may discover a hidden match by asking.
        if not valid_logins([login]):
            raise SessionEnded from None
        access_match(user, code)
        sentence = refusal_sentence(refusal, code)
        return {"status": refusal_status(refusal), "code": refusal.code, "sentence": sentence}
