"""How long folding a tournament and ranking it takes. Run: python bench/tournament.py."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.tournaments.direct.actions import Action
from games.tournaments.direct.board import board
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.fold import BLANK, act, fold
from games.tournaments.direct.state import State
from games.tournaments.pair.chance import Stream


def play(config: Config, count: int) -> tuple[list[Action], State, float]:
    """Play a tournament at random; return its actions, state and the slowest action's seconds."""
    actions: list[Action] = []
    state, slowest = BLANK, 0.0
    stream = Stream("bench", count)

    def do(kind: str, **payload: object) -> None:
        nonlocal state, slowest
        began = perf_counter()
        action, state = act(state, kind, payload, "bench")
        slowest = max(slowest, perf_counter() - began)
        actions.append(action)

    do("create", config=config_to_json(config))
    do("open_registration")
    for number in range(count):
        do("register", players=[number], strength=2000 - number)
    do("start")
    for _ in range(state.planned):
        do("propose_round")
        do("publish_round")
        current = state.rounds[-1]
        for table in current.tables:
            order = stream.shuffled(table.present)
            rows = [{"entry": entry, "rank": rank} for rank, entry in enumerate(order, 1)]
            do("set_result", table=table.number, results=rows)
        do("close_round")
    return actions, state, slowest


def main() -> None:
    """Print the seconds for a Swiss of 100 and pods of 60."""
    for name, config, count in (
        ("Swiss", Config("swiss", "seed", rounds=7), 100),
        ("tables of 3-5", Config("pods", "seed", rounds=5), 60),
    ):
        actions, state, slowest = play(config, count)
        began = perf_counter()
        fold(actions)
        folded = perf_counter()
        board(state)
        print(
            f"{name} of {count}: {len(actions)} actions, fold {folded - began:.3f} s, "
            f"standings {perf_counter() - folded:.3f} s, slowest action {slowest:.2f} s"
        )


if __name__ == "__main__":
    main()
