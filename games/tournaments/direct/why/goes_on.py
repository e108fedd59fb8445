"""Why somebody advances to the final stage, or doesn't; and what a place across groups means."""

from __future__ import annotations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.groups import group_of, letter
from games.tournaments.direct.pairing_input import going_on
from games.tournaments.direct.sheet import table_standings
from games.tournaments.direct.state import State
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.rank.ranking import Row

OF_GROUP = gettext_noop(
    "%(one)s is number %(rank)s of group %(letter)s. Advancing from each group: %(first)s."
)
OF_ALL = gettext_noop("%(one)s is number %(rank)s. Advancing: %(first)s.")
WITHDREW = gettext_noop("%(one)s has withdrawn, so the next in place advances.")
IS_BOT = gettext_noop("%(one)s is a bot, and bots don’t advance here.")
BY_SEED = gettext_noop(
    "%(one)s and %(other)s share the last place that advances; %(one)s has the higher seed."
)
ACROSS = gettext_noop("Every group’s place %(rank)s counts alike: among all, it’s place %(place)s.")
MOST_TOLD = 3


def why_goes_on(state: State, entry: int) -> list[Phrase]:
    """Return why an entry is among those who advance, or not; nothing without a final stage.

    `state` is that in which the stage was, or would be, made.
    """
    config = state.config
    own = _compared(state, entry, table_standings(state)) if config.cut else []
    ranks = [row.entry for row in own]
    if entry not in ranks:
        return []
    first, rank = config.cut // max(1, config.groups), ranks.index(entry)
    told = {"one": EntryRef(entry), "rank": rank + 1, "first": first}
    if config.groups:
        found = [phrase(OF_GROUP, **told, letter=letter(group_of(state, entry)))]
    else:
        found = [phrase(OF_ALL, **told)]
    inside = going_on(state)
    ahead = ranks[:rank]
    if entry not in inside:
        better = sum(not _passed_over(state, one) for one in ahead)
        ahead = [entry] if better < first else []
    elif rank < first:
        ahead = []
    found += [why for one in ahead for why in _passed_over(state, one)][:MOST_TOLD]
    return [*found, *_level(state, own, inside, entry)]


def _compared(state: State, entry: int, rows: list[Row]) -> list[Row]:
    """Return the standings of an entry's group, or of all if there are none."""
    if not state.config.groups or not state.entries[entry].seed:
        return rows
    return [row for row in rows if group_of(state, row.entry) == group_of(state, entry)]


def _passed_over(state: State, entry: int) -> list[Phrase]:
    """Return why somebody whose place would be enough doesn't advance."""
    if state.entries[entry].status != "registered":
        return [phrase(WITHDREW, one=EntryRef(entry))]
    if state.entries[entry].is_bot and not state.bots_rank:
        return [phrase(IS_BOT, one=EntryRef(entry))]
    return []


def _level(state: State, rows: list[Row], inside: tuple[int, ...], entry: int) -> list[Phrase]:
    """Return that only the seed separates the last who advances from the next, if they share."""
    able = [row for row in rows if not _passed_over(state, row.entry)]
    last = max((at for at, row in enumerate(able) if row.entry in inside), default=-1)
    pair = able[last : last + 2] if last >= 0 else []
    if len(pair) < 2 or pair[0].place != pair[1].place or entry not in [x.entry for x in pair]:
        return []
    one, other = (EntryRef(row.entry) for row in pair)
    return [phrase(BY_SEED, one=one, other=other)]


def why_across(state: State, entry: int, place: int) -> list[Phrase]:
    """Return that a place of all groups together follows from the place in one's own."""
    rows = table_standings(state) if state.config.groups else []
    own = next((row.place for row in rows if row.entry == entry), None)
    if own is None:
        return []
    places = [row.place for row in _compared(state, entry, rows)]
    return [phrase(ACROSS, rank=1 + sum(other < own for other in places), place=place)]
