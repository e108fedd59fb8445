"""Descriptions of table sizes and of a final stage: its name, and who advances to it."""

from __future__ import annotations

from django.utils.translation import gettext

from games.matches.phrases import listing
from games.tournaments.config import DUELS
from games.tournaments.director.board import BoardRow
from games.tournaments.director.cut import going_on
from games.tournaments.director.elimination import stage_of, stage_rounds
from games.tournaments.director.state import State
from games.tournaments.names import sentence
from games.tournaments.pairing.sizes import SizeRule


def sizes_text(sizes: SizeRule) -> str:
    """Return the table sizes: a range, or each one if some in between are left out."""
    allowed = sizes.allowed
    if list(allowed) == list(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]}–{allowed[-1]}"
    return listing(str(one) for one in allowed)


def cut_label(count: int, sizes: SizeRule) -> str:
    """Return the name of a final stage with that many entries; empty if there is none."""
    if not count:
        return ""
    if sizes == DUELS:
        text = gettext("The best %(count)s play a knockout")
    elif count in sizes.allowed:
        text = gettext("The best %(count)s sit at a final table")
    else:
        text = gettext("The best %(count)s play, and the winners of their tables the final")
    return text % {"count": count}


def last_in(state: State, rows: list[BoardRow]) -> int | None:
    """Return the last entry in the standings that advances, or advanced, to a final stage."""
    if not (state.config.cut and state.rounds):
        return None
    stage = stage_of(state)
    inside = going_on(state) if stage is None else stage.seeds
    there = [row.entry for row in rows if row.entry in inside]
    return there[-1] if there and len(there) < len(rows) else None


def round_title(state: State, number: int) -> str:
    """Return a round's name besides its number: Semi-finals; mostly empty."""
    drawn = [one for one in stage_rounds(state) if one.number == number]
    told = len(drawn) == 1 and (drawn[0].side or not drawn[0].title.args)
    return sentence(drawn[0].title, {}) if told else ""
