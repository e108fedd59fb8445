"""Lets a Python process believe in a wrong time: its folder comes first in PYTHONPATH.

WRONG_BY says by how many seconds. Everything in that process that asks the machine for the time is
told the wrong one; the database is another process and is not.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

import time_machine

WRONG_BY = timedelta(seconds=float(os.environ["WRONG_BY"]))

time_machine.travel(datetime.now(UTC) + WRONG_BY, tick=True).start()
