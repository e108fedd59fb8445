"""Access to puzzles: anybody's, as long as the match they come from allows it.

A site's match does while anybody may watch it again and nobody who had a seat keeps theirs out.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.matches.access import shown_again
from games.matches.models import Match, Seat
from games.registry import ruleset_names
from replays.puzzles.models import Puzzle


class PuzzleNotFound(Exception):
    """There is no such puzzle, or it is no longer shown: both look the same."""


def lent_matches() -> QuerySet[Match]:
    """Return the finished matches that anybody may watch again, and nobody keeps out of puzzles."""
    ended = Q(status=Match.Status.FINISHED, deal_open=False, practice=False)
    out = Q(user__preferences__puzzles=False) | Q(starter__preferences__puzzles=False)
    kept_out = Exists(Seat.objects.filter(out, match=OuterRef("pk")))
    return Match.objects.filter(shown_again(), ended, ~kept_out)


def shown_puzzles() -> QuerySet[Puzzle]:
    """Return the puzzles that anybody may see: bots' own, and those whose match still allows it."""
    known = Q()
    for game, ruleset in (name.split("/") for name in ruleset_names()):
        known |= Q(game=game, ruleset=ruleset)
    return Puzzle.objects.filter(known & (Q(source=None) | Q(source__in=lent_matches())))


def access_puzzle(code: str) -> Puzzle:
    """Return a puzzle that is shown; raises PuzzleNotFound."""
    puzzle = shown_puzzles().filter(code=code).first()
    if puzzle is None:
        raise PuzzleNotFound(code)
    return puzzle
