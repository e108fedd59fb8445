"""Say something at a table: one transaction, then the notification."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

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
"""Limits on one person's messages per time span, over all tables."""
REPEATED_WITHIN = timedelta(seconds=30)
KNOWN: dict[str, Mapping[str, object]] = {
    Message.Kind.PHRASE.value: PHRASES,
    Message.Kind.EMOJI.value: REACTIONS,
}


@transaction.atomic
def message_say(*, access: Access, kind: str, body: str) -> Message:
    """Say something in the room this person speaks in; raises TalkRefused.

    Locks the person's row and the room's, never the match's, so that talk does not block play.
    """
    access = access_match(access.user, access.match.code)  # the state now, not when rendered
    voice = voice_of(access)
    if voice.room is None:
        raise refuse("not_here")
    if is_muted(access.user.pk):
        raise refuse("muted")
    body = _checked(kind, body, fixed=voice.fixed)
    lock_person(access.user)
    Room.objects.get_or_create(match=access.match, kind=voice.room)
    room = Room.objects.select_for_update().get(match=access.match, kind=voice.room)
    _check_flood(access, room, kind, body)
    room.last += 1
    room.save(update_fields=["last"])
    message = Message.objects.create(
        room=room,
        number=room.last,
        author=access.user,
        name=access.user.get_username(),
        seat=access.seat.number if access.seat else None,
        kind=kind,
        body=body,
        ply=access.match.ply,
    )
    notify_talk(access.match)
    return message


def _checked(kind: str, body: str, *, fixed: bool) -> str:
    """Return the validated message, refusing phrases that are not offered."""
    if kind == Message.Kind.TEXT:
        if fixed:
            raise refuse("fixed_only")
        return clean_text(body)
    if body not in KNOWN.get(kind, {}):
        raise refuse("no_such_phrase")
    return body


def _check_flood(access: Access, room: Room, kind: str, body: str) -> None:
    own = Message.objects.filter(author=access.user)
    for span, most in FLOOD:
        if own.filter(created_at__gt=Now() - span).count() >= most:
            raise refuse("too_often")
    recent = own.filter(room=room, created_at__gt=Now() - REPEATED_WITHIN).order_by("-number")
    last = recent.first()
    if last is not None and (last.kind, last.body) == (kind, body):
        raise refuse("said_already")
