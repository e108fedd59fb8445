"""Rebuild every ladder from the log, and check the cached ladders against the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.ratings.bound import Couple
from games.ratings.log import LadderKey
from games.ratings.models import Ladder, RatingLog
from games.ratings.replay import replay
from games.ratings.services import cache
from games.ratings.services.ladders import ladder_replay
from games.ratings.state import Member, differences

logger = logging.getLogger(__name__)
CHECKED_EVERY = timedelta(days=1)


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


def ladder_differences(ladder: Ladder) -> list[Member | Couple]:
    """Return the members and pairs whose cached state differs from a replay of the log.

    Reads one database snapshot and locks nothing, so matches may end meanwhile.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        kept = cache.load_state(ladder)
        replayed = replay(cache.logged_rows(ladder), start=cache.start_of(ladder))
    return differences(kept, replayed.state)


def ladder_check() -> Ladder | None:
    """Check the ladder that has waited longest, if it was not checked for a day.

    A difference is logged as an error and not repaired: run `rebuild_ratings` once the cause is
    known.
    """
    now = timezone.now()
    due = Ladder.objects.filter(Q(checked_at=None) | Q(checked_at__lt=now - CHECKED_EVERY))
    ladder = due.order_by(F("checked_at").asc(nulls_first=True), "pk").first()
    if ladder is None:
        return None
    Ladder.objects.filter(pk=ladder.pk).update(checked_at=now)
    if wrong := ladder_differences(ladder):
        logger.error(
            "ladder differs from its log", extra={"ladder": str(ladder.key), "members": len(wrong)}
        )
    return ladder
