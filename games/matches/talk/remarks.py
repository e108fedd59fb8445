"""Let bots show an emote now and then, chosen by what everybody saw of the last ply."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from itertools import groupby

from django.db import transaction
from django.db.models.functions import Now

from games.engine.contract import Event
from games.engine.emotes import emotes_after
from games.matches.models import Match, MatchAction, Seat
from games.matches.notify import notify_talk
from games.matches.talk.models import Message, Room
from games.matches.talk.services import message_add, room_hold
from games.matches.talk.words import PHRASES

ONE_IN = 3
"""On average, the events that call for an emote for each that gets one."""
TURNS_BETWEEN = 6
"""A bot's own turns between two of its emotes, at least."""
QUIET = timedelta(seconds=20)
"""The time between two emotes at a table, at least."""


def bots_remark(match: Match, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """After a ply, maybe let one bot show an emote; never in events.

    Match code, ply and seat decide whether: they are public and tell nothing hidden.
    """
    if match.arranged:
        return
    for number, emote in emotes_after(match.rules.showing.emotes, events):
        if seats[number].bot and is_in_the_mood(match.code, match.ply, number):
            _show(match, seats[number], emote)
            return


def is_in_the_mood(code: str, ply: int, seat: int) -> bool:
    """Tell whether a bot reacts to a ply at all: one time in ONE_IN."""
    return sha256(f"emote|{code}|{ply}|{seat}".encode()).digest()[0] % ONE_IN == 0


@transaction.atomic
def _show(match: Match, seat: Seat, emote: str) -> None:
    """Say it at the table, unless this bot or another has done so shortly before."""
    room = room_hold({"match": match, "kind": Room.Kind.SEATS})
    shown = room.messages.filter(author=None, seat__isnull=False)
    if shown.filter(created_at__gt=Now() - QUIET).exists():
        return
    own = shown.filter(seat=seat.number).order_by("-number").first()
    if own is not None and _turns_since(match, seat.number, own.ply or 0) < TURNS_BETWEEN:
        return
    message_add(
        room,
        name=seat.name,
        seat=seat.number,
        kind=Message.Kind.PHRASE if emote in PHRASES else Message.Kind.EMOJI,
        body=emote,
        ply=match.ply,
    )
    notify_talk(match)


def _turns_since(match: Match, seat: int, ply: int) -> int:
    """Return how many turns, of one or more actions each, a seat has had after a ply."""
    later = MatchAction.objects.filter(match=match, ply__gt=ply).order_by("ply")
    return sum(one == seat for one, _ in groupby(later.values_list("seat", flat=True)))
