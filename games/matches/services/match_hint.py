"""Hints against bots: what the club bot would do in a person's seat, and why."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.engine.botplay import observed
from games.matches import store
from games.matches.access import Access
from games.matches.generic import action_words
from games.matches.phrases import phrase_html
from games.matches.presenters import seat_names
from games.matches.selectors import plays
from games.matches.services.bot_pool import bot_ask
from games.matches.services.match_bots import memory_of
from games.thinking import Question

LEVEL = "club"
DICE = bytes(32)  # never the match's seed, which nobody may know yet
PATIENCE_S = 10


@dataclass(frozen=True)
class Hint:
    """An action in words, the reason for it, and the level of the bot that would play it."""

    action: SafeString | str
    reason: SafeString
    level: str


def match_hint(access: Access) -> Hint | None:
    """Return a hint to the player whose turn it is, or None where there are none.

    Only people who play against nobody but bots, outside events, get hints, and only while the
    bots' processes have time for them.
    """
    match, me = access.match, access.seat
    people = [seat for seat in access.seats if seat.user_id is not None]
    if me is None or len(people) > 1 or match.arranged or not plays(match, me):
        return None
    rules, position = match.rules, store.load_position(match)
    bot = rules.bot_at(LEVEL)
    if bot.reason is None or rules.to_act(position.state) != me.number:
        return None
    memory = memory_of(match, position, me.number)
    known = observed(rules, position.state, match.ply, me.number, memory)
    ply = match.ply + 1
    asked = Question(match.game, match.ruleset, bot.level, me.number, ply, DICE, known)
    try:
        action = bot_ask(asked).result(PATIENCE_S)
    except (TimeoutError, BrokenExecutor):
        return None
    names = seat_names(access.seats)
    reason = phrase_html(bot.reason(known, action), rules, names)
    return Hint(action_words(rules, known.view, action, names), reason, bot.level)
