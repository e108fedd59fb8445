"""Which icons the site carries, under which name, and from where.

Data only; icons.py builds a sheet of icons for each game, which only its tables load, and those
that every page may need. THEMATIC maps, for each sheet, our name to the name in the game-icons
collection, INTERFACE our name (always `ui-…`, in the sheet `site`) to the name in lucide. Icons of
our own are the files of own_icons/<sheet>/. A name stands in one sheet only.
"""

from __future__ import annotations

THEMATIC = {
    "zombie_rummy": {
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
    },
    "death_frontline": {
        # branches
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
    },
    "deadline_99": {
        "angel": "angel-wings",
        "reaper": "grim-reaper",
        "crown": "queen-crown",
        "mask": "domino-mask",
        "spy": "spy",
    },
    # shown where a match or an event has ended
    "honours": {"laurels": "laurels-trophy", "medal": "medal"},
    "site": {"skull": "death-skull"},
    # drawn for this site: the parts of clubs' crests
    "crests": {},
}

_LUCIDE = """
arrow-left arrow-right bell book-open bot calendar check chevron-left chevron-right chevrons-up
circle-check circle-help circle-x copy download ellipsis eye eye-off film flag globe hand hand-grab
history info keyboard layers link list-ordered lock log-out maximize menu message-circle minus moon
pause play plus rotate-ccw rotate-cw search settings share-2 shield shuffle skip-back skip-forward
star step-back step-forward sun-moon swords timer triangle-alert trophy unplug upload user
user-minus user-plus users volume-x wifi wifi-off x zap
"""

INTERFACE = {f"ui-{name}": name for name in _LUCIDE.split()}
