"""Finished matches with what an analysis finds, made up."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import Any

from games.luck.models import Ledger
from games.matches.models import Match
from games.matches.models.match import new_code
from replays.analysis.coach import Sample
from replays.analysis.reckon import choice_at
from replays.models import Analysis
from replays.selectors import match_timeline
from replays.services.analysis import METHOD
from tests.replays.factories import stored_match


def ended(game: str, name: str, users: dict[int, Any]) -> Match:
    """Return a finished match of a record with turning points, which are made up."""
    match = stored_match(game, name, users=users, code=new_code())
    last = match.ply
    turns = [
        {"from": ply - 1, "ply": ply, "seat": seat, "before": 62, "after": 18, "events": []}
        for ply, seat in ((last // 2, 0), (last - 1, 1))
    ]
    moments = {"turns": turns, "falls": {str(seat): last // 2 for seat in users}}
    done = {"method": METHOD, "state": Analysis.State.DONE, "due_at": None, "moments": moments}
    Analysis.objects.create(match=match, **done)
    return match


def lucky(match: Match) -> None:
    """Give a finished match an account of its luck, which is made up but adds up."""
    ranks = [seat.rank or 1 for seat in match.seats.order_by("number")]
    seats = len(ranks)
    begin = [1 / seats] * seats
    luck = [0.05 * (seat - (seats - 1) / 2) for seat in range(seats)]
    won = [float(rank == 1) for rank in ranks]
    own = [0.6 * (won[seat] - begin[seat] - luck[seat]) for seat in range(seats)]
    rest = [won[seat] - begin[seat] - luck[seat] - own[seat] for seat in range(seats)]
    deeds = [[own[seat] if seat == by else 0.0 for seat in range(seats)] for by in range(seats)]
    for seat in range(seats):
        deeds[(seat + 1) % seats][seat] += rest[seat]
    moments = [[[0, luck[seat]], [match.ply // 2, 0.12 - 0.1 * seat]] for seat in range(seats)]
    Ledger.objects.update_or_create(
        match=match,
        defaults={
            "method": 1,
            "state": Ledger.State.DONE,
            "due_at": None,
            "begin": begin,
            "luck": luck,
            "variance": [0.0009] * seats,
            "deeds": deeds,
            "moments": moments,
        },
    )


def coached(me: Any, other: Any) -> Match:
    """Return an analysed match in which the coach found two decisions; the figures are made up."""
    match = stored_match("death_frontline", 2, users={0: me, 1: other}, code=new_code())
    done = {"method": METHOD, "kind": Analysis.Kind.ASKED, "state": Analysis.State.DONE}
    more = {"due_at": None, "progress": 100, "is_coached": True}
    analysis = Analysis.objects.create(match=match, **done, **more)
    timeline = match_timeline(match, list(match.seats.all()))
    for ply, share in ((0, 0.5), (match.ply // 2, 0.4), (match.ply - 1, 0.1)):
        won = [96 * share, 96 * (1 - share)]
        analysis.plies.create(ply=ply, is_point=True, rollouts=96, won=won, squares=won)
    again = Sample(pairs=768, made=246.0, better=353.0, squares=161.0)
    truth = Sample(pairs=192, made=60.0, better=71.0, squares=20.0)
    samples = {"again": asdict(again), "truth": asdict(truth)}
    lucky(match)
    mine = (ply for ply, seat in enumerate(timeline.actors) if seat == 0)
    choices = ((ply, choice_at(timeline, match.code, ply)) for ply in mine)
    others = ((ply, choice) for ply, choice in choices if choice and not choice.same)
    for ply, choice in islice(others, 2):
        compared = {"action": choice.action, "samples": samples}
        row = {"chosen": True, "choice": choice.events, "same": False, "compared": compared}
        analysis.plies.create(ply=ply, **row)
    return match
