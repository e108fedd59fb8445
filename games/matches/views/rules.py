"""The rule books: a list of the games, and each game's own page."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.views.decorators.http import require_GET

from games.registry import UnknownGame, all_rules, rules_for


@require_GET
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games that have a rule book."""
    games = [rules for key, rules in all_rules().items() if _has_page(key)]
    return render(request, "matches/rules_index.html", {"games": games, "nav": "rules"})


@require_GET
def rules_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show one game's rules; open to everybody."""
    try:
        rules = rules_for(key)
    except UnknownGame:
        raise Http404 from None
    if not _has_page(key):
        raise Http404
    context = {"rules": rules, "book": rulebook_of(key), "nav": "rules"}
    return render(request, f"games/{key}/rules.html", context)


def rulebook_of(key: str) -> dict[str, Any]:
    """Return what a game's `rulebook.py` makes of its data; nothing where it has none."""
    name = f"games.rules.{key}.rulebook"
    if find_spec(name) is None:
        return {}
    book: dict[str, Any] = import_module(name).rulebook()
    return book


def _has_page(key: str) -> bool:
    try:
        get_template(f"games/{key}/rules.html")
    except TemplateDoesNotExist:
        return False
    return True
