"""What bots that collude allow themselves, for `bench/collusion.py`; the site's bots can't."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.bot import Observation
from games.engine.contract import Action
from games.engine.hidden import Cards
from games.rules.deadline_99.bots.worth import count_after, goes_out
from games.rules.deadline_99.cards import LIMIT, RANK_OF, REAPER, RISES
from games.rules.deadline_99.state import next_alive
from games.rules.zombie_rummy.cards import BRAIN, WEAPON_OF
from games.rules.zombie_rummy.hidden import from_view
from games.rules.zombie_rummy.stakes import apply_lay

Filter = Callable[[Observation, int, Cards], list[Action]]
"""Returns the legal actions that a colluder allows itself, given the partner's seat and hand."""


def _next(known: Observation, action: Action) -> int:
    """Return whose turn follows a play that keeps its player in."""
    state, rank = known.view["state"], RANK_OF[action["card"]]
    if rank == "A":
        return int(action["target"])
    step = -state["direction"] if rank == "8" else state["direction"]
    return next_alive(tuple(state["alive"]), known.view["seat"], step)


def _has_answer(hand: Cards, count: int) -> bool:
    ranks = {RANK_OF[card] for card in hand} - {REAPER}
    return any(count + RISES.get(rank, 0) <= LIMIT for rank in ranks)


def _strands(known: Observation, action: Action, partner: int, hand: Cards) -> bool:
    """Tell whether a play leaves the partner, next to play, without a card that fits."""
    count = known.view["state"]["count"]
    if goes_out(count, action) or _next(known, action) != partner:
        return False
    return not _has_answer(hand, count_after(count, action))


def soft_99(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """Never aim a jack, a seven, or an ace on a high count at the partner; look at no hand."""
    high = known.view["state"]["count"] >= 80
    hits = ("J", "7", "A") if high else ("J", "7")
    return [
        action
        for action in known.legal
        if action.get("target") != partner or RANK_OF[action["card"]] not in hits
    ]


def team_99(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """The same, and never leave the partner without an answer, as the hand shows."""
    mild = soft_99(known, partner, hand) or known.legal
    return [action for action in mild if not _strands(known, action, partner, hand)]


def feed_99(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """The same, and on a high count lower it for the partner or turn away from them."""
    mild, count = team_99(known, partner, hand) or known.legal, known.view["state"]["count"]
    staying = [action for action in mild if not goes_out(count, action)]
    if count < 85 or not staying:
        return mild
    lower = [one for one in staying if _next(known, one) == partner and one.get("op") == "-"]
    return lower or [one for one in staying if _next(known, one) != partner]


def peek_99(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """Play for oneself, and put the other out wherever their hand shows no answer."""
    return [action for action in known.legal if _strands(known, action, partner, hand)]


def feud_99(known: Observation, enemy: int, hand: Cards) -> list[Action]:
    """Aim jacks and sevens at one enemy alone, and help nobody: an honest quarrel."""
    return [
        action
        for action in known.legal
        if action.get("target") == enemy or RANK_OF[action["card"]] not in ("J", "7")
    ]


# Colluders of Zombie Rummy


def _hits(known: Observation, action: Action, victim: int) -> bool:
    """Tell whether an action changes somebody's table, or takes their hand, to their harm."""
    if action["type"] in ("draw", "discard", "layoff", "meld"):
        return False
    state = from_view(known.view)
    after = apply_lay(state, known.view["seat"], action)
    return after.tables[victim] != state.tables[victim] or not after.hands[victim]


def soft_rummy(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """Do nothing that costs the partner points; look at no hand."""
    return [action for action in known.legal if not _hits(known, action, partner)]


def feud_rummy(known: Observation, enemy: int, hand: Cards) -> list[Action]:
    """Hit one enemy alone, and help nobody: an honest quarrel."""
    seat = known.view["seat"]
    rest = [one for one in range(len(known.view["state"]["hands"])) if one not in (seat, enemy)]
    return [action for action in known.legal if not any(_hits(known, action, one) for one in rest)]


def team_rummy(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """The same, and before the partner's turn discard what fits that hand best."""
    mild = soft_rummy(known, partner, hand) or known.legal
    state, seat = from_view(known.view), known.view["seat"]
    thrown = [action for action in mild if action["type"] == "discard"]
    laying = [action for action in mild if action["type"] != "discard"]
    if not thrown or state.next_seat(seat) != partner:
        return mild
    best = max(_fit(action["card"], hand) for action in thrown)
    return laying + [action for action in thrown if _fit(action["card"], hand) == best]


def peek_rummy(known: Observation, partner: int, hand: Cards) -> list[Action]:
    """Play for oneself, but before the other's turn discard nothing that fits that hand."""
    state, seat = from_view(known.view), known.view["seat"]
    if state.phase != "lay" or state.next_seat(seat) != partner:
        return known.legal
    return [
        action
        for action in known.legal
        if action["type"] != "discard" or _fit(action["card"], hand) == 0
    ]


def _fit(card: str, hand: Cards) -> int:
    """Return how well a card fits a hand: pairs of cards it makes a set or half of one with."""
    if card not in WEAPON_OF:
        return 3 if card == BRAIN else 0
    weapon, number = WEAPON_OF[card]
    others = [WEAPON_OF[one] for one in hand if one in WEAPON_OF]
    same = sum(n == number for _, n in others)
    run = sum(w == weapon and abs(n - number) in (1, 2) for w, n in others)
    return max(same, run)


FEUD = "feud"
KINDS: Mapping[str, Mapping[str, tuple[Filter, float]]] = {
    "deadline_99": {
        "soft": (soft_99, 1),
        "team": (team_99, 1),
        "shy": (team_99, 1 / 3),
        "feed": (feed_99, 1),
        "peek": (peek_99, 1),
        FEUD: (feud_99, 1),
    },
    "zombie_rummy": {
        "soft": (soft_rummy, 1),
        "team": (team_rummy, 1),
        "shy": (team_rummy, 1 / 3),
        "peek": (peek_rummy, 1),
        FEUD: (feud_rummy, 1),
    },
}
"""What two of a group allow themselves, and in which part of their actions."""
