"""Say something in a room, whatever it belongs to: one transaction, then the notification."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.locking import lock_person
from accounts.moderation.selectors import is_muted
from games.matches.access import Access, access_match
from games.matches.notify import notify_talk
from games.matches.talk.models import Message, Room
from games.matches.talk.refusals import refuse
from games.matches.talk.selectors import voice_of
from games.matches.talk.words import PHRASES, REACTIONS, clean_text

FLOOD = ((timedelta(seconds=10), 5), (timedelta(minutes=5), 40))
"""Limits on one person's messages per time span, over all rooms."""
REPEATED_WITHIN = timedelta(seconds=30)
KNOWN: dict[str, Mapping[str, object]] = {
    Message.Kind.PHRASE.value: PHRASES,
    Message.Kind.EMOJI.value: REACTIONS,
}


@transaction.atomic
def message_say(*, access: Access, kind: str, body: str) -> Message:
    """Say something in the room of a match this person speaks in; raises TalkRefused.

    Locks the person's row and the room's, never the match's, so that talk does not block play.
    """
    access = access_match(access.user, access.match.code)  # the state now, not when rendered
    voice = voice_of(access)
    if voice.room is None:
        raise refuse("not_here")
    seat = access.seat.number if access.seat else None
    message = room_say(
        {"match": access.match, "kind": voice.room},
        access.user, kind, body,
        fixed="fixed_only" if voice.fixed else "", seat=seat, ply=access.match.ply,
    )  # fmt: skip
    notify_talk(access.match)
    return message


def room_say(
    of: Mapping[str, Any], author: Any, kind: str, body: str, *, fixed: str, **where: Any
) -> Message:
    """Add a person's message to the room `of` something; raises TalkRefused.

    `fixed` is the code of the refusal of free text, if only phrases and reactions are allowed;
    `where` are further fields of the message. Call in a transaction, and notify the room's pages.
    """
    if is_muted(author.pk):
        raise refuse("muted")
    body = _checked(kind, body, fixed=fixed)
    lock_person(author)
    room = room_hold(of)
    _check_flood(author, room, kind, body)
    return message_add(
        room, author=author, name=author.get_username(), kind=kind, body=body, **where
    )


def room_hold(of: Mapping[str, Any]) -> Room:
    """Lock the room of a match, club or event until the transaction ends; create it if needed."""
    Room.objects.get_or_create(**of)
    return Room.objects.select_for_update().get(**of)


def room_count(room: Room) -> int:
    """Number one more message or other change of a locked room, and return that number."""
    room.last += 1
    room.save(update_fields=["last", "phrases_only"])
    return room.last


def message_add(room: Room, **said: Any) -> Message:
    """Add a message to a locked room."""
    return Message.objects.create(room=room, number=room_count(room), **said)


def _checked(kind: str, body: str, *, fixed: str) -> str:
    """Return the validated message, refusing phrases that are not offered."""
    if kind == Message.Kind.TEXT:
        if fixed:
            raise refuse(fixed)
        return clean_text(body)
    if body not in KNOWN.get(kind, {}):
        raise refuse("no_such_phrase")
    return body


def _check_flood(author: Any, room: Room, kind: str, body: str) -> None:
    own = Message.objects.filter(author=author)
    for span, most in FLOOD:
        if own.filter(created_at__gt=Now() - span).count() >= most:
            raise refuse("too_often")
    recent = own.filter(room=room, created_at__gt=Now() - REPEATED_WITHIN).order_by("-number")
    last = recent.first()
    if last is not None and (last.kind, last.body) == (kind, body):
        raise refuse("said_already")
