"""What a program may ask of an event it directs: a form for each kind of action.

They are the console's buttons. Who may press them, and when, is the services' to say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.tournaments.access import TournamentAccess
from games.tournaments.config import config_to_json
from games.tournaments.director.announcements import MOST_SIGNS
from games.tournaments.director.rulings import MOST_SECONDS
from games.tournaments.format_form import TIE_BREAKS
from games.tournaments.problems import ALL_SIZES, MOST_ROUNDS
from games.tournaments.wanted import (
    MOST_IN_A_CLUB,
    changed,
    closed_up,
    entry_of_bots,
    entry_of_people,
    known_person,
    storable,
    unblocked_person,
    units_of,
)

Number = Annotated[int, Field(ge=1, le=999_999_999)]
Score = Annotated[int, Field(ge=-999_999_999, le=999_999_999)]
Seconds = Annotated[int, Field(ge=1, le=MOST_SECONDS)]
Entries = Annotated[list[Number], Field(max_length=500)]


class Form(BaseModel):
    """The form of some kinds of action; a field it does not have is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: str

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return what the service is asked with. Raises EventRefusal."""
        return self.model_dump(exclude={"kind"}, exclude_none=True)


class Step(Form):
    """A step of the whole event. Finishing early and taking up again need a reason."""

    kind: Literal[
        "open_registration", "close_registration", "start", "finish", "reopen", "archive"
    ]  # fmt: skip


class RoundStep(Form):
    """A step of a round. Taking back one that was published needs a reason."""

    kind: Literal["propose_round", "publish_round", "close_round", "reopen_round", "cancel_round"]
    round: Number = Field(description="the one meant: the newest, or the next to be proposed")


class EntryStep(Form):
    """Something about one entry. To readmit needs a reason."""

    kind: Literal[
        "check_in", "check_out", "promote", "unregister", "restore", "come_back", "readmit",
        "no_show", "reseat",
    ]  # fmt: skip
    entry: Number


class Newcomer(Form):
    """Who is entered."""

    people: list[str] = Field([], max_length=2, description="the person's name, or a pair's two")
    bot: bool = Field(False, description="a bot instead, or a pair of bots")
    club: str = Field("", description="the club they come from, where clubs are kept apart")

    @model_validator(mode="after")
    def _people_or_bots(self) -> Self:
        if self.bot == bool(self.people):
            raise ValueError("people or a bot, and not both")
        return self

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return the players, looked up by name."""
        players = entry_of_bots(access) if self.bot else entry_of_people(access, self.people)
        rest = self.model_dump(exclude={"kind", "people", "bot"}, exclude_none=True)
        return {**rest, "club": storable(self.club, MOST_IN_A_CLUB), **players}


class Entering(Newcomer):
    """A new entry before the start (`register`), or in an arena that runs (`join`)."""

    kind: Literal["register", "join"]


class LateEntry(Newcomer):
    """A new entry while the event runs, for the next round or for the one that is played."""

    kind: Literal["late_entry"]
    this_round: bool = Field(
        False, description="with who has the bye if they make a table, else at one with room"
    )
    table: Number | None = Field(None, description="of this round, where it is to sit")
    bye: bool = Field(False, description="of this round: half a bye, also where a table has room")

    @model_validator(mode="after")
    def _place_of_this_round(self) -> Self:
        if ((self.bye or self.table) and not self.this_round) or (self.bye and self.table):
            raise ValueError("a table or a bye, of this round")
        return self


class Settings(Form):
    """Settings before the start, those that are given; the format must have a use for them."""

    kind: Literal["configure"]
    tie_breaks: list[str] | None = Field(
        None, max_length=TIE_BREAKS, description="criteria in their order; none: the usual ones"
    )
    bye: Literal["usual", "full", "half", "nothing"] | None = Field(
        None, description="what a bye is worth, measured by a win"
    )
    half_byes: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = Field(
        None, description="how many excused rounds of a player count half a win"
    )
    forbidden: list[Annotated[int, Field(ge=2, le=10)]] | None = Field(
        None, max_length=len(ALL_SIZES), description="sizes that no table is to have"
    )
    clubs_apart: bool | None = Field(None, description="in the first round")

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return the event's settings with these changed."""
        given = self.model_dump(exclude={"kind"}, exclude_none=True)
        return {"config": config_to_json(changed(access.state.config, access.tournament, given))}


class Withdrawal(Form):
    """An entry drops out: after the round that is played, or from it, too."""

    kind: Literal["withdraw"]
    entry: Number
    this_round: bool = False


class Exclusion(Form):
    """An entry is taken out of the standings; needs a reason."""

    kind: Literal["exclude"]
    entry: Number
    keep_results: bool = Field(False, description="opponents keep theirs")


class Excuse(Form):
    """An entry is excused from a round that is not published, or plays it after all."""

    kind: Literal["absent", "present"]
    entry: Number
    round: Number


class Parting(Form):
    """Two entries are kept apart, or may meet again."""

    kind: Literal["keep_apart", "allow"]
    entry: Number
    other: Number


class RoundsPlanned(Form):
    """The number of rounds of an event that runs."""

    kind: Literal["plan_rounds"]
    rounds: Number


class Seating(Form):
    """Seats everybody of a proposed round by hand."""

    kind: Literal["set_tables"]
    round: Number
    tables: list[Entries] = Field(max_length=500, description="entries by seat, for each table")
    byes: Entries = []


class Exchange(Form):
    """Lets two entries of a proposed round change places."""

    kind: Literal["swap"]
    round: Number
    entry: Number
    other: Number


class ByeGiven(Form):
    """Gives an entry of a proposed round the bye."""

    kind: Literal["give_bye"]
    round: Number
    entry: Number


class Placed(BaseModel):
    """What an entry reached at its table."""

    model_config = ConfigDict(extra="forbid", strict=True)
    entry: Number
    rank: Number = Field(description="the best is 1; ties share one")
    score: Score | None = Field(None, description="in games that count one: of all, or of nobody")


class Ruling(Form):
    """The result of a table, entered or corrected; needs a reason."""

    kind: Literal["override_result"]
    round: Number
    table: Number
    results: list[Placed] = Field(max_length=50, description="of everybody who was there")
    absent: Entries = Field([], description="who sat at the table and did not come")

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return the result; gaps that the missing leave in the places are closed, as on paper."""
        asked = {**super().payload(access), "source": "judge"}
        if self.absent:
            places = closed_up({row.entry: row.rank for row in self.results})
            asked["results"] = [{**row, "rank": places[row["entry"]]} for row in asked["results"]]
        return asked


class ResultTakenBack(Form):
    """Takes the result of a table back while its round is open."""

    kind: Literal["clear_result"]
    round: Number
    table: Number


class Forfeit(Form):
    """Decides a table of the newest round without play; nobody is withdrawn."""

    kind: Literal["forfeit"]
    round: Number
    table: Number
    absent: Entries


class MoreTime(Form):
    """Gives one table of the newest round more time, or all."""

    kind: Literal["extend_time"]
    round: Number
    seconds: Seconds
    table: Number | None = Field(None, description="none: all of them")


class EndMoved(Form):
    """Moves the end of an arena."""

    kind: Literal["move_end"]
    seconds: Annotated[int, Field(ge=-MOST_SECONDS, le=MOST_SECONDS)] = Field(
        description="negative: earlier"
    )


class PenaltyGiven(Form):
    """Takes points from an entry, or warns it; needs a reason."""

    kind: Literal["penalty"]
    entry: Number
    points: str = Field(description="a decimal number, such as 0.5; 0 is a warning")

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return the points in units."""
        return {"entry": self.entry, "points": units_of(self.points)}


class PenaltyLifted(Form):
    """Takes a penalty back; needs a reason."""

    kind: Literal["lift_penalty"]
    penalty: Number


class Judgeship(Form):
    """Names a judge, or dismisses one; a judge may lay the office down."""

    kind: Literal["name_judge", "dismiss_judge"]
    person: str = Field(description="the name")

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return who is meant."""
        if self.kind == "name_judge":
            return {"player": unblocked_person(access.user, self.person).pk}
        return {"player": known_person(self.person).pk}


class Announcing(Form):
    """Tells everybody in the event something."""

    kind: Literal["announce"]
    text: str = Field(description=f"plain text of at most {MOST_SIGNS} characters")

    def payload(self, access: TournamentAccess) -> dict[str, Any]:
        """Return the text as it is stored."""
        return {"text": storable(self.text, 2 * MOST_SIGNS).replace("\r\n", "\n")}


class AnnouncementTakenBack(Form):
    """Takes an announcement back."""

    kind: Literal["take_back_announcement"]
    announcement: Number


AnyAction = Annotated[
    Step | RoundStep | EntryStep | Entering | LateEntry | Withdrawal | Exclusion | Excuse
    | Parting | RoundsPlanned | Seating | Exchange | ByeGiven | Ruling | ResultTakenBack
    | Settings | Forfeit | MoreTime | EndMoved | PenaltyGiven | PenaltyLifted | Judgeship
    | Announcing | AnnouncementTakenBack,
    Field(discriminator="kind"),
]  # fmt: skip


class Wish(BaseModel):
    """An action, and an id that makes sending it again harmless."""

    model_config = ConfigDict(extra="forbid", strict=True)
    action: AnyAction
    request_id: str = Field(
        description="1 to 64 of A-Z, a-z, 0-9, _, :, . and -; new for each action"
    )
    reason: str = Field("", description="what everybody may read; some kinds need one")
    no: Annotated[int, Field(ge=0, le=999_999_999)] | None = Field(
        None, description="of the console this follows from: refused if it is overtaken"
    )
