"""Commentators write and draw on what is on show. The caller has passed `access_show`.

What they write are comments of the replay (`replays/services/talk.py`), where they stay.
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.db import transaction

from games.broadcasts.access import ShowAccess
from games.broadcasts.models import Drawing
from games.broadcasts.presenters import drawn_at
from games.broadcasts.refusals import refuse
from games.broadcasts.services.advance import show_change
from replays.services.talk import comment_add

ELEMENT = re.compile(r"[A-Za-z][\w-]{0,39}(?:/[0-9]{1,2}){0,8}", re.ASCII)
"""An element of the table: the id of one, and the way down from there, child by child."""
SCALE = 1000
MOST_AT_A_PLY, MOST = 20, 1000


@transaction.atomic
def remark_say(*, access: ShowAccess, ply: int, text: str) -> None:
    """Comment on a position on show; raises BroadcastRefusal, ReplayRefusal."""
    _check(access, ply)
    comment_add(match=access.show.match, author=access.user, ply=ply, text=text)
    show_change(access.show)


@transaction.atomic
def remark_draw(*, access: ShowAccess, ply: int, mark: str) -> None:
    """Draw a mark, JSON of one or two places, on a position on show; raises BroadcastRefusal."""
    _check(access, ply)
    places = _places(mark)
    show_change(access.show)  # locks it, so that the counts stay exact
    drawn = Drawing.objects.filter(show=access.show)
    if drawn.count() >= MOST or drawn.filter(ply=ply).count() >= MOST_AT_A_PLY:
        raise refuse("too_many")
    Drawing.objects.create(show=access.show, ply=ply, author=access.user, places=places)


@transaction.atomic
def remark_clear(*, access: ShowAccess, ply: int) -> None:
    """Remove what the commentator has drawn and is seen at a position on show."""
    _check(access, ply)
    drawn_at(access.show, ply).filter(author=access.user).delete()
    show_change(access.show)


def _check(access: ShowAccess, ply: int) -> None:
    if not access.comments:
        raise refuse("not_commentator")
    if access.show.ply is None or ply > access.show.ply:
        raise refuse("not_shown")


def _places(mark: str) -> list[Any]:
    """Return the places of a mark, each an element and a point in it, in thousandths."""
    try:
        read: Any = json.loads(mark)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, list) or not 1 <= len(read) <= 2 or not all(map(_is_place, read)):
        raise refuse("bad_mark")
    return read


def _is_place(one: Any) -> bool:
    if not isinstance(one, list) or len(one) != 3 or not isinstance(one[0], str):
        return False
    in_range = all(type(part) is int and 0 <= part <= SCALE for part in one[1:])
    return in_range and ELEMENT.fullmatch(one[0]) is not None
