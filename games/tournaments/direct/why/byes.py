"""Why somebody rests in a round."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.board import shown_points
from games.tournaments.direct.groups import letter
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.groups import group_told, in_schedule
from games.tournaments.direct.why.made import Made
from games.tournaments.pair.bracket import bracket_size
from games.tournaments.pair.contenders import Contender
from games.tournaments.pair.round_robin import berger

BY_HAND = gettext_noop("The director gave %(one)s the bye.")
EXCUSED = gettext_noop("%(one)s is excused from this round.")
GONE = gettext_noop("%(one)s was no longer playing.")
LATE = gettext_noop("%(one)s joined after the round was paired.")
NOT_PAIRED = gettext_noop("%(one)s wasn’t paired in this round.")
DONE = gettext_noop("Group %(letter)s is smaller than others and has played all its rounds.")
TOO_SMALL = gettext_noop("Group %(letter)s has only %(count)s left: too few for a table.")
RESTS = gettext_noop("There’s an odd number of entries, so one sits out each round.")
FREE = gettext_noop(
    "The bracket has %(size)s places for %(count)s entries, so the top seeds skip its first round."
)
NO_OPPONENT = gettext_noop("No one was left in the bracket to meet %(one)s in this round.")
TOP_SEEDS = gettext_noop("The tables don’t seat everyone, so the top seeds skip this round.")
FIRST_BYE = gettext_noop(
    "Bye: of those without one so far, no one at a table had fewer points than %(one)s "
    "(%(points)s)."
)
ANOTHER_BYE = gettext_noop(
    "Bye: of those with as few so far, no one at a table had fewer points than %(one)s "
    "(%(points)s)."
)
LOWEST = gettext_noop("With equal points, it goes to the lowest in the standings.")
LOWEST_SEED = gettext_noop("The bye of round 1 goes to the lowest seed.")
FEWEST_MISSED = gettext_noop("Among equal points, the one who missed the fewest rounds has it.")


def why_unplayed(made: Made, entry: int, *, rests: bool) -> list[Phrase]:
    """Return why an entry has no table in a round; `rests` if it was given a bye."""
    one = made.before.entries.get(entry)
    ref = EntryRef(entry)
    if one is None:
        return [phrase(LATE, one=ref)]
    if rests:
        return _why_bye(made, entry)
    if one.status != "registered":
        return [phrase(GONE, one=ref)]
    return [phrase(EXCUSED if made.number in one.absent else NOT_PAIRED, one=ref)]


def _why_bye(made: Made, entry: int) -> list[Phrase]:
    """Return why an entry was given a bye."""
    if entry not in made.byes:
        return [phrase(BY_HAND, one=EntryRef(entry))]
    if made.stage is not None:
        return [_through(made, entry)]
    made = made.within(entry)
    if made.before.config.format == "round_robin":
        return _rests(made)
    if len(made.field) < min(made.before.config.size_rule.allowed):
        return [phrase(TOO_SMALL, letter=letter(made.group or 0), count=len(made.field))]
    return [*group_told(made), *_lowest(made, made.field[made.index[entry]])]


def _rests(made: Made) -> list[Phrase]:
    """Return why somebody rests in a round robin: its number is odd, or a smaller group is done."""
    count = len(in_schedule(made))
    if made.number > len(berger(count, made.before.config.cycles)):
        return [phrase(DONE, letter=letter(made.group or 0))]
    return [*group_told(made), phrase(RESTS)]


def _through(made: Made, entry: int) -> Phrase:
    """Return why an entry advances in an elimination without playing."""
    assert made.stage is not None
    ranks, count = made.stage.ranks, len(made.stage.seeds)
    if made.before.config.elimination == "tables":
        seated = [ranks[one] for table in made.proposed for one in table.seats]
        if seated and all(ranks[one] < rank for one in made.byes for rank in seated):
            return phrase(TOP_SEEDS)
    elif made.number == made.stage.begins and ranks[entry] <= bracket_size(count) - count:
        return phrase(FREE, size=bracket_size(count), count=count)
    return phrase(NO_OPPONENT, one=EntryRef(entry))


def _sits(made: Made, entry: int) -> bool:
    return any(entry in table.seats for table in made.proposed)


def _lowest(made: Made, one: Contender) -> list[Phrase]:
    """Return that nobody at a table should have had the bye before, as far as that is so."""
    seated = [other for other in made.field if _sits(made, other.entry)]
    if any((other.byes, other.points) < (one.byes, one.points) for other in seated):
        return []
    if made.number == 1:
        is_last = not made.is_random and all(_is_higher(made, other, one) for other in seated)
        return [phrase(LOWEST_SEED)] if is_last else []
    points = shown_points(made.before, one.points)
    found = phrase(ANOTHER_BYE if one.byes else FIRST_BYE, one=EntryRef(one.entry), points=points)
    level = [other for other in seated if (other.byes, other.points) == (one.byes, one.points)]
    return [found, *_among(made, one, level)]


def _among(made: Made, one: Contender, level: Sequence[Contender]) -> list[Phrase]:
    """Return why the bye goes to this one of several with equal points."""
    if level and all(other.unplayed > one.unplayed for other in level):
        return [phrase(FEWEST_MISSED)]
    fewest = all(other.unplayed >= one.unplayed for other in level)
    same = [other for other in level if other.unplayed == one.unplayed]
    if same and fewest and all(_is_higher(made, other, one) for other in same):
        return [phrase(LOWEST)] if len(same) == len(level) else [phrase(FEWEST_MISSED)]
    return []


def _is_higher(made: Made, one: Contender, other: Contender) -> bool:
    return made.index[one.entry] < made.index[other.entry]
