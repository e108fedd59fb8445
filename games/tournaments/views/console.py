"""The console of directors and judges: available actions, their targets, and the journal."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from games.tournaments.access import access_as_director, access_as_judge
from games.tournaments.direct.actions import Button, Kind
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.elimination import is_fixed
from games.tournaments.direct.fold import listed, may, refusal
from games.tournaments.direct.kinds.announcements import MOST_SIGNS, WHILE_SEEN
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.kinds.next_round import round_to_start
from games.tournaments.direct.kinds.start import could_be_round_robin
from games.tournaments.direct.round import byes_of
from games.tournaments.direct.state import State
from games.tournaments.rank.points import points_text
from games.tournaments.selectors.events import done_in
from games.tournaments.selectors.people import hints, members_to_enter, no_shows_of
from games.tournaments.show.entering import bots_to_fill, enters_by
from games.tournaments.show.entrant import reports_of
from games.tournaments.show.event import EventView
from games.tournaments.show.journal import journal_lines
from games.tournaments.show.names import WITHOUT_CHECK_IN, note_text, sentence
from games.tournaments.show.pace import pace_context
from games.tournaments.show.rounds import BEGUN, late_places, rounds_context
from games.tournaments.views.cases import is_offered, is_others, may_rule
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import query_number, render_event

JOURNAL_SHOWN = 40
NOW = {"now": 0}
"""No button is refused because of the time."""


@event_page
def console(request: HttpRequest, code: str) -> HttpResponse:
    """Show a director every button currently available, disabled if it would be refused.

    A judge sees only a judge's buttons.
    """
    asked, before = query_number(request, "round"), query_number(request, "before")
    access = access_as_judge(request.user, code)
    return render_event(
        request, access, "console", lambda view: console_context(view, asked, before)
    )


def console_context(view: EventView, number: int | None, before: int | None) -> dict[str, Any]:
    """Return the console's context; `number` selects the round whose results are shown.

    For an arena, `before` selects the games before a table.
    """
    newest = rounds_context(view, None, before)
    steps = buttons(view, newest)
    main = next((one for one in steps if not one["weight"] and not one["why"]), None)
    return {
        **newest,
        **picked_round(view, newest, number),
        **pace_context(view),
        **by_hand(view, newest["round"]),
        "main_step": main,
        "buttons": steps,
        "people": people(view),
        "problems": problems(view),
        "could_be_round_robin": could_be_round_robin(view.state),
        "may_plan_rounds": refusal(view.state, "plan_rounds", {"rounds": 50}) is None,
        "is_fixed": is_fixed(view.state, len(view.state.rounds)),
        "penalties": penalties(view),
        "missing": missing(view, newest),
        "some_tables": is_others(view, "extend_time"),
        "journal": journal_lines(view, done_in(view.tournament)[:JOURNAL_SHOWN]),
        "is_more": view.state.no > JOURNAL_SHOWN,
        **entering(view),
        "late_places": late_choices(view, newest),
        "may_announce": view.state.phase in WHILE_SEEN and view.state.phase != "finished",
        "most_signs": MOST_SIGNS,
        "before_start": view.state.phase in BEFORE_START,
        "is_archived": view.state.phase == "archived",
    }


def told_at(view: EventView, number: int, table: int) -> list[dict[str, Any]]:
    """Return what the players of a table on paper have reported."""
    held = view.state.round(number)
    return [] if held is None else reports_of(view, held.at(table))


def entering(view: EventView) -> dict[str, Any]:
    """Return what a director needs to enter people."""
    if not view.access.is_director:
        return {}
    kind = enters_by(view.state)
    return {
        "enters_by": kind,
        "members_to_enter": len(members_to_enter(view.access)) if kind else 0,
        "bots_to_fill": bots_to_fill(view.state) if kind else 0,
    }


def late_choices(view: EventView, newest: dict[str, Any]) -> list[tuple[str, str]]:
    """Return where a late entry can go; empty if none is accepted."""
    is_late = enters_by(view.state) == "late_entry" and newest["round"] is not None
    if view.state.config.boards:
        return []
    return late_places(view, newest["round"]["tables"]) if is_late else []


@event_page
def linked(request: HttpRequest, code: str) -> HttpResponse:
    """Tell a director which entrants share a network, never which network."""
    access = access_as_director(request.user, code)
    context = {"tournament": access.tournament, "links": hints(access), "nav": "tournaments"}
    return render(request, "tournaments/linked.html", context)


def picked_round(view: EventView, newest: dict[str, Any], number: int | None) -> dict[str, Any]:
    """Return the round whose results are shown (by default the latest), and if they may change.

    Steps always apply to the latest round.
    """
    asked = view.state.round(number) if number else None
    if asked is None or asked == view.state.current:
        picked = newest["round"]
    else:
        picked = rounds_context(view, number)["round"]
    tables = (picked or {}).get("tables", [])
    for table in tables:
        table["reports"] = told_at(view, picked["number"], table["number"])
        table["awaited"] = picked["phase"] == "published" and table["on_paper"]
        table["note"] = note_text(table["link"].note) if table["link"] else ""
        table["states"] = states_of(table)
        table["is_others"] = is_others(
            view, "override_result", round=picked["number"], table=table["number"]
        )
    return {
        "picked": picked,
        "to_decide": [one for one in tables if needs_decision(one)],
        "awaited": [one for one in tables if one["awaited"]],
        "may_rule": bool(picked) and may_rule(view.state, picked["number"]),
    }


def needs_decision(table: dict[str, Any]) -> bool:
    """Tell whether a table waits for a ruling.

    Its match was called off, or its result not accepted, or its players reported different ones.
    """
    is_refused = table["status"] != "done" and bool(table["note"])
    return is_refused or table["status"] in ("void", "closed") or len(table["reports"]) > 1


def states_of(table: dict[str, Any]) -> str:
    """Return the filters of the console under which a table is listed."""
    waits = any(seat["presence"] == "missing" for seat in table["seats"])
    state = "done" if table["status"] == "done" else "open"
    return f"{state} ask" if waits or needs_decision(table) else state


def by_hand(view: EventView, drawn: dict[str, Any] | None) -> dict[str, Any]:
    """Return who can change places in a proposed round, and who can have its bye."""
    held = view.state.current
    if drawn is None or held is None or held.phase != "proposed":
        return {}
    byes, sizes = byes_of(held), view.state.config.size_rule.allowed
    can_rest = [
        (one, view.names[one])
        for table in held.tables
        for one in table.seats
        if byes or len(table.seats) - 1 in sizes
    ]
    others = [*(table.seats[0] for table in held.tables), *byes]
    return {
        "byes": [(one, view.names[one]) for one in byes],
        "may_swap": len(others) > 1,
        "other_seat": others[1] if len(others) > 1 else None,
        "may_have_bye": can_rest,
    }


def buttons(view: EventView, drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the event's steps that make sense at this stage; ending it early comes last."""
    state, found = view.state, []
    tables = [] if drawn["round"] is None else drawn["round"]["tables"]
    started = {"started": [one["number"] for one in tables if one["status"] in BEGUN]}
    for kind, button in listed(steps=True):
        if not _is_shown(state, kind, button) or not may(view.access.role, kind.name):
            continue
        label = gettext(button.label)
        if kind.name == "close_registration" and not state.config.check_in:
            label = str(WITHOUT_CHECK_IN)
        is_early = kind.name == "finish" and not button.is_usual(state)
        if is_early:
            label = gettext("End the event early")
        why = None if kind.name == "propose_round" else refusal(state, kind.name, NOW)
        found.append(
            {
                "kind": kind.name,
                "label": label,
                "weight": "" if button.is_usual(state) else "ghost" if is_early else "quiet",
                "is_early": is_early,
                "why": "" if why is None else sentence(why.phrase, view.names),
                "reason": kind.needs_reason(state, started),
                "round": _round_of(state, kind),
            }
        )
    return sorted(found, key=lambda one: one["is_early"])


def _round_of(state: State, kind: Kind) -> int | None:
    """Return the round that a step is about: the newest, or the next to be proposed."""
    current = state.current
    if kind.name == "propose_round" and (current is None or current.phase == "closed"):
        return state.next_round
    if kind.name == "start_round":
        return round_to_start(state)
    return None if current is None else current.number


def _is_shown(state: State, kind: Kind, button: Button) -> bool:
    """Tell whether a step makes sense in this state."""
    if state.phase not in button.phases or not button.is_shown(state):
        return False
    if state.config.format == "arena":
        return kind.in_arenas
    phase = state.current.phase if state.current is not None else "none"
    return not button.rounds or phase in button.rounds


def people(view: EventView) -> list[dict[str, Any]]:
    """Return the entries; the actions on each are fetched separately (`cases.py`)."""
    missed = no_shows(view)
    is_arriving = view.state.phase == "check_in"
    return [
        {
            "entry": entry,
            "name": view.names[entry.number],
            "may_check_in": is_arriving and is_offered(view, "check_in", entry.number),
            "no_shows": max([missed.get(one, 0) for one in entry.players], default=0),
            "team": view.team_names.get(entry.number, ""),
        }
        for entry in view.state.entries.values()
        if entry.status != "left"
    ]


def no_shows(view: EventView) -> dict[int, int]:
    """Return how many tables players missed since they last played; for directors only."""
    if not view.access.is_director:
        return {}
    players = {one for entry in view.state.entries.values() for one in entry.players}
    found = no_shows_of(view.tournament.club, players)
    return {player: one.count for player, one in found.items()}


def missing(view: EventView, context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the entries that have not come to their table of the current round."""
    held = context["round"]
    if held is None or held["phase"] != "published":
        return []
    return [
        {"entry": seat["entry"], "name": seat["name"], "table": table["number"]}
        for table in held["tables"]
        for seat in table["seats"]
        if seat["presence"] == "missing"
        and not seat["absent"]
        and not is_others(view, "no_show", entry=seat["entry"])
    ]


def problems(view: EventView) -> list[tuple[bool, str]]:
    """Return the errors and warnings of a proposed round."""
    held = view.state.current
    if held is None or held.phase != "proposed":
        return []
    found = check_round(view.state, held.number, held.tables, byes_of(held))
    return [(one.error, sentence(one.phrase, view.names)) for one in found]


def penalties(view: EventView) -> list[dict[str, Any]]:
    """Return the penalties in force that the viewer may lift."""
    return [
        {"number": one.number, "name": view.names[one.entry], "points": points_text(one.points)}
        for one in view.state.penalties
        if not one.lifted and not is_others(view, "lift_penalty", penalty=one.number)
    ]


PER_PAGE = 200


@event_page
def journal(request: HttpRequest, code: str) -> HttpResponse:
    """Show the full journal, page by page; the console shows the latest lines."""
    access = access_as_judge(request.user, code)

    def fill(view: EventView) -> dict[str, Any]:
        page = Paginator(done_in(view.tournament), PER_PAGE).get_page(request.GET.get("page"))
        return {"page": page, "journal": journal_lines(view, page)}

    return render_event(request, access, "console", fill, part="journal")
