"""Why a place is above the next: the first thing that tells the two apart."""

from __future__ import annotations

from games.engine.text import Argument, Phrase, Term, gettext_noop
from games.tournaments.direct.board import BoardRow, best_players
from games.tournaments.direct.elimination import stage_of, stage_rounds
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest, meets_in_matches
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.rank.criteria import CRITERIA, DIRECT, LOT
from games.tournaments.rank.ranking import POINTS

MORE_POINTS = gettext_noop("%(one)s has %(points)s points, %(other)s %(fewer)s.")
ON_VALUE = gettext_noop(
    "%(one)s and %(other)s both have %(points)s points; %(one)s is ahead on %(criterion)s, "
    "%(value)s to %(less)s."
)
ON_CRITERION = gettext_noop(
    "%(one)s and %(other)s both have %(points)s points; %(one)s is ahead on %(criterion)s."
)
OF_TEAMS = {
    MORE_POINTS: gettext_noop("%(one)s has %(points)s match points, %(other)s %(fewer)s."),
    ON_VALUE: gettext_noop(
        "%(one)s and %(other)s both have %(points)s match points; %(one)s is ahead on "
        "%(criterion)s, %(value)s to %(less)s."
    ),
    ON_CRITERION: gettext_noop(
        "%(one)s and %(other)s both have %(points)s match points; %(one)s is ahead on "
        "%(criterion)s."
    ),
}
"""The same, where teams meet board by board."""
BEST_PLAYER = gettext_noop(
    "%(one)s and %(other)s both have %(points)s points; the best player of %(one)s is at place "
    "%(first)s of all players, that of %(other)s at place %(second)s."
)
NEXT_PLAYER = gettext_noop(
    "%(one)s and %(other)s both have %(points)s points and their best players are level; number "
    "%(board)s of %(one)s is at place %(first)s of all players, that of %(other)s at place "
    "%(second)s."
)
BY_LOT = gettext_noop(
    "%(one)s and %(other)s are level in everything; the order drawn with the event’s seed puts "
    "%(one)s first."
)
SHARED = gettext_noop("%(one)s and %(other)s share a place: nothing separates them.")
SHARED_STAGE = gettext_noop("%(one)s and %(other)s went out together, so they share a place.")
STILL_IN = gettext_noop("%(one)s is still in; %(other)s is out.")
WON_HERE = gettext_noop("%(one)s was placed ahead of %(other)s at their table in round %(round)s.")
BEAT = gettext_noop("%(one)s beat %(other)s in round %(round)s.")
ON_BOARDS = gettext_noop(
    "%(one)s and %(other)s drew in round %(round)s; %(one)s did better on the upper boards."
)
ON_SEED = gettext_noop(
    "%(one)s and %(other)s drew in round %(round)s; %(one)s has the higher seed."
)
GOT_FURTHER = gettext_noop(
    "%(one)s went as far as round %(round)s, %(other)s as far as round %(earlier)s."
)
MADE_THE_CUT = gettext_noop("%(one)s reached the final stage, %(other)s didn’t.")


def why_above(state: State, upper: BoardRow, lower: BoardRow) -> Phrase | None:
    """Return why one line of the standings is above the next, None if there is nothing to tell."""
    refs = {"one": EntryRef(upper.entry), "other": EntryRef(lower.entry)}
    stage = stage_of(state)
    inside = () if stage is None else stage.seeds
    if upper.entry in inside and lower.entry in inside:
        return _in_stage(state, upper, lower, refs)
    if upper.entry in inside:
        return phrase(MADE_THE_CUT, **refs)
    if None in (upper.place, lower.place):
        return None
    if state.config.boards and not meets_in_matches(state) and upper.points == lower.points:
        return _by_players(state, upper, lower, refs)
    if lower.decided_by is None:
        return phrase(SHARED, **refs) if lower.place == upper.place else None
    found = _by_criterion(upper, lower, refs)
    in_matches = state.config.boards and meets_in_matches(state)
    return phrase(OF_TEAMS.get(found.key, found.key), **found.args) if in_matches else found


def _by_players(
    state: State, upper: BoardRow, lower: BoardRow, refs: dict[str, EntryRef]
) -> Phrase | None:
    """Return which players separate two teams with equal sums."""
    best = best_players(state)
    if best[upper.entry] == best[lower.entry]:
        return phrase(SHARED, **refs)
    pairs = zip(best[upper.entry], best[lower.entry], strict=False)
    found = next(
        ((at, one, other) for at, (one, other) in enumerate(pairs, 1) if one < other), None
    )
    if found is None:
        return None
    at, one, other = found
    places = {"first": one, "second": other}
    if at == 1:
        return phrase(BEST_PLAYER, **refs, **places, points=upper.shown_points)
    return phrase(NEXT_PLAYER, **refs, **places, points=upper.shown_points, board=at)


def _by_criterion(upper: BoardRow, lower: BoardRow, refs: dict[str, EntryRef]) -> Phrase:
    """Return the criterion that separates two, with both values if they tell it."""
    name = lower.decided_by or POINTS
    if name == POINTS:
        return phrase(MORE_POINTS, **refs, points=upper.shown_points, fewer=lower.shown_points)
    if name == LOT:
        return phrase(BY_LOT, **refs)
    criterion = Term(CRITERIA[name].title)
    told: dict[str, Argument] = {**refs, "points": upper.shown_points, "criterion": criterion}
    value, less = upper.shown.get(name, ""), lower.shown.get(name, "")
    first, second = upper.values.get(name), lower.values.get(name)
    if value == less or first is None or second is None or (name == DIRECT and first <= second):
        return phrase(ON_CRITERION, **told)
    return phrase(ON_VALUE, **told, value=value, less=less)


def _in_stage(
    state: State, upper: BoardRow, lower: BoardRow, refs: dict[str, EntryRef]
) -> Phrase | None:
    """Return which of two got further in an elimination."""
    if upper.place is None:
        return None if lower.place is None else phrase(STILL_IN, **refs)
    if upper.place == lower.place:
        return phrase(SHARED_STAGE, **refs)
    one, other = (_last_table(state, row.entry) for row in (upper, lower))
    if one > other > 0:
        return phrase(GOT_FURTHER, **refs, round=one, earlier=other)
    return _at_one_table(state, upper.entry, lower.entry, one, refs) if one == other else None


def _last_table(state: State, entry: int) -> int:
    """Return the last round of the stage in which an entry had a table; 0 if it had none."""
    state = contest(state)
    played = [
        one.number
        for one in stage_rounds(state)
        for tie in one.ties
        if entry in tie.entries and tie.table_in(state.round(one.number)) is not None
    ]
    return max(played, default=0)


def _at_one_table(
    state: State, upper: int, lower: int, number: int, refs: dict[str, EntryRef]
) -> Phrase | None:
    """Return that one of two was ahead where both sat last, if they sat together."""
    held = contest(state).round(number)
    table = None if held is None else held.table_of(upper)
    if table is None or table.result is None or lower not in table.seats:
        return None
    outcomes = table.result.outcomes
    if upper not in outcomes or lower not in outcomes:
        return None
    first, second = (table.result.place_of(one) for one in (upper, lower))
    is_drawn = first == second or outcomes[upper].score == outcomes[lower].score is not None
    if len(table.seats) > 2:
        return phrase(WON_HERE, **refs, round=number) if first < second else None
    if first < second:
        is_by_boards = bool(state.config.boards) and is_drawn
        return phrase(ON_BOARDS if is_by_boards else BEAT, **refs, round=number)
    return phrase(ON_SEED, **refs, round=number) if is_drawn else None
