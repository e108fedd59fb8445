"""Who left, by number and time, in a file beside the database (`LEAVINGS_FILE`).

An older copy of the database, once put back, knows them again; this file tells whom to forget. It
names nobody. Lines are only ever added, each in one write.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

logger = logging.getLogger(__name__)


def leaving_note(number: int) -> None:
    """Add a line; raises OSError, after which the log has it."""
    if not settings.LEAVINGS_FILE:
        return
    line = f"{number} {timezone.now().isoformat()}\n".encode()
    try:
        file = os.open(settings.LEAVINGS_FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, line)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError:
        logger.error("a leaving could not be noted in LEAVINGS_FILE", extra={"user": number})
        raise


def leavings() -> dict[int, datetime]:
    """Return who left, and when last; a line that a power cut left unfinished is passed over."""
    if not settings.LEAVINGS_FILE or not Path(settings.LEAVINGS_FILE).exists():
        return {}
    found = {}
    for line in Path(settings.LEAVINGS_FILE).read_text().splitlines():
        number, _, time = line.partition(" ")
        try:
            found[int(number)] = datetime.fromisoformat(time)
        except ValueError:
            logger.warning("a line of LEAVINGS_FILE cannot be read")
    return found
