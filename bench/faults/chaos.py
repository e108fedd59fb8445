"""Breaks processes on a timetable: only those it was given, by pid.

    python -m bench.faults.chaos kill9 --pidfile web.pid --every 5 --count 10

kill9 and term end a process (whoever supervises it starts it anew and writes the pid file again);
stop freezes it for `--for` seconds. A pid is read just before it is used.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

VERBS = ("kill9", "term", "stop")


@dataclass(frozen=True)
class Plan:
    """What is done to a process, how often, with what pauses."""

    verb: str
    every: float
    count: int = 1
    hold: float = 0.0


def strike(verb: str, pid: int) -> None:
    """End or freeze one process."""
    number = {"kill9": signal.SIGKILL, "term": signal.SIGTERM, "stop": signal.SIGSTOP}[verb]
    os.kill(pid, number)


async def unleash(plan: Plan, pid: Callable[[], int]) -> None:
    """Carry a plan out. A frozen process is always set free again."""
    for _ in range(plan.count):
        await asyncio.sleep(plan.every)
        victim = pid()
        strike(plan.verb, victim)
        if plan.verb == "stop":
            try:
                await asyncio.sleep(plan.hold)
            finally:
                os.kill(victim, signal.SIGCONT)


def main() -> None:
    """Run one plan."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument("--pidfile", type=Path, required=True)
    parser.add_argument("--every", type=float, default=5.0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--for", dest="hold", type=float, default=5.0)
    options = parser.parse_args()
    plan = Plan(options.verb, options.every, options.count, options.hold)
    asyncio.run(unleash(plan, lambda: int(options.pidfile.read_text())))


if __name__ == "__main__":
    main()
