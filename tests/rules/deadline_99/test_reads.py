"""What attacks on kings tell of roles to whoever reads hands."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.hidden import Memory
from games.engine.match import start_match
from games.engine.options import complete_options
from games.registry import current_rules
from games.rules.deadline_99.reads import role_odds
from games.rules.deadline_99.roles import BLACK_MINISTER, FREE, RED_MINISTER
from games.rules.deadline_99.state import State

RED_KING, BLACK_KING, ONE, OTHER = range(4)


def odds(attacks: list[tuple[int, int]], one: str, other: str = FREE) -> float:
    rules = current_rules("deadline_99")
    options = complete_options(rules.meta, 4, {"mode": "factions"})
    _, dealt = start_match(rules, options, 4, Chance(bytes(32), "deadline_99"))
    state: State = dealt._replace(roles=("red_king", "black_king", one, other))
    memory = Memory(4)
    memory.notes = attacks
    return role_odds(state, memory, {ONE: one, OTHER: other})


def test_who_attacks_a_king_is_likelier_of_the_other_side() -> None:
    attack = [(ONE, BLACK_KING)]
    assert odds(attack, RED_MINISTER) > odds(attack, FREE) > odds(attack, BLACK_MINISTER)
    assert odds([], RED_MINISTER) == odds([], BLACK_MINISTER)
    assert odds([(ONE, OTHER)], RED_MINISTER) == odds([(ONE, OTHER)], BLACK_MINISTER)


def test_one_who_attacks_both_kings_seems_to_follow_no_role() -> None:
    both = [(ONE, BLACK_KING), (ONE, RED_KING)]
    assert odds(both, RED_MINISTER) == odds(both, BLACK_MINISTER) < odds(both, FREE)
