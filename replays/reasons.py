"""Why a bot played as it did, or would have, in words.

Only for a match that is over, and for a reader who sees that seat's cards. The reason is computed
from the seat's observation at that moment alone, as the bot had it.
"""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.engine.bot import Bot, Observation
from games.engine.botplay import observed
from games.engine.contract import Action
from games.engine.text import Phrase
from games.matches.labels import bot_face, bot_title
from games.matches.phrases import phrase_html
from replays.address import Eyes
from replays.knowledge import memory_at
from replays.timeline import Timeline

JUDGE = "club"


def bot_reason(timeline: Timeline, ply: int, eyes: Eyes) -> dict[str, Any] | None:
    """Return the context of the reason for a ply, or None if there is none to show.

    A level that gives no reasons of its own is judged by the club bot; `judge` then names it.
    """
    facts, rules, names = timeline.plies[ply].facts, timeline.rules, timeline.holders.at(ply)
    bot = rules.bot_marked.get(facts.auto)
    if bot is None or facts.seat is None or facts.action is None:
        return None
    if not eyes.viewer.sees_all and eyes.seat != facts.seat:
        return None
    judge: Bot = bot if bot.reason else rules.bot_at(JUDGE)
    game = rules.meta.key
    return {
        "name": names[facts.seat],
        "level": bot.level,
        "face": bot_face(game, bot.level),
        "judge": bot_title(game, judge.level) if judge is not bot else "",
        "words": action_reason(timeline, ply, facts.seat, facts.action, judge),
    }


def action_reason(
    timeline: Timeline, ply: int, seat: int, action: Action, judge: Bot
) -> SafeString | None:
    """Return why `judge` would make `action` as the seat's action number `ply`."""
    phrase = reason_of(timeline, ply, seat, action, judge)
    if phrase is None:
        return None
    return phrase_html(phrase, timeline.rules, timeline.holders.at(ply))


def reason_of(timeline: Timeline, ply: int, seat: int, action: Action, judge: Bot) -> Phrase | None:
    """Return the same, not yet in words."""
    return None if judge.reason is None else judge.reason(known_at(timeline, ply, seat), action)


def known_at(timeline: Timeline, ply: int, seat: int) -> Observation:
    """Return what a seat knew when it was to make action number `ply`."""
    before = timeline.plies[ply - 1]
    memory = memory_at(timeline, before.number, seat)
    return observed(timeline.rules, before.state, before.number, seat, memory)
