"""Why two teams meet, and why these two of their players; why a player wins a board alone."""

from __future__ import annotations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.round import Round, Table, TeamMatch
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.made import Made
from games.tournaments.direct.why.pairing import ADDED, why_table

IN_ORDER = gettext_noop(
    "Line-ups keep their team’s order, so number %(board)s of both meet on board %(board)s."
)
FIRST_SEATS = gettext_noop("%(one)s has the first seat on odd boards, %(other)s on even ones.")
ALONE = gettext_noop("%(team)s had no one left for board %(board)s, so %(one)s wins it.")


def meeting_at(held: Round, table: int) -> Table | None:
    """Return the match to which a table of a published round belongs, as a table of two teams."""
    for number, match in enumerate(held.matches, 1):
        if table in [board.table for board in match.boards]:
            return Table(number, match.teams)
    return None


def why_board(made: Made, held: Round, table: Table) -> list[Phrase]:
    """Return why two teams meet, and why these two of their players do, at a table of `held`."""
    meeting = meeting_at(held, table.number)
    if meeting is None:
        return [phrase(ADDED)]
    match = held.matches[meeting.number - 1]
    board = 1 + [one.table for one in match.boards].index(table.number)
    one, other = map(EntryRef, match.teams)
    return [
        *why_table(made, meeting),
        phrase(FIRST_SEATS, one=one, other=other),
        phrase(IN_ORDER, board=board),
    ]


def why_alone(held: Round, player: int) -> list[Phrase]:
    """Return why a player wins a board without an opponent; nothing if they don't."""
    return [told for match in held.matches for told in _alone_in(match, player)]


def _alone_in(match: TeamMatch, player: int) -> list[Phrase]:
    for at, board in enumerate(match.boards, 1):
        if player in board.players and not board.table:
            team = match.teams[1 - board.players.index(player)]
            return [phrase(ALONE, team=EntryRef(team), one=EntryRef(player), board=at)]
    return []
