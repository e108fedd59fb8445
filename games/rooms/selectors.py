"""Read the talk of a room for one reader, as a fragment, page or evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property

from accounts.models import User
from accounts.people.selectors import unheard_by
from games.matches.clock import told_now
from games.matches.talk.models import Message, Room, RoomMute
from games.matches.talk.selectors import (
    Said,
    Voice,
    message_copy,
    phrases_context,
    said_of,
)
from games.rooms.access import RoomAccess, RoomNotFound, access_room, place_of, sitting
from games.rooms.links import card_of, marked, names_in, without_link

PER_PAGE = 50
MOST_CARDS = 10
MOST_FOUND = 8
BEFORE, AFTER = 30, 10
"""The messages before and after the one reported that a report copies."""
RoomKey = tuple[Any, ...]


@dataclass(frozen=True)
class Hearing:
    """A room's settings, as they are for one reader now."""

    access: RoomAccess
    room: Room | None
    mute: RoomMute | None

    @property
    def is_fixed(self) -> bool:
        """Tell whether this person may only use phrases: officers may always write."""
        return bool(self.room and self.room.phrases_only and not self.access.is_officer)

    @cached_property
    def voice(self) -> Voice:
        """Return what this person may say now."""
        kind = self.access.kind
        return Voice((kind,), None if self.silence else kind, self.is_fixed)

    @property
    def silence(self) -> str:
        """Return the code of the refusal if this person may not say anything now, else ""."""
        if self.access.hidden_since is not None:
            return "playing"
        if self.access.is_closed:
            return "closed"
        return "" if self.mute is None else "muted_here"

    @property
    def key(self) -> RoomKey:
        """Return a value that changes whenever this reader would see something different.

        For a player at a table it is the same whatever others do meanwhile.
        """
        last = self.room.last if self.room and not self.access.hidden_since else 0
        muted = (self.mute.pk, self.mute.until) if self.mute else None
        return (last, self.access.hidden_since, self.access.is_officer, self.silence, muted)

    def messages(self) -> QuerySet[Message]:
        """Return the messages that this reader may read, unordered."""
        found = Message.objects.filter(room=self.room).exclude(
            author__in=unheard_by(self.access.user)
        )
        if self.access.hidden_since is not None:
            found = found.filter(created_at__lt=self.access.hidden_since)
        return found.select_related("author")


def hearing_of(access: RoomAccess) -> Hearing:
    """Return the room and its settings for somebody whose access was checked."""
    room = Room.objects.filter(**access.of).first()
    return Hearing(access, room, None if room is None else mute_of(room, access.user))


def mute_of(room: Room, user: Any) -> RoomMute | None:
    """Return the officers' mute of a person in a room, if one is in force."""
    return mutes_of(room).filter(user=user).first()


def mutes_of(room: Room) -> QuerySet[RoomMute]:
    """Return the mutes in force in a room, by name."""
    found = RoomMute.objects.filter(Q(until=None) | Q(until__gt=Now()), room=room)
    return found.select_related("user").order_by("user__username")


def room_context(hearing: Hearing, before: int | None = None) -> dict[str, Any]:
    """Return the context of the talk's fragment: the newest messages, or those before a number."""
    access, room = hearing.access, hearing.room
    found = hearing.messages().order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    newest = list(found[: PER_PAGE + 1])
    has_older, shown = len(newest) > PER_PAGE, newest[:PER_PAGE][::-1]
    return {
        "access": access,
        "user": access.user,
        "hearing": hearing,
        "place": access.place,
        "voice": hearing.voice if before is None else replace(hearing.voice, room=None),
        "say_url": reverse("rooms:say", args=[access.place]),
        "said": said_in(access, shown),
        "before": before,
        "older": shown[0].number if has_older else None,
        "mutes": mutes_of(room) if room and access.is_officer else (),
        "talk_revision": int(told_now().timestamp() * 1000),
        **phrases_context(),
    }


def said_in(access: RoomAccess, messages: Sequence[Message]) -> list[Said]:
    """Return messages as a reader sees them: names marked, the newest links to replays as cards."""
    texts = {one.pk: one.body for one in messages if one.kind == Message.Kind.TEXT}
    named = [name for text in texts.values() for name in names_in(text)]
    known = {one.username.lower() for one in people_named(access, named)}
    cards: dict[int, Any] = {}
    for pk, text in [*texts.items()][::-1]:
        if len(cards) < MOST_CARDS and "/replays/" in text:
            cards[pk] = card_of(text, access.user)
    own = access.user.get_username()
    found = []
    for one in messages:
        said = replace(said_of(one, access.kind), card=cards.get(one.pk))
        if one.pk in texts:
            words = without_link(one.body) if said.card else one.body
            said = replace(said, text=marked(words, known, own))
        found.append(said)
    return found


def people_named(access: RoomAccess, names: Collection[str]) -> QuerySet[User]:
    """Return the people of these names who may read here."""
    if not names:
        return User.objects.none()
    wanted = Q()
    for name in {name.lower() for name in names}:
        wanted |= Q(username__iexact=name)
    return access.readers().filter(wanted)


def people_beginning(access: RoomAccess, start: str) -> list[str]:
    """Return some names of readers that begin like this, without the asker's own."""
    found = access.readers().filter(username__istartswith=start).exclude(pk=access.user.pk)
    return list(found.order_by("username").values_list("username", flat=True)[:MOST_FOUND])


def render_room(access: RoomAccess, *, oob: bool = True, before: int | None = None) -> str:
    """Render the talk's fragment, with `oob` as an out-of-band replacement."""
    return _render(hearing_of(access), oob=oob, before=before)


def _render(hearing: Hearing, *, oob: bool, before: int | None = None) -> str:
    context = room_context(hearing, before)
    return render_to_string("rooms/_room.html", {**context, "oob": oob})


def render_room_since(user: Any, place: str, known: RoomKey) -> tuple[RoomKey, str] | None:
    """Return the fragment with its key, or None if the page shows it already."""
    hearing = hearing_of(access_room(user, place))
    return None if hearing.key == known else (hearing.key, _render(hearing, oob=True))


def render_closed() -> str:
    """Render what takes the talk's place on the page of somebody who may no longer read it."""
    return render_to_string("rooms/_closed.html")


def room_or_none(user: Any, place: str) -> RoomAccess | None:
    """Return a room for a page that shows it only to those who may read it."""
    try:
        return access_room(user, place)
    except RoomNotFound:
        return None


def room_news(places: Collection[str], people: Collection[int]) -> tuple[dict[str, int], Any]:
    """Return each room's last number, and which arranged matches of each of these people run."""
    clubs = [one.partition("/")[2] for one in places if one.startswith("club/")]
    events = [one.partition("/")[2] for one in places if one.startswith("event/")]
    rooms = Room.objects.filter(Q(club__slug__in=clubs) | Q(event__code__in=events))
    lasts = {
        place_of({"kind": one.kind, "club": one.club, "event": one.event}): one.last
        for one in rooms.select_related("club", "event")
    }
    return lasts, sitting(people)


def message_in(hearing: Hearing, number: int) -> Message | None:
    """Return the message of this number, if the reader may read it."""
    return hearing.messages().filter(number=number).first()


def evidence_in(hearing: Hearing, message: Message) -> dict[str, Any]:
    """Return a copy of a message and those around it, as the reporter could read them."""
    found = hearing.messages().order_by("-number")
    before = list(found.filter(number__lte=message.number)[: BEFORE + 1])[::-1]
    after = list(found.filter(number__gt=message.number).reverse()[:AFTER])
    return {
        "place": hearing.access.title,
        "room": message.room_id,
        "messages": [
            {**message_copy(one), "is_reported": one.pk == message.pk} for one in [*before, *after]
        ],
    }
