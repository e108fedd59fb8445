"""Reads of hands for programs: what a seat knows, what is asked, and what was true."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.throttle import throttle
from accounts.tokens.calls import owner_of, playing
from games.engine.reading import Question
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches import converters as converters
from replays.access import ReplayNotFound
from replays.reading.access import ReadPosition, access_read
from replays.reading.scoring import Answer, Bin, calibration, score_of
from replays.reading.selectors import all_answers, another, reads_of
from replays.reading.services import READS_A_MINUTE, read_give

router = Router(tags=["reads"])
NONE = "There is no such position to read."


class QuestionTold(TypedDict):
    """A statement that is true of a seat or not."""

    seat: int
    key: Annotated[str, Field(description="which statement of the game")]
    statement: Annotated[str, Field(description="the same in words")]


class PositionTold(TypedDict):
    """A position as a seat knows it, and what is asked about the other seats."""

    match: str
    ply: int
    seat: Annotated[int, Field(description="whose eyes it is seen with")]
    game: str
    rules: int
    view: Annotated[dict[str, Any], Field(description="what the seat sees, as at a table")]
    sure: Annotated[
        list[dict[str, int]],
        Field(description="by seat the cards, and how many of each, that it certainly holds"),
    ]
    questions: list[QuestionTold]


class Forecasts(Schema):
    """A read: for each question, in order, how likely it is true, in percent from 1 to 99."""

    percent: list[int] = Field(max_length=20)


class AnswerTold(TypedDict):
    """What was said and what was true; forecasts in percent."""

    seat: int
    key: str
    said: int
    counted: Annotated[float, Field(description="what counting the unseen cards gives")]
    bot: float
    outcome: bool


class ScoreTold(TypedDict):
    """Scores in bits: the logarithm of the probability given to what was true."""

    questions: int
    bits: float
    counted_bits: float
    bot_bits: float


class ReadTold(TypedDict):
    """A read that was scored."""

    answers: list[AnswerTold]
    score: ScoreTold


class BinTold(TypedDict):
    """Forecasts of a tenth, in percent: the mean said, the share that came true and its bounds."""

    low: int
    high: int
    count: int
    said: float
    came: float
    least: float
    most: float


class OwnTold(TypedDict):
    """How well the key's owner reads."""

    reads: int
    score: ScoreTold
    calibration: list[BinTold]


@router.get("/reads/next", response=PositionTold)
def read_next(request: HttpRequest, game: str = "") -> PositionTold:
    """Show a random position to read, of a game if one is given."""
    found = another(request.user, game.replace("\0", ""))
    if found is None:
        raise HttpError(404, NONE)
    return _told(found)


@router.get("/reads/own", response=OwnTold)
def reads_own(request: HttpRequest, game: str = "") -> OwnTold:
    """Show the score and the calibration of the key's owner, of a game if one is given."""
    if not request.user.is_authenticated:
        raise HttpError(401, "This needs a key.")
    reads = [one for one in reads_of(request.user) if game in ("", one.match.game)]
    answers = all_answers(reads)
    return {
        "reads": len(reads),
        "score": _score(answers),
        "calibration": [_bin(one) for one in calibration(answers)],
    }


@router.get("/reads/{code:code}/{int:ply}/{int:seat}", response=PositionTold)
def read_position(request: HttpRequest, code: str, ply: int, seat: int) -> PositionTold:
    """Show a position to read."""
    return _told(_found(request, code, ply, seat))


@router.post("/reads/{code:code}/{int:ply}/{int:seat}", response=ReadTold, auth=playing)
def read_answer(request: HttpRequest, code: str, ply: int, seat: int, given: Forecasts) -> ReadTold:
    """Read hands for the key's owner; the first read of a position is kept, and told again."""
    throttle(request, "read", limit=READS_A_MINUTE, seconds=60)
    position = _found(request, code, ply, seat)
    if len(given.percent) != len(position.asked):
        raise HttpError(422, "Give one percentage for each question.")
    forecasts: dict[Question, int | None] = dict(zip(position.asked, given.percent, strict=True))
    answers = read_give(position=position, user=owner_of(request), forecasts=forecasts)
    return {
        "answers": [_answer(one) for one in answers],
        "score": _score(answers),
    }


def _found(request: HttpRequest, code: str, ply: int, seat: int) -> ReadPosition:
    try:
        return access_read(request.user, code, ply, seat)
    except ReplayNotFound:
        raise HttpError(404, NONE) from None


def _told(position: ReadPosition) -> PositionTold:
    timeline, match = position.timeline, position.replay.match
    state = timeline.plies[-1].state
    return {
        "match": match.code,
        "ply": position.ply,
        "seat": position.seat,
        "game": match.game,
        "rules": match.ruleset,
        "view": snapshot(timeline.rules, state, position.ply, Viewer(position.seat)),
        "sure": [dict(hand) for hand in position.memory.hands],
        "questions": [_question(position, one) for one in position.asked],
    }


def _question(position: ReadPosition, asked: Question) -> QuestionTold:
    timeline = position.timeline
    assert timeline.rules.hiding is not None
    words = timeline.rules.hiding.statements[asked.key].words
    sentence = words % {"seat": timeline.seats[asked.seat]}
    return {"seat": asked.seat, "key": asked.key, "statement": sentence}


def _score(answers: list[Answer]) -> ScoreTold:
    score = score_of(answers)
    return {
        "questions": score.questions,
        "bits": score.bits,
        "counted_bits": score.counted_bits,
        "bot_bits": score.bot_bits,
    }


def _answer(answer: Answer) -> AnswerTold:
    return {
        "seat": answer.seat,
        "key": answer.key,
        "said": answer.said,
        "counted": answer.counted,
        "bot": answer.bot,
        "outcome": answer.outcome,
    }


def _bin(one: Bin) -> BinTold:
    return {
        "low": one.low,
        "high": one.high,
        "count": one.count,
        "said": one.said,
        "came": one.came,
        "least": one.least,
        "most": one.most,
    }
