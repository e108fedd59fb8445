"""A person's own coach: one match's decisions, and each game's habits, for pages and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.html import conditional_escape

from games.engine.contract import JsonObject
from games.matches.access import Access
from games.matches.history import game_title
from games.matches.models import Match, Seat, begun_by
from games.matches.phrases import phrase_html
from games.matches.presenters import holders_of
from games.registry import all_rules
from replays.access import ReplayAccess
from replays.address import Address, Eyes, seat_eyes
from replays.analysis import coach
from replays.analysis.advice import Decision, compared_seats, decisions_of
from replays.habits import ENOUGH_MATCHES, Coached, Habit, coached_of
from replays.models import Analysis
from replays.moments import address_of, plain
from replays.selectors import match_timeline
from replays.services.analysis import LAST
from replays.timeline import Timeline

MOST_TOLD = 2
"""Decisions in the result; the replay tells all."""


@dataclass(frozen=True)
class Advice:
    """What the coach says of a seat once the analysis is done.

    `state` is the analysis's, None if nobody asked for the coach.
    """

    state: str | None
    decisions: Sequence[Decision] = ()


def coach_of(match: Match, seats: list[Seat], seat: int) -> Advice:
    """Return what the coach says of a seat of a finished match, the most expensive first."""
    analysis = Analysis.objects.filter(match=match, is_coached=True).first()
    if analysis is None:
        return Advice(None)
    if analysis.state != Analysis.State.DONE:  # comparisons that go on aren't figures to tell
        return Advice(analysis.state)
    rows = analysis.plies.filter(compared__isnull=False)
    timeline = match_timeline(match, seats)
    return Advice(analysis.state, decisions_of(rows, timeline, seat, seat_eyes(seat).viewer))


def own_seat(access: Access | ReplayAccess) -> Seat | None:
    """Return the seat that this person held all along.

    None for a substitute: the decisions of who began are among the seat's.
    """
    return None if access.seat is None or access.seat.is_taken_over else access.seat


def ending_costs(access: Access) -> JsonObject:
    """Return what cost a player most, for the result of a finished match: for them alone."""
    seat = own_seat(access)
    if seat is None or not access.viewer.sees_all:
        return {}
    advice = coach_of(access.match, access.seats, seat.number)
    told = advice.decisions[:MOST_TOLD]
    found = [_cost(access, seat, one) for one in told]
    return {"costs": {"state": advice.state, "found": found}}


def _cost(access: Access, seat: Seat, decision: Decision) -> JsonObject:
    """Return a decision with its address and its sentences, as plain values."""
    match, ply = access.match, decision.trial.ply
    names = holders_of(access.seats).at(ply)
    before, after = percents(decision.again)
    why = decision.why
    return {
        "ply": ply,
        "address": f"{address_of(match, ply - 1, seat_eyes(seat.number).key)}#coach",
        "made": before,
        "better": after,
        "line": plain(decision.line),
        "words": plain(conditional_escape(decision.words)),
        "why": "" if why is None else plain(phrase_html(why, match.rules, names)),
    }


def coach_panel(
    access: ReplayAccess, timeline: Timeline, address: Address, eyes: Eyes
) -> dict[str, Any] | None:
    """Return the coach beside a replay, None if it has nothing for this reader.

    Everybody may read it of a match that somebody had analysed. Otherwise players alone may, each
    about their own decisions.
    """
    seat = own_seat(access)
    me = None if seat is None else seat.number
    analysis = Analysis.objects.filter(match=access.match, is_coached=True).first()
    is_for_all = analysis is not None and analysis.kind == Analysis.Kind.ASKED
    is_lost = analysis is None or analysis.state == Analysis.State.FAILED
    if me is None and (is_lost or not is_for_all):  # only players may ask
        return None
    if analysis is None or analysis.state != Analysis.State.DONE:
        return {"state": analysis and analysis.state}
    rows = analysis.plies.filter(compared__isnull=False)
    seats = compared_seats(rows, timeline)
    seats = seats if is_for_all else [seat for seat in seats if seat == me]
    if eyes.seat is None or not (is_for_all or eyes.seat == me):
        found = [(address.at(eyes=str(seat)), timeline.seats[seat]) for seat in seats]
        return {"state": analysis.state, "eyes": found}
    decisions = decisions_of(rows, timeline, eyes.seat, eyes.viewer)
    return {
        "state": analysis.state,
        "decisions": [_shown(one, timeline, address) for one in decisions],
        "has_some": eyes.seat in seats,
    }


def _shown(decision: Decision, timeline: Timeline, address: Address) -> dict[str, Any]:
    """Return a decision in words and figures, as its seat could judge it and as it truly lay."""
    ply, rules, why = decision.trial.ply, timeline.rules, decision.why
    truth = decision.trial.sample(coach.TRUTH)
    return {
        "url": address.at(ply=ply - 1),
        "ply": ply,
        "is_here": address.ply in (ply - 1, ply),
        "line": decision.line,
        "words": decision.words,
        "why": why and phrase_html(why, rules, timeline.holders.at(ply)),
        "chance": percents(decision.again),
        "error": max(1, round(100 * decision.again.error)),
        "truth": percents(truth) if truth.pairs else None,
    }


def percents(sample: coach.Sample) -> tuple[int, int]:
    """Return the seat's chances after the action made and after the better one, in percent."""
    made, better = (round(100 * one / sample.pairs) for one in (sample.made, sample.better))
    return made, better


def waiting_of(person: Any) -> int:
    """Return how many matches wait for the coach because a person asked."""
    return Analysis.objects.filter(asked_by=person, due_at__isnull=False).count()


def coached_context(person: Any) -> dict[str, Any]:
    """Return the context of the page."""
    known = {one.game: one for one in coached_of(person)}
    return {
        "waiting": waiting_of(person),
        "last": LAST,
        "enough": ENOUGH_MATCHES,
        "games": [
            {
                "key": game,
                "title": game_title(game),
                "coached": known.get(game, Coached(game, 0)),
                "habits": [_habit(one) for one in known[game].habits] if game in known else [],
            }
            for game in _played(person)
        ],
    }


def _played(person: Any) -> list[str]:
    """Return the games here in which a person has finished matches, the most played first."""
    own = Seat.objects.filter(begun_by(person), taken_over_after=None).values("match")
    over = Match.objects.filter(
        pk__in=own, status=Match.Status.FINISHED, game__in=[*all_rules()], deal_open=False
    )
    counts = over.order_by().values_list("game").annotate(number=Count("pk"))
    return [game for game, _ in sorted(counts, key=lambda one: (-one[1], one[0]))]


def _habit(habit: Habit) -> dict[str, Any]:
    """Return a habit with its figures, and the address of the decision that cost most."""
    worst = habit.worst
    return {
        "kind": habit.kind,
        "matches": habit.matches,
        "cost": habit.percent,
        "url": address_of(worst.match, worst.ply - 1, seat_eyes(worst.seat).key),
    }
