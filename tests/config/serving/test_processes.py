"""Two processes that cannot hear each other never serve the same database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from config.errors import CannotStart
from config.serving import processes
from games.matches.models import Server
from games.matches.services.servers import server_beat, server_enter

pytestmark = pytest.mark.django_db
Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Let something happen whenever a starting process waits, instead of waiting."""
    monkeypatch.setattr(processes, "LOOK_SECONDS", 0.2)

    def let(happen: Callable[[], object]) -> None:
        monkeypatch.setattr(processes.time, "sleep", lambda _: happen())

    return let


@pytest.fixture
def other() -> Server:
    return server_enter(name="serve elsewhere 1", doorbell="")


def test_a_second_process_without_redis_is_refused_in_one_sentence(
    other: Server, meanwhile: Meanwhile
) -> None:
    meanwhile(lambda: server_beat(other))
    with (
        pytest.raises(CannotStart, match="Without REDIS_URL neither hears"),
        processes.announced("x"),
    ):
        pytest.fail("it started")
    assert [str(server) for server in Server.objects.all()] == ["serve elsewhere 1"]


def test_one_with_another_redis_is_refused(
    other: Server, meanwhile: Meanwhile, settings: Any
) -> None:
    settings.REDIS_URL = "redis://localhost/7"
    meanwhile(lambda: server_beat(other))
    with pytest.raises(CannotStart, match="another REDIS_URL or none"), processes.announced("x"):
        pytest.fail("it started")


def test_processes_with_the_same_redis_start_side_by_side(
    settings: Any, meanwhile: Meanwhile
) -> None:
    settings.REDIS_URL = "redis://localhost/7"
    other = server_enter(name="serve elsewhere 1", doorbell=processes.channel_layer_id())
    meanwhile(lambda: server_beat(other))
    with processes.announced("serve") as beat:
        beat.call()
        assert Server.objects.count() == 2
    assert Server.objects.count() == 1


def test_one_that_was_killed_keeps_nobody_from_starting(
    other: Server, meanwhile: Meanwhile
) -> None:
    meanwhile(lambda: None)
    with processes.announced("serve") as beat:
        Server.objects.all().delete()  # as a restored backup may have it
        beat.call()
        assert Server.objects.count() == 1


def test_who_started_first_stays_and_old_rows_are_forgotten(meanwhile: Meanwhile) -> None:
    gone = server_enter(name="long ago", doorbell="")
    Server.objects.filter(pk=gone.pk).update(seen_at=gone.seen_at - timedelta(hours=2))
    with processes.announced("first"):
        later = server_enter(name="second", doorbell="")
        meanwhile(lambda: server_beat(later))
        first = Server.objects.get(name__startswith="first")
        processes.refuse_the_unheard(first)
        assert not Server.objects.filter(pk=gone.pk).exists()
