"""A tournament's state from its actions, cached per process by (tournament, number of actions)."""

from __future__ import annotations

from games.matches.recent import Recent
from games.tournaments.direct.actions import Action
from games.tournaments.direct.fold import BLANK, fold
from games.tournaments.direct.state import State
from games.tournaments.models import DirectorAction, Tournament

KEPT = 100
STATES: Recent[State] = Recent(KEPT, lambda known: known.no)
"""The latest committed state of each recently used tournament."""


def actions_of(tournament: Tournament, after: int = 0, upto: int | None = None) -> list[Action]:
    """Return the stored actions in order, numbered from `after` + 1 to `upto`."""
    rows = DirectorAction.objects.filter(tournament=tournament, no__gt=after).order_by("no")
    if upto is not None:
        rows = rows.filter(no__lte=upto)
    return [Action(row.kind, row.payload, row.reason) for row in rows]


def load_state(tournament: Tournament) -> State:
    """Return the state after the `no` actions of the tournament's row.

    Call it with a row as read from the database, never as about to be written: the cache may only
    receive committed states.
    """
    known = STATES.get(tournament.pk) or BLANK
    if known.no > tournament.no:
        known = BLANK
    if known.no == tournament.no:
        return known
    state = fold(actions_of(tournament, known.no, tournament.no), known)
    STATES.put(tournament.pk, state)
    return state


PAST: Recent[State] = Recent(20)
"""Earlier states, by tournament and number of actions: they never change."""


def state_at(tournament: Tournament, no: int) -> State:
    """Return the state after the first `no` actions, all of them committed."""
    return PAST.get_or_make((tournament.pk, no), lambda: fold(actions_of(tournament, upto=no)))


PAIRING = ("propose_round", "set_tables", "swap", "give_bye")
"""The kinds of actions that make a round, the first of them afresh."""


def round_made(tournament: Tournament, number: int) -> tuple[DirectorAction, DirectorAction] | None:
    """Return the proposal of a round, and the last action that changed it before publication."""
    made = DirectorAction.objects.filter(
        tournament=tournament, kind__in=PAIRING, payload__round=number
    ).order_by("no")
    proposed = made.filter(kind=PAIRING[0]).last()
    last = made.last()
    return None if proposed is None or last is None else (proposed, last)


def game_made(tournament: Tournament, table: int) -> DirectorAction | None:
    """Return the action that paired a table of an arena."""
    paired = DirectorAction.objects.filter(tournament=tournament, kind="pair_free")
    return paired.filter(payload__tables__contains=[{"table": table}]).order_by("no").last()
