"""Why three or more sit together, and who partners whom."""

from __future__ import annotations

from itertools import combinations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.board import shown_points
from games.tournaments.direct.pairing_input import sides_so_far
from games.tournaments.direct.propose import scheduled
from games.tournaments.direct.round import Table
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.made import Made
from games.tournaments.direct.why.seats import why_seats
from games.tournaments.pair.partners import Sides, side_cost, ways_to_split
from games.tournaments.pair.pods import consecutive, snake

DRAWN = gettext_noop("The tables of round 1 were drawn at random.")
SCHEDULE = gettext_noop("This table comes from the schedule made before round 1.")
IN_ORDER = gettext_noop("The last round is strictly by the standings.")
SNAKE = gettext_noop("Round 1 deals the seeds to the tables in a snake.")
STOOD = gettext_noop(
    "Of the %(count)s playing this round, they were number %(places)s in the standings, with "
    "%(points)s points."
)
NO_REPEATS = gettext_noop("None of them had met before.")
AGAIN = gettext_noop("%(one)s and %(other)s meet again.")
MET_MOST = gettext_noop(
    "At a table of %(size)s a repeat couldn’t be avoided for %(one)s, who had only %(count)s left "
    "to meet."
)
NO_SWAP = gettext_noop(
    "Swapping any of them with a player from another table wouldn’t make the repeats fewer."
)
MATES = gettext_noop("Players are paired by their own points, and team-mates never share a table.")
PARTNERS = gettext_noop(
    "No other choice of partners at this table would repeat less, counting partners three times."
)
MOST_TOLD = 3


def why_larger(made: Made, table: Table) -> list[Phrase]:
    """Return why the entries of a table sit together, and why as they do."""
    mates = [phrase(MATES)] if made.before.seen_as == "players" else []
    told = [*mates, *_why_together(made, table), *_why_again(made, table)]
    if table.sides is not None:
        return [*told, *_why_partners(made, table)]
    return [*told, *why_seats(made, table)]


def _why_together(made: Made, table: Table) -> list[Phrase]:
    """Return which rule brought them together."""
    state, number = made.before, made.number
    order = [one.entry for one in made.field if one.entry not in made.byes]
    sizes = [len(one.seats) for one in made.proposed]
    planned = scheduled(state, number, [one.entry for one in made.field])
    if planned is not None and set(table.seats) in [set(one) for one in planned]:
        return [phrase(SCHEDULE)]
    if number == 1:
        if made.is_random:
            return [phrase(DRAWN)]
        dealt = [{order[at] for at in one} for one in snake(len(order), sizes)]
        return [phrase(SNAKE)] if _are_all(made, dealt) else []
    cut = [set(one) for one in consecutive(order, sizes)]
    if state.config.last_round_by_standings and number == state.planned and _are_all(made, cut):
        return [phrase(IN_ORDER)]
    sorted_seats = sorted(table.seats, key=made.index.__getitem__)
    points = [shown_points(state, made.points(one)) for one in sorted_seats]
    places = [str(made.index[one] + 1) for one in sorted_seats]
    told = {"places": ", ".join(places), "points": ", ".join(points)}
    return [phrase(STOOD, count=len(made.field), **told)]


def _are_all(made: Made, tables: list[set[int]]) -> bool:
    """Say whether the proposed tables are these."""
    return sorted(map(sorted, tables)) == sorted(sorted(one.seats) for one in made.proposed)


def _why_again(made: Made, table: Table) -> list[Phrase]:
    """Return which of them meet again, and whether that could have been avoided."""
    again = [pair for pair in combinations(table.seats, 2) if made.met.times(*pair)]
    if not again:
        return [] if made.number == 1 else [phrase(NO_REPEATS)]
    told = [
        phrase(AGAIN, one=EntryRef(one), other=EntryRef(other)) for one, other in again[:MOST_TOLD]
    ]
    for one in table.seats:
        left = sum(
            not (other.entry == one or made.met.times(one, other.entry))
            and not made.met.barred(one, other.entry)  # a team-mate
            for other in made.field
        )
        if left < len(table.seats) - 1:
            size = len(table.seats)
            return [*told, phrase(MET_MOST, one=EntryRef(one), count=left, size=size)]
    return [*told, phrase(NO_SWAP)] if _no_swap_helps(made, table) else told


def _no_swap_helps(made: Made, table: Table) -> bool:
    """Say whether no exchange with another table lowers the number of earlier meetings."""
    times = made.met.times
    for other in made.proposed:
        if set(other.seats) == set(table.seats):
            continue
        for one in table.seats:
            for two in other.seats:
                here = [x for x in table.seats if x != one]
                there = [x for x in other.seats if x != two]
                now = sum(times(one, x) for x in here) + sum(times(two, x) for x in there)
                then = sum(times(two, x) for x in here) + sum(times(one, x) for x in there)
                if then < now:
                    return False
    return True


def _why_partners(made: Made, table: Table) -> list[Phrase]:
    """Return why the sides are these, if no other sides would repeat less."""
    history = sides_so_far(made.before, made.number)
    one, other = table.sides or ((), ())
    sides: Sides = ((one[0], one[1]), (other[0], other[1]))
    cost = side_cost(sides, history)
    least = min(side_cost(way, history) for way in ways_to_split(table.seats))
    return [phrase(PARTNERS)] if made.number > 1 and cost == least else []
