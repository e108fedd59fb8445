"""The API's view of an event its owner directs: no more than the console shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from ninja import Field
from typing_extensions import TypedDict  # pydantic requires this one before Python 3.12

from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Round, RoundPhase, UnplayedKind
from games.tournaments.direct.state import EntryStatus
from games.tournaments.models import Tournament
from games.tournaments.rank.points import points_text
from games.tournaments.show.event import EventView, announcements_context
from games.tournaments.show.rounds import rounds_context, with_room
from games.tournaments.show.settings import Worth, bye_worth
from games.tournaments.show.teams import so_far


class EntryTold(TypedDict):
    """A person, pair or bot in the event."""

    entry: Annotated[int, Field(description="its number, which actions name it by")]
    name: str
    status: EntryStatus
    seed: Annotated[int, Field(description="0 before the start")]
    checked_in: bool
    excused: Annotated[list[int], Field(description="rounds")]
    members: Annotated[list[int], Field(description="of a team, in board order; else empty")]
    captain: Annotated[int | None, Field(description="of a team, if it has one")]


class ChairTold(TypedDict):
    """Who sits at a table, in the order of the seats."""

    entry: int
    name: str
    rank: int | None
    score: int | None
    absent: Annotated[bool, Field(description="did not come, as was noted")]
    presence: Annotated[
        Literal["", "missing", "away"],
        Field(description="whether they have come to their match, or have gone"),
    ]


class TableTold(TypedDict):
    """A table of a round."""

    table: Annotated[int, Field(description="its number, which actions name it by")]
    match: Annotated[str | None, Field(description="the code of the match played there")]
    decided: Annotated[bool, Field(description="by a result, or without play")]
    has_room: Annotated[bool, Field(description="a late entry may still sit down there")]
    chairs: list[ChairTold]


class RestTold(TypedDict):
    """An entry without a table in a round."""

    entry: int
    name: str
    kind: UnplayedKind
    points: str


class TeamMatchTold(TypedDict):
    """A match of two teams."""

    teams: Annotated[list[int], Field(description="both entries")]
    points: Annotated[list[str], Field(description="of the boards that are done")]
    tables: Annotated[list[int], Field(description="of the boards that are played, in order")]


class RoundTold(TypedDict):
    """A round as its director sees it."""

    round: int
    phase: Annotated[RoundPhase, Field(description="only directors and judges see a proposed one")]
    tables: list[TableTold]
    matches: Annotated[list[TeamMatchTold], Field(description="of teams, once published")]
    without: list[RestTold]
    older: Annotated[int | None, Field(description="of an arena: before which table there is more")]


class PenaltyTold(TypedDict):
    """A penalty that stands."""

    penalty: int
    entry: int
    points: str


class AnnouncementTold(TypedDict):
    """An announcement that stands."""

    announcement: int
    text: str


class SettingsTold(TypedDict):
    """Settings that `configure` changes before the start."""

    tie_breaks: list[str]
    bye: Worth
    half_byes: int
    forbidden: list[int]
    clubs_apart: bool
    bots_rank: bool


class ConsoleTold(TypedDict):
    """What the director's console shows, to act on."""

    tournament: str
    phase: Tournament.Phase
    settings: SettingsTold
    no: Annotated[int, Field(description="how many actions there are; goes along with an action")]
    entries: list[EntryTold]
    round: RoundTold | None
    penalties: list[PenaltyTold]
    judges: list[str]
    announcements: Annotated[list[AnnouncementTold], Field(description="the newest ten")]


def console_told(view: EventView, number: int | None, before: int | None) -> ConsoleTold:
    """Return the console; the round is the newest unless one is named that there is."""
    state = view.state
    held = state.round(number) if number else state.current
    return {
        "tournament": view.tournament.code,
        "phase": Tournament.Phase(state.phase),
        "settings": _settings(state.config),
        "no": state.no,
        "entries": _entries(view),
        "round": None if held is None else _round(view, held, before),
        "penalties": [
            {"penalty": one.number, "entry": one.entry, "points": points_text(one.points)}
            for one in state.penalties
            if not one.lifted
        ],
        "judges": [one.get_username() for one in view.access.judges],
        "announcements": [
            {"announcement": one["no"], "text": one["text"]}
            for one in announcements_context(view).get("announced", ())
        ],
    }


def _settings(config: Config) -> SettingsTold:
    """Return the settings that a program may change."""
    return {
        "tie_breaks": list(config.criteria_list),
        "bye": bye_worth(config),
        "half_byes": config.half_byes,
        "forbidden": sorted(config.sizes.forbidden),
        "clubs_apart": config.clubs_apart,
        "bots_rank": config.bots_rank,
    }


def _entries(view: EventView) -> list[EntryTold]:
    """Return everybody who has not been taken off the list."""
    entries = view.state.entries
    there = {number: one for number, one in entries.items() if one.status != "left"}
    return [
        {
            "entry": one.number,
            "name": view.names[one.number],
            "status": one.status,
            "seed": one.seed,
            "checked_in": one.checked_in,
            "excused": sorted(one.absent),
            "members": [member for member in one.members if member in there],
            "captain": one.captain if one.captain in there else None,
        }
        for one in there.values()
    ]


def _round(view: EventView, held: Round, before: int | None) -> RoundTold:
    """Return a round with its tables, as the page lists them."""
    context = rounds_context(view, held.number, before)
    drawn = context["round"]["tables"]
    free = {table.number for table in with_room(view, held, drawn)}
    return {
        "round": held.number,
        "phase": held.phase,
        "tables": [_table(one, has_room=one["number"] in free) for one in drawn],
        "matches": [
            {
                "teams": list(one.teams),
                "points": list(so_far(view, held, one)),
                "tables": [board.table for board in one.boards if board.table],
            }
            for one in held.matches
        ],
        "without": [
            {
                "entry": entry,
                "name": view.names[entry],
                "kind": had.kind,
                "points": points_text(had.points),
            }
            for entry, had in sorted(held.unplayed.items())
        ],
        "older": context["older"],
    }


def _table(drawn: dict[str, Any], *, has_room: bool) -> TableTold:
    """Return a table of those that `table_of` makes."""
    return {
        "table": drawn["number"],
        "match": drawn["link"].match.code if drawn["playable"] else None,
        "decided": drawn["status"] == "done",
        "has_room": has_room,
        "chairs": [
            cast("ChairTold", {key: seat[key] for key in ChairTold.__annotations__})
            for seat in drawn["seats"]
        ],
    }
