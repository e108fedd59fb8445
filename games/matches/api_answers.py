"""What programs are told about matches: the answers as the served description names them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext
from ninja import Field
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.tokens.calls import PageTold
from games.engine.contract import GameMeta, Rules
from games.engine.length import LengthKey
from games.engine.options import complete_options, lengths_for, minutes_of
from games.matches.models import Match
from games.matches.offers import is_open_to_all


class LengthTold(TypedDict):
    """A named length for so many seats: the options it sets, and how long a match takes."""

    length: LengthKey
    seats: int
    options: dict[str, Any]
    minutes: Annotated[
        int | None, Field(description="median of people's matches, with default other options")
    ]


class CharacterTold(TypedDict):
    """A computer player's name and temperament, in the language of the request."""

    level: str
    name: str
    temper: str


class GameTold(TypedDict):
    """A game: `key` is what other calls name it by, `bots` are its computer players."""

    key: str
    title: str
    ruleset: int
    seats: Annotated[list[int], Field(description="with how many seats it may be played")]
    bots: list[str]
    characters: Annotated[list[CharacterTold], Field(description="who the bots are to people")]
    lengths: Annotated[
        list[LengthTold],
        Field(description="for each number of seats the lengths that differ, the shortest first"),
    ]


class SeatTold(TypedDict):
    """A seat; of an empty one the name is empty."""

    seat: Annotated[int, Field(description="its number, from 0")]
    name: str
    bot: Annotated[str, Field(description="which computer player plays it now, or empty")]
    stands_in: Annotated[bool, Field(description="that one plays for a person who was away")]
    began: Annotated[
        str,
        Field(description="who began here, if a substitute plays now; the seat counts for them"),
    ]
    taken_over_after: Annotated[
        int | None, Field(description="how many actions there had been when the substitute came")
    ]
    on_offer: Annotated[bool, Field(description="anybody who watches may take it over")]
    ready: Annotated[bool, Field(description="has committed to its part of the shuffle")]
    rank: Annotated[int | None, Field(description="at the end, the best is 1; ties share one")]
    score: Annotated[int | None, Field(description="at the end, in games that count one")]


class ResultTold(TypedDict):
    """How a match ended; `ranks` and `scores` go by seat."""

    reason: Annotated[str, Field(description="a word of the game's, as docs/spec has it")]
    ranks: list[int]
    scores: list[int] | None


class PositionTold(TypedDict):
    """A position as one may see it: the snapshot of docs/spec/record.md."""

    game: str
    ply: int
    to_act: list[int]
    resigned: Annotated[list[bool], Field(description="by seat")]
    finished: bool
    result: ResultTold | None
    state: Annotated[
        dict[str, Any], Field(description="as the game's own file in docs/spec has it")
    ]


class MatchTold(TypedDict):
    """A match, or the table of one that has not begun."""

    match: Annotated[str, Field(description="its code, which other calls name it by")]
    game: str
    ruleset: int
    options: Annotated[dict[str, Any], Field(description="all of them, as the game names them")]
    status: Match.Status
    rated: bool
    version: Annotated[int, Field(description="how many events there are; 0 before it begins")]
    ply: Annotated[int, Field(description="how many actions there are")]
    to_act: Annotated[int | None, Field(description="the seat whose turn it is")]
    deadline_at: Annotated[
        datetime | None, Field(description="when this turn ends at the latest, or the pause")
    ]
    paused_at: datetime | None
    commitment: Annotated[str, Field(description="the site's, to its part of the shuffle")]
    started_at: datetime | None
    finished_at: datetime | None
    result: Annotated[ResultTold | None, Field(description="null unless it was played to its end")]
    seats: list[SeatTold]


class ChannelTold(TypedDict):
    """What Kibitz TV shows of a game."""

    game: str
    on_air: Annotated[MatchTold | None, Field(description="null if no one plays it")]


class MatchesTold(PageTold):
    """One page of matches."""

    matches: list[MatchTold]


class Seen(MatchTold):
    """A match and its position, as one seat may see it, or as everybody may."""

    seat: Annotated[int | None, Field(description="one's own, null for who has none")]
    view: Annotated[PositionTold | None, Field(description="null before it begins")]
    legal: Annotated[
        list[dict[str, Any]],
        Field(description="what one may ask for now; nothing for who may do nothing"),
    ]


class Me(TypedDict):
    """Whose key this is, and their tables and matches that are not over."""

    name: str
    matches: list[MatchTold]


class Done(TypedDict):
    """An action that is in the log: its number, the match's version after it, the chain's link."""

    ply: int
    version: int
    head: str


def characters_told(rules: Rules) -> list[CharacterTold]:
    """Return who a game's bots are, weakest first; those without a character are left out."""
    return [
        {
            "level": bot.level,
            "name": gettext(bot.character.name),
            "temper": gettext(bot.character.temper),
        }
        for bot in rules.bots.values()
        if bot.character
    ]


def lengths_told(meta: GameMeta) -> list[LengthTold]:
    """Return what everybody is told about a game's lengths."""
    return [
        {
            "length": length.key,
            "seats": seats,
            "options": dict(length.options(seats)),
            "minutes": minutes_of(
                meta, seats, complete_options(meta, seats, length.options(seats))
            ),
        }
        for seats in meta.allowed_seats()
        for length in lengths_for(meta, seats).values()
    ]


def match_told(match: Match) -> MatchTold:
    """Return what everybody who may see a match is told about it."""
    return {
        "match": match.code,
        "game": match.game,
        "ruleset": match.ruleset,
        "options": match.options,
        "status": Match.Status(match.status),
        "rated": match.rated,
        "version": match.version,
        "ply": match.ply,
        "to_act": match.to_act,
        "deadline_at": match.deadline_at,
        "paused_at": match.paused_at,
        "commitment": match.commitment,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "result": match.result,
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "bot": seat.player_bot,
                "stands_in": bool(seat.stand_in),
                "began": seat.starter_name,
                "taken_over_after": seat.taken_over_after,
                "on_offer": seat.offered_at is not None
                and is_open_to_all(match, seat)
                and match.status == Match.Status.RUNNING,
                "ready": seat.is_ready,
                "rank": seat.rank,
                "score": seat.score,
            }
            for seat in match.seats.all()
        ],
    }
