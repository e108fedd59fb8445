"""Which icons the site carries, under which name, and from where.

Data only; icons.py builds the sprite from it. THEMATIC maps our name to the name in the
game-icons collection, INTERFACE our name (always `ui-…`) to the name in lucide. Icons of our own
are the files of own_icons/.
"""

from __future__ import annotations

THEMATIC = {
    # Zombie Rummy
    "chainsaw": "chainsaw",
    "shotgun": "sawed-off-shotgun",
    "chair": "wooden-chair",
    "zombie": "shambling-zombie",
    "brain": "brain",
    "truck": "truck",
    "key": "car-key",
    "gas": "jerrycan",
    "lighter": "lighter",
    "serum": "syringe",
    "book": "black-book",
    "nuke": "nuclear-bomb",
    "radio": "pocket-radio",
    "barricade": "barrier",
    "graveyard": "graveyard",
    # Death Frontline: branches
    "rifle": "brodie-helmet",
    "machine-gun": "machine-gun",
    "sniper": "crosshair",
    "engineer": "dig-dug",
    "mortar": "mortar",
    "howitzer": "field-gun",
    "at-gun": "anti-aircraft-gun",
    "at-team": "panzerfaust",
    "recon": "apc",
    "light-tank": "tank",
    "medium-tank": "battle-tank",
    "heavy-tank": "great-war-tank",
    "paratroop": "parachute",
    "command": "rank-3",
    # resources, facilities, skills
    "supply-truck": "truck",
    "ammo-dump": "ammo-box",
    "depot": "oil-drum",
    "minefield": "land-mine",
    "bunker": "bunker",
    "air-strike": "bombing-run",
    "supply-drop": "cargo-crate",
    "naval-gunfire": "battleship",
    "stand-fast": "surrounded-shield",
    "panzer-assault": "tank-tread",
    "suppressing-fire": "bullet-impacts",
    "blitzkrieg": "lightning-trio",
    "dive-bombers": "falling-bomb",
    "barbed-wire": "barbed-wire",
    # Deadline 99
    "angel": "angel-wings",
    "reaper": "grim-reaper",
    "crown": "queen-crown",
    "mask": "domino-mask",
    "spy": "spy",
    "skull": "death-skull",
    "target": "bullseye",
    "swap": "card-exchange",
    "joker": "card-joker",
    # every game
    "laurels": "laurels-trophy",
    "medal": "medal",
    "hourglass": "hourglass",
}

_LUCIDE = """
arrow-left arrow-right arrow-left-right bell book-open bot calendar check chevron-down chevron-left
chevron-right chevrons-up circle-check circle-help circle-x clock copy crown download ellipsis eye
eye-off film flag globe grip-vertical hand hand-grab history info keyboard layers link list-ordered
lock log-in log-out maximize menu message-circle minus moon pause pencil play plus refresh-cw
rotate-ccw rotate-cw search settings share-2 shield shuffle skip-back skip-forward skull smile star
step-back step-forward sun sun-moon swords timer trash-2 triangle-alert trophy unplug upload user
user-minus user-plus users volume-2 volume-x wifi wifi-off x zap
"""

INTERFACE = {f"ui-{name}": name for name in _LUCIDE.split()}
