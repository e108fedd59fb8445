"""What a seat can do now, and why it cannot do the rest, in the reader's language.

The candidate actions come from the seat's own view, and the reasons are the rules' own refusals; a
contract test (tests/contract/test_help.py) checks that these reveal nothing hidden either. For a
game without candidates, list the legal actions as the generic table names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.engine.contract import Rules
from games.engine.snapshot import sorted_actions
from games.engine.teaching import advice_for
from games.matches.generic import choices
from games.matches.phrases import phrase_html

MOST_SHOWN = 24


def help_context(rules: Rules, state: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return `can`, and `cannot`: each reason with all the actions it rules out."""
    if seat not in rules.to_act(state):
        waits = [names[number] for number in rules.to_act(state)]
        return {"can": [], "cannot": [], "waits_for": waits, "seat": seat}
    if rules.tries is None:
        legal = sorted_actions(rules.legal_actions(state, seat))[:MOST_SHOWN]
        can = [choice.text for choice in choices(legal, rules)]
        return {"can": can, "cannot": [], "waits_for": [], "seat": seat}
    advice = advice_for(rules, state, seat)
    reasons: dict[SafeString, list[SafeString]] = {}
    for label, reason in advice.cannot[:MOST_SHOWN]:
        reasons.setdefault(phrase_html(reason, rules, names), []).append(
            phrase_html(label, rules, names)
        )
    told = [phrase_html(label, rules, names) for label in advice.can[:MOST_SHOWN]]
    return {"can": told, "cannot": list(reasons.items()), "waits_for": [], "seat": seat}
