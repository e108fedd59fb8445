"""Why the entries of a table were brought together, in every format."""

from __future__ import annotations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.elimination import ties_of
from games.tournaments.direct.kinds.arena import free
from games.tournaments.direct.round import Table
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.duels import why_swiss
from games.tournaments.direct.why.groups import group_told, in_schedule
from games.tournaments.direct.why.larger import why_larger
from games.tournaments.direct.why.made import Made
from games.tournaments.direct.why.seats import why_duel_seats
from games.tournaments.direct.why.seeds import why_seeds

BY_HAND = gettext_noop("The director set this table by hand.")
ADDED = gettext_noop("This table was added after the round was paired.")
CAME = gettext_noop("%(one)s joined this table after the round was paired.")
SCHEDULED = gettext_noop(
    "Everyone meets everyone. In round %(round)s of the schedule, number %(first)s meets number "
    "%(second)s; it sets the seats, too."
)
SEEDS = gettext_noop("The bracket pairs seed %(first)s with seed %(second)s.")
CAME_THROUGH = gettext_noop(
    "The bracket leads here: %(one)s started as seed %(first)s and %(other)s as seed %(second)s."
)
THIRD = gettext_noop("Both lost their semi-final: this match is for third place.")
FINAL_TABLE = gettext_noop("Everyone still in sits at this one table.")
AT_TABLE = gettext_noop("Seeds at this table: %(seeds)s.")
DEALT = gettext_noop("They are dealt to the tables in a snake; the highest has the first seat.")
ONLY_TWO = gettext_noop("Only %(one)s and %(other)s had no open game.")
OF_THE_FREE = gettext_noop(
    "%(count)s players had no open game. In the standings, %(one)s was number %(first)s of them "
    "and %(other)s number %(second)s."
)
ARENA = gettext_noop(
    "Free players meet someone close to them in the standings, but not the opponent of their last "
    "game while anyone else is free."
)
KEPT_APART = gettext_noop("Kept apart: %(one)s and %(other)s.")


def why_table(made: Made, table: Table) -> list[Phrase]:
    """Return why the entries of a table sit there; `table` is as it is now."""
    planned = made.published.get(table.number)
    if planned is None:
        return [phrase(ADDED)]
    told = _why_planned(made, planned) if made.was_paired(planned) else [phrase(BY_HAND)]
    came = [one for one in table.seats if one not in planned.seats]
    return [*told, *(phrase(CAME, one=EntryRef(one)) for one in came)]


def kept_apart(made: Made, table: Table) -> list[Phrase]:
    """Return who of a table is kept apart from whom: for directors alone."""
    pairs = [pair for pair in sorted(made.apart) if set(pair) & set(table.seats)]
    return [phrase(KEPT_APART, one=EntryRef(one), other=EntryRef(other)) for one, other in pairs]


def _why_planned(made: Made, table: Table) -> list[Phrase]:
    """Return why the pairing brought these together."""
    config = made.before.config
    if config.format == "arena":
        return _while_free(made, table)
    if made.stage is not None and config.elimination == "tables":
        return _in_heat(made, table)
    if made.stage is not None:
        return _in_bracket(made, table)
    made = made.within(table.seats[0])
    ways = {"round_robin": _by_schedule, "swiss": why_swiss}
    return [*group_told(made), *ways.get(config.format, why_larger)(made, table)]


def _by_schedule(made: Made, table: Table) -> list[Phrase]:
    """Return the two numbers that a round robin's schedule brings together."""
    numbers = {entry: at for at, entry in enumerate(in_schedule(made), 1)}
    first, second = (numbers[one] for one in table.seats)
    return [phrase(SCHEDULED, round=made.number, first=first, second=second)]


def _in_bracket(made: Made, table: Table) -> list[Phrase]:
    """Return how two came to meet in a knockout, and why they sit as they do."""
    assert made.stage is not None
    one, other = sorted(table.seats, key=made.stage.ranks.__getitem__)
    seeds = {"first": made.stage.ranks[one], "second": made.stage.ranks[other]}
    ties = ties_of(made.before_round, made.stage, made.number)
    if any(tie.third and set(tie.entries) == {one, other} for tie in ties):
        told = [phrase(THIRD)]
    elif made.number == made.stage.begins:
        told = [phrase(SEEDS, **seeds), *why_seeds(made, (one, other))]
    else:
        told = [phrase(CAME_THROUGH, one=EntryRef(one), other=EntryRef(other), **seeds)]
    return [*told, *why_duel_seats(made, table, one, other)]


def _in_heat(made: Made, table: Table) -> list[Phrase]:
    """Return who meets at a table of an elimination of tables."""
    assert made.stage is not None
    seeds = ", ".join(str(made.stage.ranks[one]) for one in table.seats)
    found = [phrase(AT_TABLE, seeds=seeds)]
    if made.number == made.stage.begins:
        found += why_seeds(made, table.seats)
    if len(made.proposed) == 1 and not made.byes:
        return [phrase(FINAL_TABLE), *found]
    ties = ties_of(made.before_round, made.stage, made.number)
    is_dealt = any(not tie.bye and tie.entries == table.seats for tie in ties)
    return [*found, phrase(DEALT)] if is_dealt else found


def _while_free(made: Made, table: Table) -> list[Phrase]:
    """Return where the two of an arena's table stood among those who were free."""
    there = {one for pair in made.proposed for one in pair.seats}
    order = [one.entry for one in free(made.before)]
    one, other = sorted(table.seats, key=order.index)
    refs = {"one": EntryRef(one), "other": EntryRef(other)}
    if there == set(order) == set(table.seats):
        return [phrase(ONLY_TWO, **refs)]
    places = {"first": order.index(one) + 1, "second": order.index(other) + 1}
    return [phrase(OF_THE_FREE, count=len(order), **refs, **places), phrase(ARENA)]
