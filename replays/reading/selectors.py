"""Read people's reads, and draw positions to read."""

from __future__ import annotations

from collections.abc import Iterable
from random import choice, randrange
from typing import Any

from django.db.models import Q, QuerySet

from accounts.people.models import Tie
from accounts.people.selectors import tied, unheard_by
from games.engine.match import still_in
from games.matches.models import Match
from games.registry import ruleset_names
from replays.access import ReplayAccess
from replays.puzzles.access import lent_matches
from replays.puzzles.selectors import is_solver
from replays.reading.access import ReadPosition, position_at
from replays.reading.models import Read
from replays.reading.scoring import Answer
from replays.selectors import match_timeline

MATCHES, POSITIONS = 4, 8
"""How many matches are tried for a position to read, and positions in each."""


def answers_of(read: Read) -> list[Answer]:
    """Return a read's answers."""
    return [Answer(*one) for one in read.answers]


def read_at(position: ReadPosition, user: Any) -> Read | None:
    """Return what a person said at a position, if they have read it."""
    return _reads_at(position).filter(user_id=user.pk).first()


def friends_reads(position: ReadPosition, reader: Any) -> list[Read]:
    """Return what the people a reader follows said at a position, for one who has read it.

    Those muted, or separated by a block, are left out.
    """
    if not is_solver(reader):
        return []
    found = _reads_at(position).filter(user__in=tied(reader, Tie.Kind.FOLLOW))
    return list(found.exclude(user__in=unheard_by(reader)).select_related("user").order_by("at"))


def _reads_at(position: ReadPosition) -> QuerySet[Read]:
    return Read.objects.filter(match=position.replay.match, ply=position.ply, seat=position.seat)


def reads_of(user: Any) -> QuerySet[Read]:
    """Return a person's reads, the latest first; a visitor has none."""
    return Read.objects.filter(user_id=user.pk).select_related("match").order_by("-at", "-pk")


def open_still(user: Any, reads: Iterable[Read]) -> set[int]:
    """Return the matches of somebody's reads in which they may read still."""
    may = Q(pk__in=lent_matches()) | Q(seats__user=user.pk)
    found = Match.objects.filter(may, pk__in=[one.match_id for one in reads])
    return set(found.values_list("pk", flat=True))


def another(user: Any, game: str = "") -> ReadPosition | None:
    """Return a random position of a match that anybody may read, of a game if one is named."""
    rows = lent_matches().filter(ply__gt=0, version__gt=0)
    rows = rows.filter(game=game) if game else rows
    known = set(ruleset_names())
    for match in rows.order_by("?")[:MATCHES]:
        if f"{match.game}/{match.ruleset}" in known:
            found = _drawn(match, user)
            if found is not None:
                return found
    return None


def _drawn(match: Match, user: Any) -> ReadPosition | None:
    """Return a random position of a match at which the seat is still in, not read before."""
    seats = list(match.seats.select_related("user").order_by("number"))
    replay, timeline = ReplayAccess(match, seats, None), match_timeline(match, seats)
    done = set(reads_of(user).filter(match=match).values_list("ply", "seat"))
    for _ in range(POSITIONS):
        ply, seat = randrange(timeline.last), choice(seats).number
        if (ply, seat) in done or not still_in(timeline.rules, timeline.plies[ply].state, seat):
            continue
        found = position_at(replay, timeline, ply, seat)
        if found is not None:
            return found
    return None


def all_answers(reads: Iterable[Read]) -> list[Answer]:
    """Return the answers of some reads."""
    return [one for read in reads for one in answers_of(read)]
