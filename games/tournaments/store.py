"""A tournament's state from its actions, kept per process by (tournament, number of actions)."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from games.tournaments.director.actions import Action
from games.tournaments.director.fold import BLANK, fold
from games.tournaments.director.state import State
from games.tournaments.models import DirectorAction, Tournament

KEPT = 100


class States:
    """The newest known state of the tournaments used last."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, State] = OrderedDict()
        self._lock = Lock()

    def get(self, key: int) -> State:
        """Return the newest known state, BLANK where none is."""
        with self._lock:
            state = self._known.get(key, BLANK)
            if key in self._known:
                self._known.move_to_end(key)
            return state

    def put(self, key: int, state: State) -> None:
        """Keep a committed state unless a newer one is known."""
        with self._lock:
            if self._known.get(key, BLANK).no <= state.no:
                self._known[key] = state
                self._known.move_to_end(key)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._known.clear()


STATES = States()


def actions_of(tournament: Tournament, after: int = 0, upto: int | None = None) -> list[Action]:
    """Return the stored actions in their order, those numbered from `after` + 1 to `upto`."""
    rows = DirectorAction.objects.filter(tournament=tournament, no__gt=after).order_by("no")
    if upto is not None:
        rows = rows.filter(no__lte=upto)
    return [Action(row.kind, row.payload, row.reason) for row in rows]


def load_state(tournament: Tournament) -> State:
    """Return the state after the `no` actions of the tournament's row.

    Call it with a row as it was read, never as it is about to be written: what the cache is given
    must be committed.
    """
    known = STATES.get(tournament.pk)
    if known.no > tournament.no:
        known = BLANK
    if known.no == tournament.no:
        return known
    state = fold(actions_of(tournament, known.no, tournament.no), known)
    STATES.put(tournament.pk, state)
    return state
