"""What pages are shown of reads: until the answer, nothing that the seat doesn't know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.reading import Question
from games.engine.text import Phrase, SeatRef
from games.matches.history import game_title
from games.matches.phrases import phrase_html
from games.registry import all_rules
from replays.address import EVERYBODY, Address, seat_eyes
from replays.presenters import replay_context
from replays.puzzles.selectors import is_solver
from replays.reading.access import ReadPosition, read_address
from replays.reading.models import Read
from replays.reading.scoring import Answer, Bin, Score, calibration, score_of
from replays.reading.selectors import (
    all_answers,
    answers_of,
    friends_reads,
    open_still,
    reads_of,
)

LEVEL = 0.05
"""Bits: a smaller lead over counting is none."""
SHOWN = 20
"""How many of a person's latest reads their page lists."""
SIDE, LEFT, TOP, PLOT = 240, 34, 8, 196


@dataclass(frozen=True)
class Asked:
    """A question in words, the name of its field, and what was entered there."""

    words: SafeString
    field: str
    value: str


@dataclass(frozen=True)
class Shown:
    """An answer in words."""

    words: SafeString
    answer: Answer


def field_of(asked: Question) -> str:
    """Return the name of a question's field in the form."""
    return f"{asked.seat}-{asked.key}"


def read_context(
    position: ReadPosition,
    user: Any,
    answers: Sequence[Answer] = (),
    entered: Mapping[str, str] | None = None,
    sentence: str = "",
) -> dict[str, Any]:
    """Return the context of a position's page; with `answers`, what was true."""
    replay, seat = position.replay, position.seat
    eyes = EVERYBODY if answers else seat_eyes(seat)
    base = reverse("replays:show", args=[replay.match.code])
    address = Address(base, position.ply, eyes.key)
    context = replay_context(
        timeline=position.timeline,
        seats=replay.seats,
        address=address,
        eyes=eyes,
        choices=[eyes],
        bottom=replay.seats[seat],
    )
    return {
        **context,
        "position": position,
        "reader": context["names"][seat],
        "asked": [] if answers else _asked(position, entered or {}),
        "sentence": sentence,
        "answer": answer_context(position, user, answers) if answers else None,
        "is_kept": is_solver(user),
        "nav": "puzzles",
    }


def _asked(position: ReadPosition, entered: Mapping[str, str]) -> list[Asked]:
    return [
        Asked(words_of(position, one), field_of(one), entered.get(field_of(one), ""))
        for one in position.asked
    ]


def words_of(position: ReadPosition, asked: Question) -> SafeString:
    """Return a question as a statement."""
    rules = position.timeline.rules
    assert rules.hiding is not None
    phrase = Phrase(rules.hiding.statements[asked.key].words, {"seat": SeatRef(asked.seat)})
    return phrase_html(phrase, rules, position.timeline.seats)


def answer_context(position: ReadPosition, user: Any, answers: Sequence[Answer]) -> dict[str, Any]:
    """Return the answers with their scores, and those of the people whom the reader follows."""
    score = score_of(answers)
    return {
        "rows": [Shown(words_of(position, Question(one.seat, one.key)), one) for one in answers],
        "score": score,
        "verdict": verdict_of(score.over_counting),
        "bot_reads": bot_reads(position),
        "friends": [(one.user, score_of(answers_of(one))) for one in friends_reads(position, user)],
    }


def bot_reads(position: ReadPosition) -> bool:
    """Tell whether the bot does more than count here."""
    rules = position.timeline.rules
    return rules.stakes is not None or bool(rules.hiding and rules.hiding.secret_odds)


def verdict_of(lead: float) -> str:
    """Return whether a lead over counting is one: "ahead", "behind" or "level"."""
    return "ahead" if lead >= LEVEL else "behind" if lead <= -LEVEL else "level"


@dataclass(frozen=True)
class Dot:
    """A tenth of the calibration curve, where it is drawn."""

    x: float
    y: float
    least: float
    most: float


def curve_of(bins: Sequence[Bin]) -> dict[str, Any]:
    """Return the drawing of a calibration curve: said to the right, happened upwards."""
    dots = [Dot(_x(one.said), _y(one.came), _y(one.least), _y(one.most)) for one in bins]
    return {
        "dots": dots,
        "line": " ".join(f"{dot.x:g},{dot.y:g}" for dot in dots),
        "levels": [(level, _x(level), _y(level)) for level in (0, 25, 50, 75, 100)],
        "width": LEFT + PLOT + TOP,
        "height": SIDE,
        "left": LEFT,
        "right": LEFT + PLOT,
        "top": TOP,
        "bottom": TOP + PLOT,
        "foot": TOP + PLOT + 16,
    }


def _x(percent: float) -> float:
    return round(LEFT + PLOT * percent / 100, 1)


def _y(percent: float) -> float:
    return round(TOP + PLOT * (1 - percent / 100), 1)


@dataclass(frozen=True)
class GameScore:
    """How somebody reads one game; `score` is None before their first read."""

    key: str
    title: str
    score: Score | None


def index_context(user: Any, game: str = "") -> dict[str, Any]:
    """Return the context of a person's reads, all or of one game."""
    titles = {key: rules.meta.title for key, rules in all_rules().items() if _is_asked(rules)}
    reads = list(reads_of(user))
    chosen = [one for one in reads if not game or one.match.game == game]
    latest = chosen[:SHOWN]
    opened = open_still(user, latest)
    answers = all_answers(chosen)
    bins = calibration(answers)
    return {
        "games": [_of_game(key, title, reads) for key, title in titles.items()],
        "game": game,
        "game_title": game_title(game) if game else "",
        "score": score_of(answers) if answers else None,
        "reads": len(chosen),
        "bins": bins,
        "curve": curve_of(bins),
        "latest": [_told(one, one.match_id in opened) for one in latest],
        "is_kept": is_solver(user),
        "nav": "puzzles",
    }


def _is_asked(rules: Any) -> bool:
    return rules.hiding is not None and bool(rules.hiding.statements)


def _of_game(key: str, title: str, reads: Sequence[Read]) -> GameScore:
    answers = all_answers(one for one in reads if one.match.game == key)
    return GameScore(key, title, score_of(answers) if answers else None)


def _told(read: Read, is_open: bool) -> dict[str, Any]:
    return {
        "url": read_address(read.match.code, read.ply, read.seat) if is_open else "",
        "title": game_title(read.match.game),
        "ply": read.ply,
        "score": score_of(answers_of(read)),
    }
