"""Say in words why the club bot plays a card, from the terms it judges by. Pure."""

from __future__ import annotations

from games.engine.bot import Observation
from games.engine.contract import Action
from games.engine.text import Argument, CardRef, Phrase, SeatRef, gettext_noop
from games.rules.deadline_99.bots.club import aims_at_own_king, swap_gain
from games.rules.deadline_99.bots.worth import count_after, goes_out
from games.rules.deadline_99.cards import ANGEL, RANK_OF, REAPER

OVER = gettext_noop("%(card)s goes over 99 and puts you out: play it only if nothing else is left.")
REAPER_LAST = gettext_noop("The reaper puts you out: play it only if nothing else is left.")
OWN_KING = gettext_noop("%(target)s is your own king: spare them unless every other play is worse.")
TAKES = gettext_noop(
    "A jack takes a card from %(target)s for good: %(target)s draws no other, and has %(count)s "
    "card now."
)
TAKES_SOME = gettext_noop(
    "A jack takes a card from %(target)s for good: %(target)s draws no other, and has %(count)s "
    "cards now."
)
TAKES_NOTHING = gettext_noop("%(target)s has no card to take, but a jack never goes over 99.")
SWAP_GAINS = gettext_noop("A seven swaps hands: %(target)s has more cards than you keep.")
SWAP_EVEN = gettext_noop(
    "A seven swaps hands at no loss, and you know the cards that %(target)s gets."
)
SWAP_LOSES = gettext_noop(
    "A seven never goes over 99, but here it leaves you with fewer cards than %(target)s gets."
)
DRAWS_TWO = gettext_noop("The angel draws two cards: your hand grows for good.")
LOWERS = gettext_noop("Nothing that adds fits better: %(card)s lowers the count and makes room.")
STAYS = gettext_noop("%(card)s takes points away, so it can’t go over 99.")
TURNS = gettext_noop("An eight leaves the count alone: it only sends the turn back the other way.")
CALLS = gettext_noop(
    "An ace leaves the count alone, and %(target)s has to play next, on %(count)s."
)
FILLS = gettext_noop(
    "A king makes the count 99 from anywhere. The next player then needs a card that doesn’t add."
)
ADDS = gettext_noop(
    "%(card)s still fits, up to %(count)s: add while you can, and keep the cards that never go "
    "over 99 for later."
)
_UNAIMED = {"8": TURNS, "K": FILLS, ANGEL: DRAWS_TWO}


def reason(known: Observation, action: Action) -> Phrase:
    """Return why the club bot would make this legal play."""
    state, rank = known.view["state"], RANK_OF[action["card"]]
    args: dict[str, Argument] = {"card": CardRef(action["card"])}
    if rank == REAPER:
        return Phrase(REAPER_LAST)
    if goes_out(state["count"], action):
        return Phrase(OVER, args)
    if "target" in action:
        return _aimed(known, action, rank)
    if rank in _UNAIMED:
        return Phrase(_UNAIMED[rank])
    args["count"] = count_after(state["count"], action)
    if action.get("op") != "-":
        return Phrase(ADDS, args)
    return Phrase(LOWERS if state["count"] else STAYS, args)


def _aimed(known: Observation, action: Action, rank: str) -> Phrase:
    """Return the reason of an ace, jack or seven."""
    state, target = known.view["state"], action["target"]
    args: dict[str, Argument] = {"target": SeatRef(target)}
    if aims_at_own_king(known.view, action):
        return Phrase(OWN_KING, args)
    if rank == "A":
        return Phrase(CALLS, {**args, "count": state["count"]})
    if rank == "J":
        theirs = state["hands"][target]["count"]
        return (
            Phrase(TAKES, {**args, "count": theirs}, TAKES_SOME)
            if theirs
            else Phrase(TAKES_NOTHING, args)
        )
    gain = swap_gain(known.view, target)
    return Phrase(SWAP_GAINS if gain > 0 else SWAP_EVEN if gain == 0 else SWAP_LOSES, args)
