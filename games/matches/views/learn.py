"""Rule books, first-hand lessons and the help panel at the table.

Lessons are open to everybody, and store nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.guests.middleware import guests_may
from accounts.numbers import whole_number
from accounts.throttle import Throttled, throttle
from games.engine.contract import Refusal
from games.engine.teaching import lesson_answer
from games.matches.access import MatchNotFound, access_match
from games.matches.lessons import (
    LessonNotFound,
    LessonPlace,
    lesson_context,
    lesson_place,
    lesson_seats,
)
from games.matches.lobby import game_cards, seats_label
from games.matches.optionbook import option_book
from games.matches.phrases import phrase_text
from games.matches.presenters import seat_names
from games.matches.rendering import game_files
from games.matches.requests import posted_int, read_action
from games.matches.selectors import help_shown
from games.matches.services.match_hint import match_hint
from games.registry import UnknownGame, current_rules

POSTS_A_MINUTE = 240


def step_asked(request: HttpRequest) -> int:
    """Return the step named in the URL; 0 if missing or invalid."""
    return whole_number(request.GET.get("step", ""), digits=3) or 0


@never_cache
@require_GET
def lesson_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game's first hand at a step."""
    try:
        place = lesson_place(key, step_asked(request))
    except LessonNotFound:
        raise Http404 from None
    context = {
        **lesson_context(place, request.user),
        "game_css": game_files(key, "css"),
        "game_scripts": f"games/{key}",
        "nav": "rules",
    }
    return render(request, "matches/lesson.html", context)


def lesson_post(view: Callable[[HttpRequest, LessonPlace], None]) -> Callable[..., HttpResponse]:
    """Wrap a learner's POST at step `version`; answer with the next step or a refusal."""

    @wraps(view)
    def post(request: HttpRequest, key: str) -> HttpResponse:
        try:
            first = lesson_place(key, 0)
            throttle(request, "learn", limit=POSTS_A_MINUTE, seconds=60)
            place = lesson_place(key, posted_int(request, "version", "bad_version"))
            view(request, place)
            onward = lesson_place(key, place.number + 1)
        except LessonNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return _refused(request, first, refusal)
        return _go_to(request, onward)

    return never_cache(require_POST(post))


def _go_to(request: HttpRequest, place: LessonPlace) -> HttpResponse:
    key = place.rules.meta.key
    url = f"{reverse('learn:lesson', args=[key])}?step={place.number}"
    if not getattr(request, "htmx", False):
        return redirect(url)
    context = {**lesson_context(place, request.user), "oob": True}
    answer = render(request, "matches/_lesson.html", context)
    answer["HX-Replace-Url"] = url
    return answer


def _refused(request: HttpRequest, place: LessonPlace, refusal: Refusal) -> HttpResponse:
    """Answer with the rules' own refusal sentence."""
    names = seat_names(lesson_seats(place, request.user))
    sentence = phrase_text(refusal.phrase, place.rules, names)
    htmx = getattr(request, "htmx", False)
    template = "matches/_notice.html" if htmx else "matches/refused.html"
    context = {"sentence": sentence, "code": refusal.code}
    status = 429 if refusal.code == "too_often" else 422
    return render(request, template, context, status=status)


@lesson_post
def act(request: HttpRequest, place: LessonPlace) -> None:
    """Try an `action`: the one the lesson asks for leads on, any other is explained."""
    lesson_answer(
        place.rules, place.lesson, place.number, read_action(request.POST.get("action", ""))
    )


@lesson_post
def read_on(request: HttpRequest, place: LessonPlace) -> None:
    """Go on from a step without an action of the learner's own."""
    if place.is_own_move:
        raise Http404


@require_GET
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games; every one has a page."""
    return render(request, "matches/rules_index.html", {"games": game_cards(), "nav": "rules"})


@require_GET
def rules_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show one game's rules, or just its options if it has no rule book; open to everybody."""
    try:
        rules = current_rules(key)
    except UnknownGame:
        raise Http404 from None
    context = {
        "rules": rules,
        "seats": seats_label(rules.meta),
        "book": rulebook_of(key),
        "options": option_book(rules.meta),
        "nav": "rules",
    }
    return render(request, [f"games/{key}/rules.html", "games/_generic/rules.html"], context)


def rulebook_of(key: str) -> dict[str, Any]:
    """Return the context that a game's `rulebook.py` provides; empty if it has none."""
    name = f"games.rules.{key}.rulebook"
    if find_spec(name) is None:
        return {}
    book: dict[str, Any] = import_module(name).rulebook()
    return book


ASKED_A_MINUTE = 120


@guests_may
@never_cache
@require_GET
def help_panel(request: HttpRequest, code: str) -> HttpResponse:
    """Return the panel's content for a player of a running match; empty for others."""
    try:
        throttle(request, "help", limit=ASKED_A_MINUTE, seconds=60)
        access = access_match(request.user, code)
    except MatchNotFound:
        raise Http404 from None
    except Throttled:
        return HttpResponse(status=429)
    hint, game = match_hint(access), access.match.game
    context = {"help": help_shown(access), "hint": hint, "game": game}
    return render(request, "matches/_help.html", context)
