"""What pages and programs are shown of puzzles: nothing but what the seat knows, and no names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.registry import Panel
from games.engine.botplay import observed
from games.engine.contract import Action
from games.engine.viewer import Viewer
from games.matches.generic import choices
from games.matches.models import Seat
from games.matches.phrases import phrase_html
from games.matches.presenters import TablePosition, table_context
from games.matches.rendering import game_files
from games.registry import current_rules
from replays.knowledge import knowledge_context, memory_at
from replays.puzzles.models import Puzzle, Solver
from replays.puzzles.positions import solver_seat, timeline_of
from replays.puzzles.selectors import (
    daily_puzzle,
    due_reviews,
    is_solver,
    rating_of,
    shelves,
    solver_of,
    streak_of,
)
from replays.puzzles.services import Outcome
from replays.reasons import JUDGE, action_reason
from replays.timeline import Timeline

WIDE, ERRORS = 100, 2
"""The width of a bar, a unit for each percent; how many standard errors its whiskers show."""


@dataclass(frozen=True)
class Bar:
    """What one playout bot made of an action: the seat's chance to win, in percent."""

    chance: int
    low: float
    high: float


@dataclass(frozen=True)
class ShownOption:
    """An action in words, with what came of it."""

    words: SafeString | str
    bars: list[Bar]
    is_answer: bool
    is_mine: bool

    @property
    def chance(self) -> int:
        """Return the chance to win under all playout bots together."""
        return round(sum(bar.chance for bar in self.bars) / len(self.bars))


def puzzle_context(
    puzzle: Puzzle, user: Any, outcome: Outcome | None = None, action: Action | None = None
) -> dict[str, Any]:
    """Return the context of a puzzle's page and fragments; with an `outcome`, its answer too."""
    timeline = timeline_of(puzzle)
    seat, last, rules = solver_seat(timeline), timeline.last, timeline.rules
    seats = [Seat(number=number, name=name) for number, name in enumerate(timeline.seats)]
    shown = TablePosition(
        rules=rules, seats=seats, position=timeline.position(last), ply=last, is_live=True
    )
    table = table_context(shown, Viewer(seat), seats[seat], controls=outcome is None)
    return {
        **table,
        **knowledge_context(timeline, last, seat),
        "eyes_name": timeline.seats[seat],
        "puzzle": puzzle,
        "rules": rules,
        "number": last,
        "outcome": outcome,
        "answer": answer_context(puzzle, timeline, action) if outcome else None,
        "solver": solver_of(user),
        "is_kept": is_solver(user),
        "game_css": game_files(puzzle.game, "css"),
        "game_scripts": f"games/{puzzle.game}",
        "nav": "puzzles",
    }


def answer_context(puzzle: Puzzle, timeline: Timeline, mine: Action | None) -> dict[str, Any]:
    """Return the answer, its reason, its rivals, and what the puzzle is about."""
    rules, seat = timeline.rules, solver_seat(timeline)
    judge = rules.bot_at(JUDGE)
    options = [_option(timeline, seat, one, puzzle.answer, mine) for one in puzzle.options]
    return {
        "options": options,
        "is_listed": any(one.is_mine for one in options),
        "mine": None if mine is None else in_words(timeline, seat, mine),
        "why": action_reason(timeline, timeline.last + 1, seat, puzzle.answer, judge),
        "theme": gettext(rules.teaching.themes.get(puzzle.theme, puzzle.theme)),
        "rating": rating_of(puzzle),
    }


def in_words(timeline: Timeline, seat: int, action: Action) -> SafeString | str:
    """Return an action as the help at the table calls it."""
    rules = timeline.rules
    if rules.teaching.offers is None:
        return choices([action], rules)[0].text
    known = seat_knows(timeline, seat)
    return phrase_html(rules.teaching.offers(known.view, [action])[0], rules, timeline.seats)


def seat_knows(timeline: Timeline, seat: int) -> Any:
    """Return everything the seat knows at the decision, as a bot would get it."""
    memory = memory_at(timeline, timeline.last, seat)
    return observed(timeline.rules, timeline.plies[-1].state, timeline.last, seat, memory)


def _option(
    timeline: Timeline, seat: int, option: Any, answer: Action, mine: Action | None
) -> ShownOption:
    alike, action = timeline.rules.alike, option["action"]
    return ShownOption(
        in_words(timeline, seat, action),
        [_bar(*chance) for chance in option["chances"]],
        is_answer=action == answer,
        is_mine=mine is not None and alike(action) == alike(mine),
    )


def _bar(chance: float, error: float) -> Bar:
    low, high = chance - ERRORS * error, chance + ERRORS * error
    return Bar(round(WIDE * chance), WIDE * max(0.0, low), WIDE * min(1.0, high))


def index_context(user: Any) -> dict[str, Any]:
    """Return the context of the list of puzzles."""
    solver = solver_of(user)
    return {
        "daily": daily_puzzle(),
        "games": list(_games()),
        "solver": solver,
        "rating": solver and rating_of(solver),
        "streak": streak_of(solver) if solver else 0,
        "due": due_reviews(user).count() if is_solver(user) else 0,
        "is_kept": is_solver(user),
        "nav": "puzzles",
    }


def _games() -> Iterator[dict[str, Any]]:
    """Yield each game that has puzzles, with its themes."""
    for game, of_game in groupby(shelves(), key=lambda shelf: shelf.game):
        rules, found = current_rules(game), list(of_game)
        names = rules.teaching.themes
        themes = [
            (one.theme, gettext(names.get(one.theme, one.theme)), one.puzzles) for one in found
        ]
        yield {"key": game, "title": rules.meta.title, "themes": themes}


def home_panel(user: Any) -> Panel | None:
    """Return the front page's card of the daily puzzle."""
    puzzle = daily_puzzle()
    if puzzle is None:
        return None
    return Panel("puzzles/_daily.html", {"title": puzzle.rules.meta.title})


def profile_panel(request: HttpRequest, person: Any) -> Panel:
    """Return a person's rating and streak as a solver."""
    solver: Solver | None = solver_of(person)
    data = solver and {
        "solver": solver, "rating": rating_of(solver), "streak": streak_of(solver),
    }  # fmt: skip
    return Panel("puzzles/_person.html", {"entry": data})
