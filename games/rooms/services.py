"""Say something in a club's or an event's room, and moderate it: one transaction each."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.models import User
from accounts.people.selectors import unheard_by
from accounts.people.services.notices import notice_send, notices_send
from accounts.people.words import MENTION, MENTIONED, REPORTED
from accounts.selectors import preferences_of
from games.matches.talk.models import Message, RoomMute
from games.matches.talk.refusals import refuse
from games.matches.talk.services import room_count, room_hold, room_say
from games.rooms.access import RoomAccess, RoomNotFound, access_room, rooms_of_club
from games.rooms.links import names_in
from games.rooms.selectors import hearing_of, people_named
from games.websockets.groups import notify_on_commit

MUTES = {"1": 1, "7": 7, "0": None}
"""The days for which officers can mute somebody; None: for good."""


def room_group(place: str) -> str:
    """Return the channel group of the open pages of the room at `place`."""
    return f"room.{place}"


def _tell(*places: str) -> None:
    """Notify the pages after the commit that something changed; each reads what it may see."""
    notify_on_commit(*map(room_group, places), message={"type": "talk.changed"})


@transaction.atomic
def message_say(*, access: RoomAccess, kind: str, body: str) -> Message:
    """Say something in a club's or an event's room; raises TalkRefused, RoomNotFound."""
    access = access_room(access.user, access.place)  # as things are now
    hearing = hearing_of(access)
    if hearing.silence:
        raise refuse(hearing.silence)
    fixed = "phrases_only" if hearing.is_fixed else ""
    message = room_say(access.of, access.user, kind, body, fixed=fixed)
    if kind == Message.Kind.TEXT:
        _tell_mentioned(access, message)
    _tell(access.place)
    return message


def _tell_mentioned(access: RoomAccess, message: Message) -> None:
    """Notify those who are mentioned, want that, hear the author, and may read it now."""
    author = access.user
    for person in people_named(access, names_in(message.body)).exclude(pk=author.pk):
        wants = preferences_of(person).hear_mentions and author.pk not in unheard_by(person)
        if wants and _reads_now(person, access.place):
            notice_send(
                user=person, kind=MENTION, subject=f"room.{message.room_id}", text=MENTIONED,
                args={"name": author.get_username(), "room": access.title}, url=access.url,
            )  # fmt: skip


@transaction.atomic
def message_remove(*, access: RoomAccess, number: int) -> None:
    """Delete one's own message, or as an officer remove somebody's, which leaves a trace."""
    room = room_hold(access.of)
    message = _readable(access, number)
    if message.author_id == access.user.pk:
        message.delete()
    else:
        _check_officer(access)
        message.body, message.is_removed = "", True
        message.save(update_fields=["body", "is_removed"])
        _write(access, "removed_message", message.name)
    room_count(room)
    _tell(access.place)


@transaction.atomic
def person_mute(*, access: RoomAccess, number: int, days: str) -> None:
    """Silence the author of a message in this room, for one of MUTES."""
    _check_officer(access)
    if days not in MUTES:
        raise refuse("no_such_time")
    room = room_hold(access.of)
    author = _readable(access, number).author
    if author is None:
        raise refuse("no_such_message")
    if access.officers().filter(pk=author.pk).exists():
        raise refuse("officer_too")
    span = MUTES[days]
    until = None if span is None else timezone.now() + timedelta(days=span)
    RoomMute.objects.update_or_create(
        room=room, user=author, defaults={"by": access.user, "until": until}
    )
    _write(access, "muted_in_chat", author.get_username())
    room_count(room)
    _tell(access.place)


@transaction.atomic
def person_unmute(*, access: RoomAccess, user_id: int) -> None:
    """End a mute; nothing happens if there is none."""
    _check_officer(access)
    room = room_hold(access.of)
    mute = RoomMute.objects.filter(room=room, user=user_id).select_related("user").first()
    if mute is None:
        return
    mute.delete()
    _write(access, "unmuted_in_chat", mute.user.get_username())
    room_count(room)
    _tell(access.place)


@transaction.atomic
def phrases_set(*, access: RoomAccess, only: bool) -> None:
    """Allow phrases and reactions alone in a room, or free text again; officers always write."""
    _check_officer(access)
    room = room_hold(access.of)
    room.phrases_only = only
    room_count(room)
    _tell(access.place)


def officers_told(access: RoomAccess, message: Message) -> None:
    """Notify the room's other officers that somebody reported a message, but not who.

    Those who play must not learn that anything was said.
    """
    officers = access.officers().exclude(pk__in=[access.user.pk, message.author_id or 0])
    notices_send(
        users=[one for one in officers if _reads_now(one, access.place)],
        kind="report", subject=f"room.{message.room_id}.{message.number}",
        text=REPORTED, args={"name": message.name, "room": access.title},
        url=f"{access.url}?before={message.number + 10}#said-{access.kind}-{message.number}",
    )  # fmt: skip


def _reads_now(person: User, place: str) -> bool:
    """Tell whether somebody may read what is said in a room now."""
    try:
        return access_room(person, place).hidden_since is None
    except RoomNotFound:
        return False


def rooms_check(club: Club, user: User, verb: str) -> None:
    """Make the pages of a club's rooms check whether their readers may still read there."""
    _tell(*rooms_of_club(club))


def _readable(access: RoomAccess, number: int) -> Message:
    message = hearing_of(access).messages().filter(number=number, is_removed=False).first()
    if message is None:
        raise refuse("no_such_message")
    return message


def _check_officer(access: RoomAccess) -> None:
    if not access.is_officer:
        raise refuse("not_officer")


def _write(access: RoomAccess, verb: str, about: str) -> None:
    """Write down what an officer did, in the club's activity log if there is a club."""
    if access.club is not None:
        journal_write(club=access.club, actor=access.user, verb=verb, about=about)
