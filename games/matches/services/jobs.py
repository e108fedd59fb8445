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
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from games.matches.models.job import Job
from games.matches.services.bot_pool import pool_is_free
from games.registry import UnknownRules

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=90)
J = TypeVar("J", bound=Job)


def job_slice(
    jobs: QuerySet[J],
    work: Callable[[J, float], bool],
    seconds: float,
    keep: Callable[[J, bool], None] = lambda job, is_done: None,
    failed: Callable[[J], None] = lambda job: None,
) -> bool:
    """Work on the first of some ordered jobs that is due; return whether there was one.

    `work(job, until)` changes the job until a time of the monotonic clock, and returns whether it
    is done. `keep(job, is_done)` writes the rows beside it, and is called in the transaction that
    stores it; `failed(job)` in that which marks it as failed.
    """
    if not pool_is_free() or (claim := _claim(jobs)) is None:
        return False
    job, since = claim
    claimed = job.due_at
    try:
        _keep(job, since, work(job, time.monotonic() + seconds), keep)
    except BrokenExecutor:
        return True  # its process died: the job is due again when the claim ends
    except Exception as error:
        model = jobs.model
        if not isinstance(error, UnknownRules):  # a game that's gone is nobody's error
            logger.exception("%s failed", model.__name__, extra={"match": job.match.code})
        mine = model._default_manager.filter(pk=job.pk, due_at=claimed)
        with transaction.atomic():
            if mine.update(state=Job.State.FAILED, due_at=None):
                failed(job)
    return True


@transaction.atomic
def _claim(jobs: QuerySet[J]) -> tuple[J, datetime | None] | None:
    """Claim the first job that is due; return it, and since when it was due."""
    due = jobs.filter(due_at__lte=Now()).select_related("match")
    for job in due.select_for_update(skip_locked=True, of=("self",), no_key=True)[:1]:
        since, job.due_at = job.due_at, timezone.now() + CLAIM
        job.save(update_fields=["due_at"])
        return job, since
    return None


@transaction.atomic
def _keep(job: J, since: datetime | None, is_done: bool, keep: Callable[[J, bool], None]) -> None:
    """Store a slice, unless it took so long that another process claimed the job.

    The job keeps its place in the queue.
    """
    mine = type(job)._default_manager.select_for_update(no_key=True)
    if not mine.filter(pk=job.pk, due_at=job.due_at).exists():
        return
    keep(job, is_done)
    if is_done:
        job.state, job.due_at = Job.State.DONE, None
    else:
        job.due_at = since
    job.save()
