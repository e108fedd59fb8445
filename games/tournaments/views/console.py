"""The console of directors and judges: what can be done now, to whom, and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.tournaments.access import access_as_director, access_as_judge
from games.tournaments.director.actions import Action
from games.tournaments.director.check_round import check_round
from games.tournaments.director.course import BEFORE_START, could_be_round_robin
from games.tournaments.director.elimination import is_fixed, last_round, moved_on
from games.tournaments.director.fold import KINDS, may, refusal
from games.tournaments.director.journal import tell
from games.tournaments.director.judges import is_own_case
from games.tournaments.director.late import takes_late_entries
from games.tournaments.director.rounds import byes_of
from games.tournaments.director.state import State
from games.tournaments.hints import hints
from games.tournaments.models import DirectorAction
from games.tournaments.names import sentence, sentences
from games.tournaments.no_shows import no_shows_of
from games.tournaments.points import points_text
from games.tournaments.presenters import Shown, rounds_context
from games.tournaments.views.gate import event_page
from games.tournaments.views.pages import answer, asked_number
from games.tournaments.words import BUTTONS, note_text

JOURNAL_SHOWN = 200


@event_page
def console(request: HttpRequest, code: str) -> HttpResponse:
    """Show a director every button there is now, greyed out where it would be refused.

    A judge is shown those that are a judge's.
    """
    asked = asked_number(request, "round")
    access = access_as_judge(request.user, code)
    return answer(request, access, "console", lambda view: console_context(view, asked))


def console_context(view: Shown, number: int | None) -> dict[str, Any]:
    """Return what the console shows; `number` is the round whose results are picked."""
    newest = rounds_context(view, None)
    return {
        **newest,
        **picked_round(view, newest, number),
        "buttons": buttons(view),
        "people": people(view),
        "problems": problems(view),
        "could_be_round_robin": could_be_round_robin(view.state),
        "may_plan_rounds": refusal(view.state, "plan_rounds", {"rounds": 50}) is None,
        "is_fixed": is_fixed(view.state, len(view.state.rounds)),
        "penalties": penalties(view),
        "missing": missing(view, newest),
        "some_tables": is_others(view, "extend_time"),
        "journal": journal(view),
        "late": takes_late_entries(view.state, max(1, len(view.state.rounds))),
        "before_start": view.state.phase in BEFORE_START,
    }


@event_page
def linked(request: HttpRequest, code: str) -> HttpResponse:
    """Tell a director which entrants share a network, never which network."""
    access = access_as_director(request.user, code)
    context = {"tournament": access.tournament, "links": hints(access), "nav": "tournaments"}
    return render(request, "tournaments/linked.html", context)


def picked_round(view: Shown, newest: dict[str, Any], number: int | None) -> dict[str, Any]:
    """Return the round whose results are shown, the newest unless named, and whether they change.

    Steps always are about the newest round. A knockout's earlier results stand (spec 3.7).
    """
    asked = view.state.round(number) if number else None
    if asked is None or asked == view.state.current:
        picked, earlier = newest["round"], False
    else:
        picked, earlier = rounds_context(view, number)["round"], True
    for table in (picked or {}).get("tables", []):
        table["note"] = note_text(table["link"].note) if table["link"] else ""
        table["is_others"] = is_others(
            view, "override_result", round=picked["number"], table=table["number"]
        )
    stands = earlier and picked is not None and moved_on(view.state, picked["number"])
    return {"picked": picked, "may_rule": view.state.phase == "running" and not stands}


def buttons(view: Shown) -> list[dict[str, Any]]:
    """Return the steps of the event that make sense at this stage."""
    state, found = view.state, []
    for kind, label, phases, weight in BUTTONS:
        if state.phase not in phases or _is_beside_the_point(state, kind):
            continue
        if not may(view.access.role, kind):
            continue
        why = refusal(state, kind) if kind != "propose_round" else None
        found.append(
            {
                "kind": kind,
                "label": label,
                "weight": weight or weight_of(state, kind),
                "why": "" if why is None else sentence(why.phrase, view.names),
                "reason": KINDS[kind].needs_reason(state, {}),
            }
        )
    return found


def weight_of(state: State, kind: str) -> str:
    """Return how a main step is drawn: quiet where another one is the usual next."""
    if kind == "propose_round":
        is_usual = state.current is None or state.current.phase != "proposed"
    else:
        is_usual = kind != "finish" or len(state.rounds) >= last_round(state)
    return "" if is_usual else "quiet"


def _is_beside_the_point(state: Any, kind: str) -> bool:
    """Tell whether a button of rounds has no round to act on."""
    phase = state.current.phase if state.current is not None else "none"
    stages = {
        "propose_round": ("none", "closed", "proposed"),
        "publish_round": ("proposed",),
        "close_round": ("published",),
        "cancel_round": ("proposed", "published", "closed"),
        "reopen_round": ("closed",),
        "finish": ("none", "closed"),
    }
    if kind == "propose_round" and len(state.rounds) >= last_round(state) and phase == "closed":
        return True
    return kind in stages and phase not in stages[kind]


def people(view: Shown) -> list[dict[str, Any]]:
    """Return the entries with what the reader may do to each."""
    state = view.state
    kinds = (
        "check_in", "check_out", "promote", "unregister", "withdraw", "restore", "no_show",
        "reseat", "readmit",
    )  # fmt: skip
    missed = no_shows(view)
    rows = []
    for entry in state.entries.values():
        if entry.status == "left":
            continue
        asked = {"entry": entry.number}
        now = [kind for kind in kinds if may(view.access.role, kind)]
        now = [kind for kind in now if refusal(state, kind, asked) is None]
        rows.append(
            {
                "entry": entry,
                "name": view.names[entry.number],
                "kinds": [kind for kind in now if not is_others(view, kind, **asked)],
                "is_others": is_others(view, "penalty", **asked),
                "no_shows": max([missed.get(one, 0) for one in entry.players]),
            }
        )
    return rows


def no_shows(view: Shown) -> dict[int, int]:
    """Return how many tables players missed since they last played; for directors alone."""
    if not view.access.is_director:
        return {}
    players = {one for entry in view.state.entries.values() for one in entry.players}
    found = no_shows_of(view.tournament.club, players)
    return {player: one.count for player, one in found.items()}


def is_others(view: Shown, kind: str, **payload: int) -> bool:
    """Tell whether a ruling is somebody else's, because the judge who looks is concerned."""
    access = view.access
    return access.role == "judge" and is_own_case(view.state, access.user.pk, kind, payload)


def missing(view: Shown, context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return who has not come to their table of the round that is played."""
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


def problems(view: Shown) -> list[tuple[bool, str]]:
    """Return what is wrong or odd about a proposed round."""
    held = view.state.current
    if held is None or held.phase != "proposed":
        return []
    found = check_round(view.state, held.number, held.tables, byes_of(held))
    return [(one.error, sentence(one.phrase, view.names)) for one in found]


def penalties(view: Shown) -> list[dict[str, Any]]:
    """Return the penalties that stand and are the reader's to lift."""
    return [
        {"number": one.number, "name": view.names[one.entry], "points": points_text(one.points)}
        for one in view.state.penalties
        if not one.lifted and not is_others(view, "lift_penalty", penalty=one.number)
    ]


def journal(view: Shown) -> list[dict[str, Any]]:
    """Return what was done, the latest first."""
    done = DirectorAction.objects.filter(tournament=view.tournament).select_related("actor")
    rows = list(done.order_by("-no")[:JOURNAL_SHOWN])
    told = [tell(Action(row.kind, row.payload, row.reason)) for row in rows]
    return [
        {
            "no": row.no,
            "at": row.at,
            "who": row.actor.get_username() if row.actor_id and row.actor else "",
            "what": what,
            "places": places_of(row.payload, view.names),
            "reason": row.reason,
        }
        for row, what in zip(rows, sentences(told, view.names), strict=True)
    ]


def places_of(facts: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return the places, and scores, that an action gave, so that a later one hides nothing."""
    rows = sorted(facts.get("results") or (), key=lambda row: row["rank"])
    return ", ".join(
        f"{row['rank']}. {names[row['entry']]}"
        + ("" if row.get("score") is None else f" ({row['score']})")
        for row in rows
    )
