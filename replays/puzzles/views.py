"""The pages of puzzles: the list, one puzzle, and its answer. Guests and visitors may solve."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.matches.requests import read_action, refusal_response
from games.registry import all_rules
from replays.puzzles.access import PuzzleNotFound, access_puzzle
from replays.puzzles.models import Puzzle
from replays.puzzles.pages import index_context, puzzle_context
from replays.puzzles.positions import legal_answer, timeline_of
from replays.puzzles.selectors import daily_puzzle, due_reviews, next_puzzle
from replays.puzzles.services import answer_give

ANSWERS_A_MINUTE = 60
View = Callable[[HttpRequest, Puzzle], HttpResponse]


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the daily puzzle, one's rating and mistakes, and the puzzles by game and theme."""
    return render(request, "puzzles/index.html", index_context(request.user))


@never_cache
@require_GET
def daily(request: HttpRequest) -> HttpResponse:
    """Go to today's puzzle."""
    return _go_to(daily_puzzle())


@never_cache
@require_GET
def onward(request: HttpRequest) -> HttpResponse:
    """Go to another puzzle than `?but=`, of a game and theme if they are given."""
    wanted = wanted_of(request)
    return _go_to(next_puzzle(request.user, **wanted, but=_but(request)), wanted)


@never_cache
@login_required
@require_GET
def due(request: HttpRequest) -> HttpResponse:
    """Go to the mistake that has been due longest, other than `?but=`."""
    review = due_reviews(request.user, _but(request)).first()
    return _go_to(review.puzzle if review else None, {"due": "1"})


def _but(request: HttpRequest) -> str:
    return request.GET.get("but", "").replace("\0", "")


def _go_to(puzzle: Puzzle | None, query: dict[str, str] | None = None) -> HttpResponse:
    if puzzle is None:
        return redirect("puzzles:index")
    url = reverse("puzzles:show", args=[puzzle.code])
    asked = {key: value for key, value in (query or {}).items() if value}
    return redirect(f"{url}?{urlencode(asked)}" if asked else url)


def wanted_of(request: HttpRequest) -> dict[str, str]:
    """Return the game and theme that a query names; "" for none that there is."""
    game, theme = request.GET.get("game", ""), request.GET.get("theme", "")
    rules = all_rules().get(game)
    known = rules is not None and theme in rules.teaching.themes
    return {"game": game if rules else "", "theme": theme if known else ""}


def onward_url(request: HttpRequest, puzzle: Puzzle) -> str:
    """Return where the next puzzle is, of the same kind."""
    but = {"but": puzzle.code}
    if "due" in request.GET and due_reviews(request.user, puzzle.code).exists():
        return f"{reverse('puzzles:due')}?{urlencode(but)}"
    asked = {key: value for key, value in wanted_of(request).items() if value}
    return f"{reverse('puzzles:next')}?{urlencode(asked | but)}"


def of_puzzle(view: View) -> Callable[..., HttpResponse]:
    """Wrap the view of a puzzle: 404 without one, and a refusal as its sentence."""

    @wraps(view)
    def page(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, access_puzzle(code))
        except PuzzleNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return refusal_response(request, refusal)

    return never_cache(page)


@of_puzzle
@require_safe
def show(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    """Show a puzzle, to be answered by an action on its table."""
    return render(request, "puzzles/show.html", _context(request, puzzle))


@of_puzzle
@require_POST
def answer(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    """Judge the posted `action`, and show the answer."""
    throttle(request, "puzzle", limit=ANSWERS_A_MINUTE, seconds=60)
    posted = read_action(request.POST.get("action", ""))
    action = legal_answer(timeline_of(puzzle), posted)
    outcome = answer_give(puzzle=puzzle, user=request.user, action=action)
    context = _context(request, puzzle, outcome=outcome, action=action)
    if not getattr(request, "htmx", False):
        return render(request, "puzzles/show.html", context)
    return render(request, "puzzles/_puzzle.html", {**context, "oob": True})


def _context(request: HttpRequest, puzzle: Puzzle, **answered: Any) -> dict[str, Any]:
    context = puzzle_context(puzzle, request.user, **answered)
    return {**context, "query": request.GET.urlencode(), "onward": onward_url(request, puzzle)}
