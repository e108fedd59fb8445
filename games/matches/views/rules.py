"""The rule books: a list of the games, and each game's own page."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.matches.lobby import game_cards, seats_label
from games.matches.optionbook import option_book
from games.registry import UnknownGame, current_rules


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
