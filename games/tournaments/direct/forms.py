"""Define the forms by which people and programs request actions.

A form is declared beside its verb, or here if several kinds share it. The API publishes it; pages
fill the same fields (`views/actions.py`). A form judges the types and bounds of its fields, whoever
sent them; `decide` judges whether they fit the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from games.tournaments.direct.refusals import refuse

Number = Annotated[int, Field(ge=1, le=999_999_999)]
Entries = Annotated[list[Number], Field(max_length=500)]


class Form(BaseModel):
    """The form of some kinds of action; a field it does not have is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: str

    @classmethod
    def posted(cls, fields: Mapping[str, Any]) -> Self:
        """Return the form from texts that a page posted. Raises TournamentRefusal."""
        try:
            return cls.model_validate(fields, strict=False)
        except ValidationError as error:
            refuse("bad_request", field=".".join(str(one) for one in error.errors()[0]["loc"]))


class Step(Form):
    """A step of the whole event. Finishing early and taking up again need a reason."""


class RoundStep(Form):
    """A step of a round. Taking back one that was published needs a reason."""

    round: Number = Field(description="the one meant: the newest, or the next to be proposed")


class EntryStep(Form):
    """Something about one entry. To readmit needs a reason."""

    entry: Number


class Newcomer(Form):
    """Who is entered."""

    people: list[str] = Field([], max_length=2, description="the person's name, or a pair's two")
    guests: list[str] = Field(
        [], max_length=2, description="names of people without an account; a pair may mix both"
    )
    bot: bool = Field(False, description="a bot instead, or a pair of bots")
    club: str = Field("", description="the club they come from, where clubs are kept apart")

    @model_validator(mode="after")
    def _people_or_bots(self) -> Self:
        if self.bot == bool(self.people or self.guests):
            raise ValueError("people or a bot, and not both")
        return self


class Entering(Newcomer):
    """A new entry before the start (`register`), or in an arena that runs (`join`)."""
