"""Work on jobs about finished matches, in slices, while no bot of this process thinks.

Any process takes a slice, and stores it before the next begins; so one may die at any time, and
another goes on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from games.matches.models.job import Job
from games.matches.services.bot_pool import pool_is_free
from games.registry import UnknownRules

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=90)
J = TypeVar("J", bound=Job)


def job_slice(model: type[J], work: Callable[[J, float], bool], seconds: float) -> bool:
    """Work on the job that comes next; return whether there was one.

    `work(job, until)` changes the job until a time of the monotonic clock, and returns whether it
    is done.
    """
    if not pool_is_free() or (claim := _claim(model)) is None:
        return False
    job, since = claim
    claimed = job.due_at
    try:
        _keep(model, job, since, work(job, time.monotonic() + seconds))
    except BrokenExecutor:
        return True  # its process died: the job is due again when the claim ends
    except Exception as error:
        if not isinstance(error, UnknownRules):  # a game that's gone is nobody's error
            logger.exception("%s failed", model.__name__, extra={"match": job.match.code})
        mine = model._default_manager.filter(pk=job.pk, due_at=claimed)
        mine.update(state=Job.State.FAILED, due_at=None)
    return True


@transaction.atomic
def _claim(model: type[J]) -> tuple[J, datetime | None] | None:
    """Claim the job that has waited longest; return it, and since when it was due."""
    due = model._default_manager.filter(due_at__lte=Now()).select_related("match")
    locked = due.select_for_update(skip_locked=True, of=("self",), no_key=True)
    for job in locked.order_by("due_at", "pk")[:1]:
        since, job.due_at = job.due_at, timezone.now() + CLAIM
        job.save(update_fields=["due_at"])
        return job, since
    return None


@transaction.atomic
def _keep(model: type[J], job: J, since: datetime | None, is_done: bool) -> None:
    """Store a slice, unless it took so long that another process claimed the job.

    The job keeps its place in the queue.
    """
    mine = model._default_manager.select_for_update(no_key=True)
    if not mine.filter(pk=job.pk, due_at=job.due_at).exists():
        return
    if is_done:
        job.state, job.due_at = Job.State.DONE, None
    else:
        job.due_at = since
    job.save()
