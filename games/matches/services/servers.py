"""Register live server processes, so that two with separate channel layers never both serve.

Every time here is the database's. A killed process leaves its row behind, so a fresh row alone
proves nothing: its heartbeat must be observed.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.matches.clock import database_now
from games.matches.models import Server

FRESH = timedelta(seconds=10)
FORGOTTEN = timedelta(hours=1)


@transaction.atomic
def server_enter(*, name: str, doorbell: str) -> Server:
    """Register a new process, and delete those that died long ago."""
    now = database_now()
    Server.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    return Server.objects.create(name=name[:120], doorbell=doorbell, started_at=now, seen_at=now)


def server_beat(server: Server) -> None:
    """Record the process's heartbeat, even after somebody has emptied the database table."""
    server.seen_at = database_now()
    server.save()


def server_leave(server: Server) -> None:
    """Unregister a process that exits."""
    Server.objects.filter(pk=server.pk).delete()


def servers_unheard(server: Server) -> QuerySet[Server]:
    """Return earlier, possibly live processes whose notifications `server` would not receive."""
    earlier = Q(started_at__lt=server.started_at) | Q(
        started_at=server.started_at, pk__lt=server.pk
    )
    found = Server.objects.filter(earlier, seen_at__gt=database_now() - FRESH)
    return found.exclude(doorbell=server.doorbell) if server.doorbell else found
