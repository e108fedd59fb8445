"""Put a player's legal actions into sentences, for the table's help. Pure.

Cells where a card or unit may go share a sentence, and so do the groups that may attack a target.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.text import Argument, CardRef, CardRefs, Phrase, gettext_noop
from games.rules.death_frontline.field import Field
from games.rules.death_frontline.field_events import cell_name
from games.rules.death_frontline.view import field_of

PLAIN = {
    "keep": gettext_noop("Keep the opening hand."),
    "mulligan": gettext_noop("Swap the opening hand."),
    "skip_draw": gettext_noop("Skip the draw."),
    "pass": gettext_noop("Pass."),
    "offer_end": gettext_noop("Offer to end the battle after this round."),
}
SWAP = gettext_noop("Swap one of %(cards)s.")
SWAP_ONE = gettext_noop("Swap %(cards)s.")
DEPLOY = gettext_noop("Deploy %(card)s: %(cells)s.")
BUILD = gettext_noop("Build %(card)s: %(cells)s.")
SKILL = gettext_noop("Play %(card)s.")
SKILL_AT = gettext_noop("Play %(card)s: %(cells)s.")
SKILL_FROM = gettext_noop("Play %(card)s on %(start)s: %(cells)s.")
MOVE = gettext_noop("Move %(card)s from %(start)s: %(cells)s.")
ATTACK = gettext_noop("Attack %(card)s on %(start)s.")
ATTACK_FROM = gettext_noop("Attack %(card)s on %(start)s from %(cells)s.")
ADVANCE = gettext_noop("Attack %(card)s on %(start)s from %(cells)s, then advance.")
ADVANCE_FROM = gettext_noop(
    "Attack %(card)s on %(start)s from %(cells)s, then advance from %(advance)s."
)
THROUGH = gettext_noop("Break through with %(card)s from %(start)s and win.")

THEMES = {
    "deploy": gettext_noop("Deployment"),
    "move": gettext_noop("Movement"),
    "attack": gettext_noop("Attacks"),
    "skill": gettext_noop("Skills"),
    "build": gettext_noop("Buildings"),
    "hold": gettext_noop("Holding back"),
}
_THEME_OF = {"breakthrough": "move"} | {key: key for key in THEMES}


def theme(action: Action) -> str:
    """Return what an action is about."""
    return _THEME_OF.get(action["type"], "hold")


def offers(view: JsonObject, legal: Sequence[Action]) -> list[Phrase]:
    """Return the legal actions in sentences, each with all the cells it may go to."""
    field = field_of(view["state"])
    alike: dict[tuple[str, str, str], list[Action]] = {}
    for action in legal:
        if action["type"] not in PLAIN and action["type"] != "swap_draw":
            alike.setdefault(_about(field, action), []).append(action)
    swaps = tuple(action["card"] for action in legal if action["type"] == "swap_draw")
    swap = SWAP if len(swaps) > 1 else SWAP_ONE
    return [
        *(Phrase(PLAIN[action["type"]]) for action in legal if action["type"] in PLAIN),
        *([Phrase(swap, {"cards": CardRefs(swaps)})] if swaps else []),
        *(_phrase(*key, actions) for key, actions in alike.items()),
    ]


def _about(field: Field, action: Action) -> tuple[str, str, str]:
    """Return what an action shares a sentence by: the sentence, a card, and its cell."""
    match action:
        case {"type": "deploy" | "build" as kind, "card": card}:
            return DEPLOY if kind == "deploy" else BUILD, card, ""
        case {"type": "skill", "card": card, "from": start}:
            return SKILL_FROM, card, _name(start)
        case {"type": "skill", "card": card}:
            return SKILL_AT if "target" in action else SKILL, card, ""
        case {"type": "move", "from": start}:
            return MOVE, field.unit_at[_cell(start)].code, _name(start)
        case {"type": "attack", "target": target, "layer": layer}:
            at = field.unit_at if layer == "unit" else field.facility_at
            return ATTACK, at[_cell(target)].code, _name(target)
    return THROUGH, field.unit_at[_cell(action["from"])].code, _name(action["from"])


def _phrase(key: str, card: str, start: str, actions: Sequence[Action]) -> Phrase:
    told: dict[str, Argument] = {"card": CardRef(card)}
    if start:
        told["start"] = start
    if key == ATTACK:
        return _attack(told, actions)
    goals = dict.fromkeys(goal for one in actions if (goal := _goal(one)))
    if goals:
        told["cells"] = " ".join(goals)
    return Phrase(key, told)


def _goal(action: Action) -> str:
    """Return the cell where an action's card or unit goes, or what it aims at; else empty."""
    cell = action["path"][-1] if "path" in action else action.get("to", action.get("target"))
    return _name(cell) if cell else ""


def _attack(told: dict[str, Argument], attacks: Sequence[Action]) -> Phrase:
    """Return a sentence about the attacks on a target; one by one group says who, and what then."""
    groups = {tuple(map(_name, one["from"])) for one in attacks}
    if len(groups) > 1:
        return Phrase(ATTACK, told)
    [group] = groups
    told["cells"] = " ".join(group)
    advance = attacks[0]["advance"]
    if advance is None or len(attacks) > 1:
        return Phrase(ATTACK_FROM, told)
    if len(group) == 1:
        return Phrase(ADVANCE, told)
    return Phrase(ADVANCE_FROM, {**told, "advance": _name(advance)})


def _cell(value: Any) -> tuple[int, int]:
    return value[0], value[1]


def _name(value: Any) -> str:
    return cell_name(_cell(value))
