"""The first battle of Death Frontline: a duel of two rounds, won by the larger area. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.lesson import Lesson, Step, Try
from games.engine.text import Phrase, gettext_noop

YOU, BO = 0, 1
OWN = (
    "us.supply_truck.2", "us.machine_gun", "us.paratroop.2", "us.bunker",
    "us.air_strike", "us.rifle.2", "us.engineer", "us.command", "us.medium_tank.2",
)  # fmt: skip
OTHERS = (
    "wehrmacht.rifle.2", "wehrmacht.rifle.2", "wehrmacht.supply_truck.2", "wehrmacht.sniper",
    "wehrmacht.mortar", "wehrmacht.engineer", "wehrmacht.minefield", "wehrmacht.command",
    "wehrmacht.light_tank.2",
)  # fmt: skip


def move(who: int, kind: str, /, **rest: Any) -> tuple[int, dict[str, Any]]:
    """Return a move of a seat."""
    return who, {"type": kind, **rest}


def deploy(who: int, card: str, x: int, y: int) -> tuple[int, dict[str, Any]]:
    """Return a seat's move that deploys a card onto the field."""
    return move(who, "deploy", card=card, to=[x, y])


def attempt(label: str, kind: str, /, **rest: Any) -> Try:
    """Return an action worth trying because the rules refuse it."""
    return Try(Phrase(label), {"type": kind, **rest})


PASS_YOU, PASS_BO = move(YOU, "pass"), move(BO, "pass")

STEPS = (
    Step(
        gettext_noop(
            "You lead the US Army at the bottom; Bo’s Wehrmacht is at the top. Rows 1 to 3 "
            "are yours, row 4 is the front line, rows 5 to 7 are Bo’s. To win, hold more "
            "cells of enemy territory or break through at the far edge."
        ),
    ),
    Step(
        gettext_noop(
            "Each side can swap its opening hand once. Yours has everything you need for "
            "this battle: keep it."
        ),
        gettext_noop("Press the button to keep your hand."),
        (move(YOU, "keep"), move(BO, "keep")),
    ),
    Step(
        gettext_noop(
            "Every round begins with a draw. With eight cards in hand, you can swap one or "
            "skip the draw. Skip it this time."
        ),
        gettext_noop("Press the button to skip the draw."),
        (move(YOU, "skip_draw"), move(BO, "skip_draw")),
    ),
    Step(
        gettext_noop(
            "In this step, players take turns deploying units and moving them, one at a "
            "time. Most troops need supply to attack. Deploy the supply truck to B2: it "
            "supplies everything within seven steps."
        ),
        gettext_noop("Choose the supply truck, then the cell B2."),
        (deploy(YOU, "us.supply_truck.2", 2, 2), deploy(BO, "wehrmacht.rifle.2", 2, 5)),
        (
            attempt(
                gettext_noop("Deploy the rifle squad in enemy territory, at B5"),
                "deploy",
                card="us.rifle.2",
                to=[2, 5],
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Bo’s grenadiers are at B5. A machine gun reaches two cells straight ahead: "
            "deploy yours to B3."
        ),
        gettext_noop("Choose the machine gun, then the cell B3."),
        (deploy(YOU, "us.machine_gun", 2, 3), deploy(BO, "wehrmacht.supply_truck.2", 3, 6)),
    ),
    Step(
        gettext_noop(
            "Only airborne troops can land on the front line itself. Deploy the 101st "
            "Airborne to B4, right in front of the grenadiers."
        ),
        gettext_noop("Choose the 101st Airborne, then the cell B4."),
        (deploy(YOU, "us.paratroop.2", 2, 4), PASS_BO),
        (
            attempt(
                gettext_noop("Deploy the rifle squad to A4 as well"),
                "deploy",
                card="us.rifle.2",
                to=[1, 4],
            ),
            attempt(
                gettext_noop("Move the machine gun you just deployed"),
                "move",
                **{"from": [2, 3]},
                path=[[1, 3]],
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Bo has passed, and you have what you need. Passing takes you out of this "
            "step; the next one begins when everyone has passed."
        ),
        gettext_noop("Press the button to pass."),
        (PASS_YOU,),
        (
            attempt(
                gettext_noop("Attack right away"),
                "attack",
                **{"from": [[2, 3]]},
                target=[2, 5],
                layer="unit",
                advance=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Time to build facilities. A bunker gives the troop in its cell +2 defence: "
            "build it around your machine gun, at B3."
        ),
        gettext_noop("Choose the bunker, then the cell B3."),
        (move(YOU, "build", card="us.bunker", to=[2, 3]), PASS_BO, PASS_YOU),
    ),
    Step(
        gettext_noop(
            "Everyone has passed, so now it’s the skill step. Your air strike attacks with "
            "5, anywhere. Bo’s supply truck at C6 has no defence at all, and without it "
            "the grenadiers can’t attack."
        ),
        gettext_noop("Choose the air strike, then the truck at C6, and confirm."),
        (move(YOU, "skill", card="us.air_strike", target=[3, 6], layer="unit"), PASS_BO, PASS_YOU),
    ),
    Step(
        gettext_noop(
            "Now attack. Troops that attack together add up, and the total must beat the "
            "defence. The grenadiers have 3: the machine gun’s 3 isn’t enough, but with "
            "the Airborne’s 2 it is. Attack with both, and have the Airborne advance into "
            "the cell."
        ),
        gettext_noop(
            "Choose the grenadiers at B5. Both troops join in; choose the Airborne to "
            "advance, then attack."
        ),
        (
            move(
                YOU,
                "attack",
                **{"from": [[2, 3], [2, 4]]},
                target=[2, 5],
                layer="unit",
                advance=[2, 4],
            ),
            PASS_BO,
        ),
    ),
    Step(
        gettext_noop(
            "Destroyed, and the Airborne are in enemy territory. Troops that have attacked "
            "are exhausted until the end of the round. Pass."
        ),
        gettext_noop("Press the button to pass."),
        (PASS_YOU, deploy(BO, "wehrmacht.rifle.2", 3, 5)),
        (
            attempt(
                gettext_noop("Attack again with the Airborne"),
                "attack",
                **{"from": [[2, 5]]},
                target=[2, 5],
                layer="unit",
                advance=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Round 2: this time Bo went first, and you’ve each drawn a card. Troops "
            "deployed last round can now move one step. Move the Airborne on to B6."
        ),
        gettext_noop("Choose the Airborne at B5, then the cell B6."),
        (move(YOU, "move", **{"from": [2, 5]}, path=[[2, 6]]), move(BO, "offer_end"), PASS_BO),
        (
            attempt(
                gettext_noop("Break through with the Airborne now"),
                "breakthrough",
                **{"from": [2, 5]},
            ),
            attempt(
                gettext_noop("Move the Airborne diagonally to A6"),
                "move",
                **{"from": [2, 5]},
                path=[[1, 6]],
            ),
        ),
    ),
    Step(
        gettext_noop(
            "From row 7 they could leave the field over the far edge: a breakthrough wins "
            "at once. But Bo has had enough and offers to end the battle after this round. "
            "If you agree, the side holding more enemy territory wins, and that’s you. "
            "Offer to end it, too."
        ),
        gettext_noop("Press the button to offer to end the battle. It doesn’t use up your turn."),
        (move(YOU, "offer_end"),),
    ),
    Step(
        gettext_noop(
            "There’s nothing left to do. Pass; for this lesson, you both pass in the other "
            "steps, too."
        ),
        gettext_noop("Press the button to pass."),
        (PASS_YOU, *(PASS_BO, PASS_YOU) * 3),
    ),
    Step(
        gettext_noop(
            "The battle is over: you hold one cell of enemy territory, Bo holds none. You "
            "win! Tanks, mines and howitzers wait in the decks, and four players fight in "
            "two teams: see the rules. Next, try a table against a bot."
        ),
    ),
)

LESSON = Lesson(
    options={"allies": "us", "axis": "wehrmacht", "end_on": "out_of_cards", "max_rounds": 30},
    seat=YOU,
    names=("", "Bo"),
    deals=(OWN, OTHERS),
    steps=STEPS,
)
