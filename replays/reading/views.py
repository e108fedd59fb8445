"""The pages of reads: one's own, a position to read, and what was true. Visitors may try."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.registry import all_rules
from replays.puzzles.selectors import is_solver
from replays.reading.access import access_read
from replays.reading.pages import field_of, index_context, read_context
from replays.reading.selectors import another, answers_of, read_at
from replays.reading.services import READS_A_MINUTE, read_give
from replays.refusals import ReplayRefusal
from replays.views.answers import refusal_sentence, replay_page

DRAWS_A_MINUTE = 40


@replay_page
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show how good one's reads are, of all games or of `?game=`."""
    return render(request, "reading/index.html", index_context(request.user, _game(request)))


@replay_page
@require_GET
def onward(request: HttpRequest) -> HttpResponse:
    """Go to a random position, of a game if one is given."""
    throttle(request, "read-draw", limit=DRAWS_A_MINUTE, seconds=60)
    game = _game(request)
    found = another(request.user, game)
    if found is not None:
        return redirect(found.url)
    return redirect(f"{reverse('reading:index')}?none=1" + (f"&game={game}" if game else ""))


def _game(request: HttpRequest) -> str:
    game = request.GET.get("game", "")
    return game if game in all_rules() else ""


@replay_page
@require_safe
def show(request: HttpRequest, code: str, ply: int, seat: int) -> HttpResponse:
    """Show a position with its questions, or what was true to one who has answered."""
    position = access_read(request.user, code, ply, seat)
    known = read_at(position, request.user)
    answers = answers_of(known) if known else ()
    return render(request, "reading/show.html", read_context(position, request.user, answers))


@replay_page
@require_POST
def answer(request: HttpRequest, code: str, ply: int, seat: int) -> HttpResponse:
    """Take a percentage for each question, and show what was true."""
    throttle(request, "read", limit=READS_A_MINUTE, seconds=60)
    user, position = request.user, access_read(request.user, code, ply, seat)
    entered = {field_of(one): request.POST.get(field_of(one), "") for one in position.asked}
    forecasts = {one: whole_number(entered[field_of(one)], digits=2) for one in position.asked}
    try:
        answers = read_give(position=position, user=user, forecasts=forecasts)
    except ReplayRefusal as refusal:
        sentence = refusal_sentence(refusal)
        context = read_context(position, user, entered=entered, sentence=sentence)
        return render(request, "reading/show.html", context, status=422)
    if is_solver(user):
        return redirect(position.url)
    return render(request, "reading/show.html", read_context(position, user, answers))
