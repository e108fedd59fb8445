"""The event that is exported in several forms."""

from __future__ import annotations

import pytest

from tests.tournaments.direct.support import event


@pytest.fixture(scope="module")
def duels():
    """Five entries, three rounds: a bye, a requested bye, a forfeit, a draw."""
    held = event(5, rounds=3)
    held.play_round()
    held.do("absent", entry=5, round=2)
    held.publish()
    held.do("no_show", entry=held.seats()[0][0])
    table = held.state.current.tables[1]
    held.result(2, tuple(table.seats))
    held.do("close_round")
    held.play_round()
    return held
