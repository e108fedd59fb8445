"""How seeds of an elimination came about: by group, standings, qualification, rating, or lot."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.groups import group_of, grouped, letter
from games.tournaments.direct.sheet import table_standings
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.made import Made

OF_GROUPS = gettext_noop(
    "They advanced as %(places)s. The first of every group are seeded before all seconds, and so "
    "on."
)
OF_STANDINGS = gettext_noop("Seeds are the places after round %(round)s.")
DRAWN = gettext_noop("The seeds were drawn when the event started.")
QUALIFIED = gettext_noop("Those who qualified are seeded by their places in the events before.")
BY_RATING = gettext_noop("Seeds go by rating: %(one)s had %(first)s, %(other)s %(second)s.")
ALL_BY_RATING = gettext_noop("Seeds go by rating, the highest first.")


def why_seeds(made: Made, entries: Sequence[int]) -> list[Phrase]:
    """Return how these entries got their seeds, the higher seed first."""
    state, stage = made.before, made.stage
    assert stage is not None
    if state.config.groups:
        return [phrase(OF_GROUPS, places=_places(made, entries))]
    if stage.begins > 1:
        return [phrase(OF_STANDINGS, round=stage.begins - 1)]
    if state.config.first_round == "random":
        return [phrase(DRAWN)]
    there = [state.entries[one] for one in entries]
    if all(one.origin for one in there):
        return [phrase(QUALIFIED)]
    ratings = [one.strength for one in there]
    if any(one.origin for one in there) or None in ratings:
        return []
    if len(there) > 2:
        return [phrase(ALL_BY_RATING)]
    one, other = map(EntryRef, entries)
    return [phrase(BY_RATING, one=one, other=other, first=ratings[0] or 0, second=ratings[1] or 0)]


def _places(made: Made, entries: Sequence[int]) -> str:
    """Return the groups of some entries, and their places among those who advanced: A1, B2."""
    assert made.stage is not None
    order = [row.entry for row in table_standings(made.before) if row.entry in made.stage.ranks]
    groups = grouped(made.before, order)
    at = {one: group_of(made.before, one) for one in entries}
    return ", ".join(f"{letter(at[one])}{1 + groups[at[one]].index(one)}" for one in entries)
