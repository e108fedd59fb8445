"""The ids of people who left, and when, in a file beside the database (`LEAVINGS_FILE`).

Restoring an older backup brings them back; this file says whom to delete again. It contains no
names. It is append-only, one write per line.
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
    """Append a line; on OSError, log it and raise."""
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
    """Return the ids of people who left, with the latest time; skip lines cut off by a crash."""
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
