"""How a match ended, in words that each game gives for the reason in the record's result."""

from __future__ import annotations

from django.utils.translation import gettext

from games.registry import all_rulesets


def reason_label(reason: str) -> str:
    """Return how a match ended in words, or the bare reason if the game is gone."""
    for rulesets in all_rulesets().values():
        for rules in rulesets.values():
            if reason in rules.meta.end_reasons:
                return gettext(rules.meta.end_reasons[reason])
    return reason.replace("_", " ")
