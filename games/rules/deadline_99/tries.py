"""Suggest what a player might try in Deadline 99, from their view, for the table's help. Pure."""

from __future__ import annotations

from games.engine.contract import JsonObject
from games.engine.lesson import Try
from games.engine.text import CardRef, Phrase, Term, gettext_noop
from games.rules.deadline_99.cards import LIMIT, RANK_OF, REAPER, RISES, SWINGS, TARGETED
from games.rules.deadline_99.display import card_face

PLAY = gettext_noop("Play %(card)s. %(effect)s")
PLAY_OVER = gettext_noop("Play %(card)s: it goes over 99, and you’re out.")
NAME_SELF = gettext_noop("Play %(card)s and choose yourself.")


def tries(view: JsonObject, seat: int) -> list[Try]:
    """Return a play of each held card, and targeting oneself where a card has a target."""
    state = view["state"]
    hand = list(dict.fromkeys(state["hands"][seat]))
    others = [n for n, alive in enumerate(state["alive"]) if alive and n != seat]
    found = []
    for card in hand:
        action: JsonObject = {"type": "play", "card": card}
        if RANK_OF[card] in SWINGS:
            action["op"] = "-"
        if RANK_OF[card] in TARGETED:
            found.append(
                Try(Phrase(NAME_SELF, {"card": CardRef(card)}), {**action, "target": seat})
            )
            action["target"] = others[0] if others else seat
        found.append(Try(_label(card, state["count"]), action))
    return found


def _label(card: str, count: int) -> Phrase:
    """Return what playing a card would do now."""
    if card != REAPER and count + RISES.get(RANK_OF[card], 0) > LIMIT:
        return Phrase(PLAY_OVER, {"card": CardRef(card)})
    return Phrase(PLAY, {"card": CardRef(card), "effect": Term(card_face(card)["help"])})
