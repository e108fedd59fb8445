"""Rebuild every ladder from the log, and check the cache against the log."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction

from games.ratings.log import LadderKey
from games.ratings.models import Ladder, RatingLog
from games.ratings.replay import Member, replay
from games.ratings.rows import settled_rows
from games.ratings.services import cache
from games.ratings.services.ladders import ladder_replay
from games.ratings.snapshot import differences


def ratings_rebuild() -> Iterator[Ladder]:
    """Rebuild every ladder, one transaction each; yield each when it is done."""
    for key in _logged_keys():
        with transaction.atomic():
            ladder, _ = Ladder.objects.select_for_update().get_or_create(**key._asdict())
            ladder_replay(ladder)
        yield ladder


def _logged_keys() -> list[LadderKey]:
    """Return every ladder found in rated matches or in the cache, seasons in order."""
    rated = RatingLog.objects.filter(why="", void=False)
    logged = rated.values_list("ladders", flat=True).distinct()
    keys = {LadderKey(*key.split("/")) for row in logged.iterator() for key in row}
    return sorted(keys | {ladder.key for ladder in Ladder.objects.all()})


def ladder_differences(ladder: Ladder) -> list[Member]:
    """Return the members whose cached state differs from a replay of the log.

    Reads one database snapshot and locks nothing, so matches may end meanwhile.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        kept = cache.load_state(ladder)
        replayed = replay(settled_rows(ladder), start=cache.start_of(ladder))
    return differences(kept, replayed.state)
