"""Define the job that checks each ladder's cache against the log."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from games.ratings.models import Ladder
from games.ratings.services.ratings_rebuild import ladder_differences

logger = logging.getLogger(__name__)
EVERY = timedelta(days=1)


def ladder_check() -> Ladder | None:
    """Check the ladder that has waited longest, if it was not checked for a day.

    A difference is logged as an error and not repaired: run `rebuild_ratings` once the cause is
    known.
    """
    now = timezone.now()
    due = Ladder.objects.filter(Q(checked_at=None) | Q(checked_at__lt=now - EVERY))
    ladder = due.order_by(F("checked_at").asc(nulls_first=True), "pk").first()
    if ladder is None:
        return None
    Ladder.objects.filter(pk=ladder.pk).update(checked_at=now)
    if wrong := ladder_differences(ladder):
        logger.error(
            "ladder differs from its log", extra={"ladder": str(ladder.key), "members": len(wrong)}
        )
    return ladder
