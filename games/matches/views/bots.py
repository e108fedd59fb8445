"""The page that introduces every game's bots."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.engine.contract import Rules
from games.matches.labels import value_label
from games.matches.strengths import RoundRobin, round_robins
from games.registry import all_rules


@require_GET
def bots_page(request: HttpRequest) -> HttpResponse:
    """Show who they are, how they play and how strong they are; open to everybody."""
    games = [_game(rules) for rules in all_rules().values() if rules.bots]
    return render(request, "matches/bots.html", {"games": games, "nav": "rules"})


def _game(rules: Rules) -> dict[str, Any]:
    """Return a game's bots, weakest first, with their strength in its first round robin."""
    played = round_robins(rules.meta.key)
    strengths = played[0].levels if played else {}
    return {
        "meta": rules.meta,
        "bots": [
            {"level": level, "who": bot.character, "strength": strengths.get(level)}
            for level, bot in rules.bots.items()
        ],
        "most": max((one.elo for one in strengths.values()), default=0),
        "first": {**_setting(rules, played[0]), "matches": played[0].matches} if played else None,
        "others": [
            {**_setting(rules, one), "levels": [one.levels.get(level) for level in rules.bots]}
            for one in played[1:]
        ],
    }


def _setting(rules: Rules, played: RoundRobin) -> dict[str, Any]:
    """Return where a round robin was played: the seats, and the options that were chosen."""
    chosen = [option for option in rules.meta.options if option.key in played.options]
    labels = [value_label(option, played.options[option.key]) for option in chosen]
    return {"seats": played.seats, "labels": labels}
