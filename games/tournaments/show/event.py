"""An event's state as its pages show it: numbers become names, tables links, codes words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.registry import current_rules
from games.tournaments.access import TournamentAccess
from games.tournaments.direct.config import SIZED_FORMATS
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.state import State
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.show.names import entry_faces, entry_names
from games.tournaments.show.settings import format_name, stage_label


@dataclass(frozen=True)
class EventView:
    """What one person may see of an event; all of its pages are built from this."""

    access: TournamentAccess
    state: State
    names: dict[int, str]
    own: int | None

    @property
    def tournament(self) -> Tournament:
        """Return the event's row."""
        return self.access.tournament

    @cached_property
    def own_entries(self) -> set[int | None]:
        """Return the viewer's entry, and that of their team."""
        team = None if self.own is None else self.state.team_of(self.own)
        return {self.own, None if team is None else team.number} - {None}

    @cached_property
    def team_names(self) -> dict[int, str]:
        """Return the name of each member's team."""
        teams = self.state.teams()
        return {one: self.names[team.number] for team in teams for one in team.members}

    @cached_property
    def faces(self) -> dict[int, str]:
        """Return the faces of the entries that have one of their own; takes a query."""
        return entry_faces(self.state)


def event_view(access: TournamentAccess) -> EventView:
    """Return the event as the viewer may see it; proposed rounds only for directors and judges."""
    state = access.state
    own = access.entry.number if access.entry is not None else None
    if not access.sees_proposals:
        state = public_state(state)
    return EventView(access, state, entry_names(access.tournament, state), own)


def public_state(state: State) -> State:
    """Return the state without an unpublished round."""
    if state.current is not None and state.current.phase == "proposed":
        return replace(state, rounds=state.rounds[:-1], draw=None)
    return state


def event_context(view: EventView, tab: str) -> dict[str, Any]:
    """Return the context common to all pages of an event."""
    tournament = view.tournament
    return {
        "access": view.access,
        "tournament": tournament,
        "state": view.state,
        "rules": current_rules(tournament.game),
        "tab": tab,
        "me": view.access.entry,
        "club": tournament.club,
        "nav": "tournaments",
        "rounds_planned": last_round(view.state),
        "cut": stage_label(view.state.config),
        "is_sized": view.state.config.format in SIZED_FORMATS,
        "is_arena": view.state.config.format == "arena",
        "has_teams": bool(view.state.config.boards),
        "has_bracket": view.state.config.elimination is not None,
        "format_name": format_name(view.state.config.format),
    }


SHOWN = 10


def announcements_context(view: EventView) -> dict[str, Any]:
    """Return the current announcements, latest first; skip the query if there are none.

    The latest is not folded as long as the event goes on.
    """
    numbers = view.state.announcements[-SHOWN:]
    if not numbers:
        return {}
    actions = DirectorAction.objects.filter(tournament=view.tournament, no__in=numbers)
    rows = [
        {"no": row.no, "text": row.payload["text"], "who": row.actor, "at": row.at}
        for row in actions.select_related("actor").order_by("-no")
    ]
    is_over = view.state.phase in ("finished", "archived")
    return {
        "announced": rows,
        "announced_fresh": None if is_over else rows[0],
        "announced_folded": rows if is_over else rows[1:],
    }
