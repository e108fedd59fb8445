"""Actions in sentences: alike ones share one, and one alone says all that matters of it."""

from __future__ import annotations

from games.engine.botplay import observed
from games.engine.contract import Action
from games.engine.hidden import Memory
from games.engine.text import Phrase
from games.rules.death_frontline import RULES
from games.rules.death_frontline.offers import offers
from games.rules.death_frontline.state import State
from tests.rules.death_frontline.positions import position, unit

OWN = (unit("us.rifle", 0, (1, 4)), unit("us.rifle", 0, (2, 3)), unit("us.depot", 0, (1, 3)))
FOE = unit("wehrmacht.at_team", 1, (2, 4))


def said(state: State, legal: list[Action] | None = None) -> list[Phrase]:
    """Return what is offered to the seat to act."""
    known = observed(RULES, state, 0, state.turn or 0, Memory(2))
    return offers(known.view, known.legal if legal is None else legal)


def told(phrase: Phrase) -> str:
    """Return a phrase in English, with codes for cards."""
    return phrase.key % {name: getattr(one, "code", one) for name, one in phrase.args.items()}


def test_an_attack_alone_says_who_attacks_and_whether_who_advances() -> None:
    state = position("attack", (*OWN, FOE))
    known = observed(RULES, state, 0, 0, Memory(2))
    attacks = [one for one in known.legal if one["type"] == "attack"]
    each = [told(said(state, [one])[0]) for one in attacks]
    assert len({*each}) == len(each)
    foe = "Attack wehrmacht.at_team on B4"
    assert {f"{foe} from B3.", f"{foe} from B3, then advance."} <= {*each}
    assert f"{foe} from B3 A4, then advance from A4." in each
    assert [told(one) for one in said(state, attacks)] == [f"{foe}."]
    alone = [one for one in attacks if one["from"] == [[2, 3]]]
    assert [told(one) for one in said(state, alone)] == [f"{foe} from B3."]


def test_a_card_that_moves_a_troop_says_which_and_where() -> None:
    troops = (unit("wehrmacht.rifle", 1, (2, 5)), unit("wehrmacht.rifle", 1, (3, 6)))
    state = position("skill", troops, hands={1: ("wehrmacht.blitzkrieg",)}, turn=1)
    known = observed(RULES, state, 0, 1, Memory(2))
    ways = [one for one in known.legal if one.get("path", [None])[-1] == [3, 5]]
    each = {told(one) for way in ways for one in said(state, [way])}
    assert each == {f"Play wehrmacht.blitzkrieg on {start}: C5." for start in ("B5", "C6")}
