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
MOVE = gettext_noop("Move %(card)s from %(start)s: %(cells)s.")
ATTACK = gettext_noop("Attack %(card)s on %(start)s.")
ATTACK_FROM = gettext_noop("Attack %(card)s on %(start)s from %(cells)s.")
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
    cells: dict[tuple[str, str, str], dict[str, None]] = {}
    for action in legal:
        kind = action["type"]
        if kind not in PLAIN and kind != "swap_draw":
            key, cell = _sorted(field, action)
            cells.setdefault(key, {}).update(dict.fromkeys(cell))
    swaps = tuple(action["card"] for action in legal if action["type"] == "swap_draw")
    swap = SWAP if len(swaps) > 1 else SWAP_ONE
    return [
        *(Phrase(PLAIN[action["type"]]) for action in legal if action["type"] in PLAIN),
        *([Phrase(swap, {"cards": CardRefs(swaps)})] if swaps else []),
        *(_phrase(*key, list(found)) for key, found in cells.items()),
    ]


def _sorted(field: Field, action: Action) -> tuple[tuple[str, str, str], list[str]]:
    """Return what an action is about (sentence, card, cell), and the cell it goes to."""
    match action:
        case {"type": "deploy" | "build" as kind, "card": card, "to": to}:
            return (DEPLOY if kind == "deploy" else BUILD, card, ""), [_name(to)]
        case {"type": "skill", "card": card}:
            at = action["path"][-1] if "path" in action else action.get("target")
            return (SKILL_AT if at else SKILL, card, ""), [_name(at)] if at else []
        case {"type": "move", "from": start, "path": path}:
            return (MOVE, field.unit_at[_cell(start)].code, _name(start)), [_name(path[-1])]
        case {"type": "attack", "target": target, "layer": layer}:
            at = field.unit_at if layer == "unit" else field.facility_at
            group = " ".join(map(_name, action["from"]))
            return (ATTACK, at[_cell(target)].code, _name(target)), [group]
    return (THROUGH, field.unit_at[_cell(action["from"])].code, _name(action["from"])), []


def _phrase(key: str, card: str, start: str, cells: list[str]) -> Phrase:
    told: dict[str, Argument] = {"card": CardRef(card)}
    if key == ATTACK:
        key, cells = (ATTACK_FROM, cells) if len(cells) == 1 else (ATTACK, [])
    if start:
        told["start"] = start
    if cells:
        told["cells"] = " ".join(cells)
    return Phrase(key, told)


def _cell(value: Any) -> tuple[int, int]:
    return value[0], value[1]


def _name(value: Any) -> str:
    return cell_name(_cell(value))
