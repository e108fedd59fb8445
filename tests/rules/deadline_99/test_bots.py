"""What each level sees: the count, cards worth keeping, kings, who is on whose side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine.bot import BotDice, Observation
from games.engine.botplay import observed
from games.engine.chance import Chance
from games.engine.hidden import Memory
from games.engine.match import start_match
from games.engine.options import complete_options
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.bots import reasons
from games.rules.deadline_99.bots.judge import FACTION_SIZES, SURVIVOR_SIZES
from games.rules.deadline_99.bots.sides import Sides
from games.rules.deadline_99.bots.tables import FACTION, SURVIVOR
from games.rules.deadline_99.hidden import from_view, hidden_roles, unseen_cards
from games.rules.deadline_99.state import State
from tests.rules.deadline_99.positions import play, position

ROLES = ("red_king", "black_king", "red_minister", "black_minister")
OPTIONS = complete_options(RULES.meta, 6, {"angel_reaper": True})


def knows(state: State, *attacks: tuple[int, int]) -> Observation:
    """Return what the seat to act knows, having seen these attacks (attacker, target)."""
    memory = Memory(len(state.hands))
    memory.notes += attacks
    assert state.turn is not None
    return observed(RULES, state, 0, state.turn, memory)


def chosen(level: str, state: State, *attacks: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the plays that a bot makes with some different dice."""
    known, bot = knows(state, *attacks), RULES.bots[level]
    played = [bot.choose(known, BotDice(bytes(32), "test", 0, ply)) for ply in range(40)]
    return [action for number, action in enumerate(played) if action not in played[:number]]


def share(level: str, state: State, action: dict[str, Any]) -> float:
    """Return how often a bot makes this play."""
    known, bot = knows(state), RULES.bots[level]
    dice = [BotDice(bytes(32), "test", 0, ply) for ply in range(400)]
    return sum(bot.choose(known, own) == action for own in dice) / len(dice)


def test_the_less_a_bot_looks_the_more_often_it_goes_over() -> None:
    state = position("9S KD", "5C 6C", count=95)
    often = [share(level, state, play("9S")) for level in ("novice", "casual", "club", "expert")]
    assert 0.1 < often[0] < 0.2 > often[1] > 0 == often[2] == often[3]


def test_a_number_that_fits_goes_before_a_card_that_the_club_bot_keeps() -> None:
    state = position("6S KD KH AC AS", "5C 6C 3C 4C 9C", "5D 6D 3D 4D 9D", count=80)
    assert chosen("club", state) == [play("6S")]


def test_the_club_bot_takes_a_card_before_anything_else() -> None:
    state = position("3S 4S JH KD 8C", "5C", "", count=50)
    assert chosen("club", state) == [play("JH", target=1)]


def test_the_expert_takes_a_last_opponents_last_card() -> None:
    state = position("3S 4S JH KD 8C", "5C", "", count=50, out=(2,))
    assert chosen("expert", state) == [play("JH", target=1)]


@pytest.mark.parametrize("level", ["club", "expert"])
def test_with_no_way_to_stay_in_a_bot_goes_over_and_keeps_the_reaper(level: str) -> None:
    state = position("5S reaper", "5C 6C", "5D", count=99)
    assert chosen(level, state) == [play("5S")]


def test_the_expert_takes_the_enemy_kings_last_card_and_never_its_own_kings() -> None:
    for turn, target in ((2, 1), (3, 0)):
        hands = ["5C", "6C", *["JS 3S 4S 9S 6S"] * 2]
        state = position(*hands, count=40, roles=ROLES, turn=turn, direction=-1 if turn == 2 else 1)
        assert chosen("expert", state) == [play("JS", target=target)]


def test_a_minister_of_four_players_knows_every_side() -> None:
    sides = Sides(knows(position(*["5C"] * 4, roles=ROLES, turn=2)))
    assert sides.friend == [1, 0, 1, 0]
    assert sides.foe == [0, 1, 0, 1]


def test_a_king_learns_the_sides_from_attacks_on_either_king() -> None:
    state = position(*["5C"] * 4, roles=ROLES)
    assert Sides(knows(state)).friend[2:] == [0.5, 0.5]
    for attack in [(2, 1), (3, 0)]:
        sides = Sides(knows(state, attack))
        assert sides.friend[2] > 0.8 < sides.foe[3]
        assert [sides.relation(seat) for seat in range(4)] == [0, 1, 2, 3]


def test_unseen_cards_and_roles_follow_from_the_view() -> None:
    _, state = start_match(RULES, OPTIONS, 6, Chance(bytes(32), "deadline_99"))
    unseen = Counter([*state.draw_pile, *(card for hand in state.hands[1:] for card in hand)])
    assert unseen_cards(knows(state).view) == unseen
    view = knows(position(*["5C"] * 6, roles=(*ROLES, "free", "free"), turn=4)).view
    assert Counter(hidden_roles(view)) == Counter([*ROLES[2:], "free"])


def test_a_view_below_zero_makes_a_state_that_may_be_below_zero() -> None:
    state = position("5C KH", "9S", count=-10, allow_negative=True)
    made = from_view({**snapshot(RULES, state, 7, Viewer(0)), "seat": 0})
    assert (made.count, made.allow_negative, made.plays) == (-10, True, 7)


def test_the_tables_hold_as_many_numbers_as_are_looked_up() -> None:
    for texts, sizes in ((SURVIVOR, SURVIVOR_SIZES), (FACTION, FACTION_SIZES)):
        assert {len(text.split()) for text in texts} == {sum(sizes.values())}


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (play("JS", target=1), reasons.TAKES),
        (play("JS", target=2), reasons.TAKES_NOTHING),
        (play("7S", target=1), reasons.SWAP_LOSES),
        (play("AS", target=1), reasons.CALLS),
        (play("8S"), reasons.TURNS),
        (play("KS"), reasons.FILLS),
        (play("QS", "-"), reasons.LOWERS),
        (play("QS", "+"), reasons.OVER),
        (play("3S"), reasons.ADDS),
        (play("angel"), reasons.DRAWS_TWO),
        (play("reaper"), reasons.REAPER_LAST),
    ],
)
def test_a_reason_names_what_the_club_bot_judges_by(action: dict[str, Any], key: str) -> None:
    state = position("JS 7S AS 8S KS QS 3S angel reaper", "5C", "", count=90)
    assert reasons.reason(knows(state), action).key == key


def test_a_reason_warns_of_attacking_ones_own_king() -> None:
    state = position("5C", "6C", "JS", "9C", roles=ROLES, turn=2)
    assert reasons.reason(knows(state), play("JS", target=0)).key == reasons.OWN_KING
    assert reasons.reason(knows(state), play("JS", target=1)).key == reasons.TAKES
