"""A bot that plays rounds on in its mind, with hands dealt anew for the others. Pure.

In the deploy step the most promising actions are each played on to the end of the round, both
sides deploying and attacking by judgement; in the other steps it judges by the attacks to come.
"""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.bots.appraise import chance_of
from games.rules.death_frontline.bots.common import (
    PASS,
    deeds,
    is_ahead,
    routine,
    weakest_group_attacks,
)
from games.rules.death_frontline.bots.imagine import imagine
from games.rules.death_frontline.bots.outlook import Outlook, Prospect
from games.rules.death_frontline.cards import Decks
from games.rules.death_frontline.hidden import unseen_cards
from games.rules.death_frontline.state import DEPLOY, Cards
from games.rules.death_frontline.view import field_of

CANDIDATES = 4
DEALS = 2


def expert(decks: Decks, turned: bool, known: Observation, dice: Dice) -> Action:
    """Return the action with the best prospects for the end of the round; hands are of `decks`."""
    action = routine(known)
    if action is not None:
        return action
    game, seat = known.view["state"], known.view["seat"]
    outlook = Outlook.of(known.view, turned)
    prospects = sorted(
        _prospects(known, outlook),
        key=lambda one: (-outlook.odds(one, seat), "card" in one.action),
    )
    if game["step"] != DEPLOY or len(prospects) == 1:
        return prospects[0].action
    deals = [_deal(decks, game, dice) for _ in range(DEALS)]

    def chance(prospect: Prospect) -> float:
        ends = [outlook.played_on(prospect, seat, hands) for hands in deals]
        return sum(map(chance_of, ends))

    return max(prospects[:CANDIDATES], key=chance).action


def _prospects(known: Observation, outlook: Outlook) -> list[Prospect]:
    """Return what each sensible action leads to, passing included."""
    game, seat = known.view["state"], known.view["seat"]
    field, hand = field_of(game), game["seats"][seat]["hand"]
    actions = deeds(known.legal)[:: -1 if outlook.turned and seat & 1 else 1]
    if game["step"] == "attack":
        actions = weakest_group_attacks(field, seat, actions)
    elif len(hand) == 1 and _needs_last_card(known) and not is_ahead(field, seat):
        actions = [action for action in actions if "card" not in action]
    return [
        Prospect(PASS, field, None, outlook.passing(seat)),
        *(
            Prospect(
                action,
                imagine(field, seat, game["round"], action),
                action.get("card"),
                outlook.passed,
            )
            for action in actions
        ),
    ]


def _needs_last_card(known: Observation) -> bool:
    """Tell whether an empty hand ends the battle, as far as the seat remembers."""
    own = known.view["state"]["seats"][known.view["seat"]]
    return known.memory.notes != ["out_of_cards"] or own["draw_pile"]["count"] == 0


def _deal(decks: Decks, game: JsonObject, dice: Dice) -> tuple[Cards, ...]:
    """Return the hands by seat, the hidden ones dealt at random from the unseen cards."""
    hands = []
    for seat, own in enumerate(game["seats"]):
        if isinstance(own["hand"], list):
            hands.append(tuple(own["hand"]))
        else:
            unseen = sorted(unseen_cards(decks, game, seat).elements())
            hands.append(tuple(dice.sample(unseen, own["hand"]["count"])))
    return tuple(hands)
