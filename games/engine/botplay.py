"""Let bots play a whole match among themselves, without a server. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, Bot, Dice, JsonObject, Options, Rules
from games.engine.match import play_action, start_match, still_in
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import Viewer


@dataclass(frozen=True)
class Playout:
    """A match played by bots: the record's entries and the final state."""

    entries: tuple[JsonObject, ...]
    state: Any


def bot_action(rules: Rules, state: Any, ply: int, seat: int, bot: Bot, dice: Dice) -> Action:
    """Return what `bot` does in `seat`, given that seat's view and legal actions only."""
    view = {**snapshot(rules, state, ply, Viewer(seat)), "seat": seat}
    return bot(view, sorted_actions(rules.legal_actions(state, seat)), dice)


def play_out(
    rules: Rules,
    options: Options,
    seed: bytes,
    bots: Sequence[Bot],
    dice: Sequence[Dice],
    *,
    resigns: float = 0.0,
) -> Playout:
    """Play a match from `seed` to its end; bots[i] plays seat i with its own dice[i].

    Before each action, some seat resigns instead with probability `resigns`.
    """
    chance = Chance(seed, rules.meta.key)
    _, state = start_match(rules, options, len(bots), chance)
    entries: list[JsonObject] = []
    while (seat := rules.to_act(state)) is not None:
        if resigns and dice[seat].random() < resigns:
            seat = dice[seat].choice([s for s in range(len(bots)) if still_in(rules, state, s)])
            action = dict(RESIGN)
        else:
            action = bot_action(rules, state, len(entries), seat, bots[seat], dice[seat])
        _, state = play_action(rules, state, seat, action, chance)
        entries.append({"seat": seat, "action": action})
    return Playout(tuple(entries), state)


def random_bot(view: JsonObject, legal: list[Action], dice: Dice) -> Action:
    """Play a random kind of action, then a random action of that kind."""
    kind = dice.choice(sorted({action["type"] for action in legal}))
    return dict(dice.choice([action for action in legal if action["type"] == kind]))
