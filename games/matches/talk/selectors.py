"""Decide who hears and says what about a match, and read the talk for one reader.

Everybody hears the table. Spectators talk among themselves: until the match is over, no player
hears them or learns that anything was said. Guests hear only the table, so that logging out gains a
player nothing. So do players whose seat a substitute holds; they say nothing until the match is
over, because they know a hand. There are no private messages: everybody hears what a seat says. The
evidence of a report copies only what the reporter could read, and never a card.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import prefetch_related_objects
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.people.models import Tie
from accounts.people.selectors import ties_to, unheard_by
from accounts.selectors import preferences_of
from games.matches.access import Access, access_match
from games.matches.models import Match, Seat
from games.matches.presenters import seat_names
from games.matches.talk.models import Message, Room
from games.matches.talk.words import PHRASES, REACTIONS, said_plainly

MOST_SHOWN = 80
TalkKey = tuple[Any, ...]


@dataclass(frozen=True)
class Said:
    """One message as a reader sees it. `bot`: the seat of the bot that said it, if one did."""

    message: Message
    room: str
    text: str
    sign: str
    word: str
    bot: Seat | None = None
    card: Any = None
    """What the message links to, as its template shows it."""

    @property
    def is_behind(self) -> bool:
        """Tell whether a spectator said it."""
        return self.room == WATCHERS


@dataclass(frozen=True)
class Neighbour:
    """Somebody else who sits or speaks here, and whether the reader muted or blocked them."""

    user: Any
    is_muted: bool
    is_blocked: bool


def lasts_of(match_code: str) -> dict[str, int]:
    """Return the number of the newest message in each room of a match, for internal use."""
    return lasts_of_all([match_code])[match_code]


def lasts_of_all(match_codes: Collection[str]) -> dict[str, dict[str, int]]:
    """Return the same for many matches, in one statement."""
    rooms = Room.objects.filter(match__code__in=match_codes)
    lasts: dict[str, dict[str, int]] = {code: {} for code in match_codes}
    for code, kind, last in rooms.values_list("match__code", "kind", "last"):
        lasts[code][kind] = last
    return lasts


def talk_key(access: Access, lasts: Mapping[str, int] | None = None) -> TalkKey:
    """Return a cache key that changes whenever this reader would see something different.

    `lasts` gives each room's newest message number, if it has been read already.
    """
    voice, lasts = voice_of(access), lasts_of(access.match.code) if lasts is None else lasts
    return (voice, *(lasts.get(room, 0) for room in voice.hears))


def is_behind(shown: TalkKey, lasts: Mapping[str, int]) -> bool:
    """Tell whether a page that shows `shown` lacks messages its reader may hear."""
    voice, *known = shown
    return known != [lasts.get(room, 0) for room in voice.hears]


def has_heard_all(told: int, lasts: Mapping[str, int], *, is_guest: bool) -> bool:
    """Tell whether a page showing a running match's talk up to `told` certainly lacks nothing.

    Guests hear only the table. For others this holds only while no spectator has spoken.
    """
    return told == lasts.get(SEATS, 0) and (is_guest or not lasts.get(WATCHERS))


def talk_context(access: Access, lasts: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return the context of the talk's fragment for one reader; `lasts` as for `talk_key`."""
    voice, lasts = voice_of(access), lasts_of(access.match.code) if lasts is None else lasts
    messages = _messages(access, [kind for kind in voice.hears if lasts.get(kind)])
    of_people = [one for one in messages if _bot_of(one, access.seats) is None]
    if len(of_people) < len(messages) and not preferences_of(access.user).bot_emotes:
        messages = of_people
    unheard = unheard_by(access.user) if messages else set()
    return {
        "match": access.match,
        "user": access.user,
        "me": access.seat.number if access.seat else None,
        "voice": voice,
        "say_url": reverse("talk:say", args=[access.match.code]),
        "said": [
            replace(said_of(one, one.room.kind), bot=_bot_of(one, access.seats))
            for one in messages
            if one.author_id not in unheard
        ],
        "neighbours": _neighbours(access, messages),
        "talk_revision": sum(lasts.get(room, 0) for room in voice.hears),
        **phrases_context(),
    }


def phrases_context() -> dict[str, Any]:
    """Return what everybody may say anywhere, as templates need it."""
    return {
        "phrases": [(key, said_plainly("phrase", key)) for key in PHRASES],
        "reactions": [(key, sign, word) for key, (sign, word) in REACTIONS.items()],
    }


def _messages(access: Access, rooms: Collection[str]) -> list[Message]:
    """Return the newest messages of these rooms, oldest first."""
    found: list[Message] = []
    for kind in rooms:
        rows = Message.objects.filter(room__match=access.match, room__kind=kind)
        rows = rows.select_related("room", "author").order_by("-number")
        found.extend(rows[:MOST_SHOWN])
    return sorted(found, key=lambda one: (one.created_at, one.pk))


def _bot_of(message: Message, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat of the bot that showed this; people's messages have an author."""
    if message.author_id is not None or message.seat is None:
        return None
    return seats[message.seat] if seats[message.seat].bot else None


def said_of(message: Message, room: str) -> Said:
    """Return a message of a room of some kind in the active language."""
    is_sign = message.kind == Message.Kind.EMOJI and message.body in REACTIONS
    sign, word = REACTIONS[message.body] if is_sign else ("", "")
    return Said(message, room, said_plainly(message.kind, message.body), sign, word)


def _neighbours(access: Access, messages: list[Message]) -> list[Neighbour]:
    """Return the other people who sit here or were heard, by name."""
    if not access.user.is_authenticated:
        return []
    prefetch_related_objects(access.seats, "user")  # seats read for an action lack their users
    people = {seat.user_id: seat.user for seat in access.seats if seat.user_id is not None}
    people |= {one.author_id: one.author for one in messages if one.author_id is not None}
    people.pop(access.user.pk, None)
    if not people:
        return []
    ties = ties_to(access.user, people)
    found = [
        Neighbour(user, (pk, Tie.Kind.MUTE) in ties, (pk, Tie.Kind.BLOCK) in ties)
        for pk, user in people.items()
    ]
    return sorted(found, key=lambda neighbour: str(neighbour.user.username).lower())


SEATS, WATCHERS = Room.Kind.SEATS.value, Room.Kind.WATCHERS.value
OVER = (Match.Status.FINISHED, Match.Status.VOID)


@dataclass(frozen=True)
class Voice:
    """The rooms a person hears, the one they speak in (or None), and whether in fixed phrases."""

    hears: tuple[str, ...]
    room: str | None
    fixed: bool


def voice_of(access: Access) -> Voice:
    """Return what somebody whose access was checked may hear and say now."""
    match, is_known = access.match, access.user.is_authenticated and not access.user.is_guest
    behind = access.seat is None and match.version > 0 and match.status not in OVER
    has_left = behind and access.has_left
    hears_watchers = match.status in OVER or (behind and is_known and not has_left)
    room = WATCHERS if behind else SEATS
    fixed = match.rated and match.status == Match.Status.RUNNING and not behind
    return Voice(
        hears=(SEATS, WATCHERS) if hears_watchers else (SEATS,),
        room=room if is_known and match.status != Match.Status.CLOSED and not has_left else None,
        fixed=fixed,
    )


def render_talk(access: Access, *, oob: bool = True, lasts: Mapping[str, int] | None = None) -> str:
    """Render the page's talk fragment, with `oob` as an out-of-band replacement."""
    return render_to_string("matches/_talk.html", {**talk_context(access, lasts), "oob": oob})


def render_talk_since(
    user: Any, code: str, known: TalkKey, revision: int | None = None
) -> tuple[TalkKey, str] | None:
    """Return the fragment with its key, or None if the page shows it already.

    With `revision`, cached rows of a started match that are at least as new are not read again.
    """
    access = access_match(user, code, revision)
    lasts = lasts_of(access.match.code)
    key = talk_key(access, lasts)
    return None if key == known else (key, render_talk(access, lasts=lasts))


MOST_COPIED = 100


def evidence_of(access: Access) -> dict[str, Any]:
    """Return a copy of the messages, including muted people's, and the names at the table."""
    rows = Message.objects.filter(
        room__match=access.match, room__kind__in=voice_of(access).hears
    ).select_related("room")
    newest = sorted(rows.order_by("-created_at")[:MOST_COPIED], key=lambda one: one.created_at)
    return {
        "messages": [
            {"room": message.room.kind, "ply": message.ply, **message_copy(message)}
            for message in newest
        ],
        "seats": seat_names(access.seats),
        "game": access.match.game,
        "status": access.match.status,
    }


def message_copy(message: Message) -> dict[str, Any]:
    """Return a message as the evidence of a report keeps it."""
    return {
        "number": message.number,
        "at": message.created_at.isoformat(timespec="seconds"),
        "author": message.name,
        "kind": message.kind,
        "body": said_plainly(message.kind, message.body),
    }
