"""Why two meet in a Swiss round: points, halves, repeats.

Each claim is checked by pairing the round again under other conditions (`pair_swiss` is exact).
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.board import shown_points
from games.tournaments.direct.round import Table
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.made import Made
from games.tournaments.direct.why.seats import why_duel_seats
from games.tournaments.pair.contenders import Meetings, pair_of
from games.tournaments.pair.swiss import (
    NoPairingError,
    SwissPairing,
    half_of,
    pair_swiss,
    quality,
)

DRAWN = gettext_noop("The pairings of round 1 were drawn at random.")
LEVEL = gettext_noop("%(one)s and %(other)s both had %(points)s points.")
ALONE = gettext_noop("Only %(one)s and %(other)s had %(points)s points.")
APART = gettext_noop("%(one)s had %(points)s points and %(other)s %(fewer)s.")
HALVES = gettext_noop(
    "Of the %(count)s with as many, they were number %(first)s and number %(second)s: the top half "
    "meets the bottom half."
)
BY_SEED = gettext_noop(
    "Round 1 goes by seed. Of %(count)s entries, %(one)s was number %(first)s and %(other)s "
    "number %(second)s: the top half meets the bottom half."
)
OUT_OF_LINE = gettext_noop(
    "Of the %(count)s with as many, %(one)s was number %(first)s and %(other)s number %(second)s."
)
HAD_MET = gettext_noop("%(one)s had already met %(other)s, half the group away.")
NOBODY = gettext_noop("No one else had %(points)s points.")
MET_ALL = gettext_noop("%(one)s had already met everyone else with %(points)s points.")
ODD = gettext_noop(
    "%(count)s entries had %(points)s points, an odd number, so one of them had to meet someone "
    "with more or fewer."
)
IF_LEVEL = (
    gettext_noop(
        "If %(one)s had met someone with as many points, the bye would have gone to someone "
        "who’d had more of them."
    ),
    gettext_noop(
        "If %(one)s had met someone with as many points, there would have been more repeats."
    ),
    gettext_noop(
        "If %(one)s had met someone with as many points, the bye would have gone to someone "
        "with more points."
    ),
    gettext_noop(
        "If %(one)s had met someone with as many points, the differences in points would have "
        "been larger overall."
    ),
    gettext_noop(
        "If %(one)s had met someone with as many points, the bye would have gone to someone "
        "who’d missed more rounds."
    ),
    gettext_noop(
        "If %(one)s had met someone with as many points, top and bottom halves would have "
        "been matched less closely."
    ),
)
"""By the rule that the best pairing under that condition breaks more, as `Quality` lists them."""
AS_GOOD = gettext_noop("Other pairings of the round would have been just as good.")
AGAIN = gettext_noop("They meet again: they played each other in round %(rounds)s.")
UNAVOIDABLE = gettext_noop("No pairing of this round has fewer repeats.")


def why_swiss(made: Made, table: Table) -> list[Phrase]:
    """Return why the two of a table meet, and why they sit as they do."""
    higher, lower = sorted(table.seats, key=made.index.__getitem__)
    seats = why_duel_seats(made, table, higher, lower)
    if made.is_random:
        return [phrase(DRAWN)]
    if made.points(higher) != made.points(lower):
        return [*_floats(made, higher, lower), *_repeats(made, higher, lower), *seats]
    return [*_level(made, higher, lower), *_repeats(made, higher, lower), *seats]


def _group(made: Made, points: int) -> list[int]:
    """Return the entries with so many points, in order of the standings."""
    return [one.entry for one in made.field if one.points == points]


def _level(made: Made, one: int, other: int) -> list[Phrase]:
    """Return why two with the same points meet: half against half, as near as could be."""
    points = made.points(one)
    group = _group(made, points)
    refs = {"one": EntryRef(one), "other": EntryRef(other)}
    first, second, half = group.index(one), group.index(other), half_of(len(group))
    places = {"count": len(group), "first": first + 1, "second": second + 1}
    if made.number == 1 and second - first == half:
        return [phrase(BY_SEED, **refs, **places)]
    text = shown_points(made.before, points)
    if len(group) == 2:
        return [phrase(ALONE, **refs, points=text)]
    level = phrase(LEVEL, **refs, points=text)
    if second - first == half:
        return [level, phrase(HALVES, **places)]
    return [level, phrase(OUT_OF_LINE, **refs, **places), *_opposite(made, group, one, other, half)]


def _opposite(made: Made, group: list[int], one: int, other: int, half: int) -> list[Phrase]:
    """Return whom one of the two would have met, half a group away, if they had not met before."""
    for entry, at in ((one, group.index(one) + half), (other, group.index(other) - half)):
        if 0 <= at < len(group) and made.met.times(entry, group[at]):
            return [phrase(HAD_MET, one=EntryRef(entry), other=EntryRef(group[at]))]
    return []


def _floats(made: Made, one: int, other: int) -> list[Phrase]:
    """Return why `one` meets somebody with fewer points."""
    points = made.points(one)
    refs = {"one": EntryRef(one), "other": EntryRef(other)}
    text, fewer = (shown_points(made.before, made.points(entry)) for entry in (one, other))
    told = [phrase(APART, **refs, points=text, fewer=fewer)]
    rest = [entry for entry in _group(made, points) if entry != one]
    if not rest:
        return [*told, phrase(NOBODY, points=text)]
    if all(made.met.times(one, entry) for entry in rest):
        return [*told, phrase(MET_ALL, one=refs["one"], points=text)]
    playing = len(rest) + 1
    if playing % 2 and set(rest).isdisjoint(made.byes):
        told.append(phrase(ODD, count=playing, points=text))
    return [*told, *_if_level(made, one)]


def _if_level(made: Made, one: int) -> list[Phrase]:
    """Return what would have been worse if an entry had met somebody with its points."""
    points = made.points(one)
    apart = frozenset(pair_of(one, each.entry) for each in made.field if each.points != points)
    try:
        found = pair_swiss(made.field, Meetings(made.met.met, apart), _rounds(made))
    except NoPairingError:
        return []
    best, actual = quality(made.field, made.met, found), quality(made.field, made.met, _made(made))
    if best < actual or found.bye == one:
        return []
    broken = [rule for rule in range(len(best)) if best[rule] > actual[rule]]
    return [phrase(IF_LEVEL[broken[0]] if best > actual else AS_GOOD, one=EntryRef(one))]


def _rounds(made: Made) -> int:
    return max(made.before.planned, made.number)


def _made(made: Made) -> SwissPairing:
    pairs = tuple((table.seats[0], table.seats[1]) for table in made.proposed)
    return SwissPairing(pairs, next(iter(made.byes), None))


def _repeats(made: Made, one: int, other: int) -> list[Phrase]:
    """Return that two meet again, and that nothing could be done about it if so."""
    if not made.met.times(one, other):
        return []
    rounds = ", ".join(map(str, made.rounds_met(one, other)))
    told = [phrase(AGAIN, rounds=rounds)]
    return [*told, phrase(UNAVOIDABLE)] if _fewest_repeats(made) else told


def _fewest_repeats(made: Made) -> bool:
    """Say whether no pairing at all has fewer repeats, whoever would have the bye."""
    anybody = [replace(one, byes=0) for one in made.field]
    best = quality(anybody, made.met, pair_swiss(anybody, made.met, _rounds(made)))
    return best.repeats == quality(anybody, made.met, _made(made)).repeats
