"""Periodic jobs: called again and again, whatever happens to one of them."""

from __future__ import annotations

import asyncio

import pytest

from accounts.registry import OVER, Job, periodic_jobs
from config.serving import periodic


async def test_failing_job_is_logged_and_called_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(periodic, "PAUSE_AFTER_ERROR", 0.0)
    calls: list[int] = []
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()

    def fail() -> None:
        calls.append(1)
        if len(calls) == 3:
            loop.call_soon_threadsafe(enough.set)
        raise ValueError("broken on purpose")

    ticking = asyncio.ensure_future(periodic.tick([Job("broken", fail, 0.0)]))
    await asyncio.wait_for(enough.wait(), 60)
    ticking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ticking
    assert any("periodic job failed" in record.getMessage() for record in caplog.records)


async def test_a_job_that_is_over_is_not_called_again() -> None:
    answers = [OVER, None]
    await asyncio.wait_for(periodic.tick([Job("brief", answers.pop, 0.0)]), 60)
    assert answers == []


def test_every_job_that_an_app_names_exists() -> None:
    names = [job.name for job in periodic_jobs()]
    assert "games.matches.services.sweep.sweep" in names
    assert all(job.seconds > 0 for job in periodic_jobs())
