"""What a person's export contains, and what happens to each table's rows when they leave.

Lists every table that refers to a person, by label, since some belong to apps above this one. A
test fails if one is missing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils import timezone

from accounts.models import User

WHOLE = ("*",)
BINARY = (bytes, memoryview)
GOES = models.CASCADE
"""Delete the row when the person leaves."""
STAYS = models.SET_NULL
"""Keep the row for the sake of others, and clear the reference."""
TAKEN = None
"""The table's app deletes the row in its handler of `person_leaves`."""
NUMBER = models.DO_NOTHING
"""Keep the row, which is immutable; its id then refers to nobody."""


@dataclass(frozen=True)
class Told:
    """What the export contains of a table (fields, WHOLE, or none and `why`), and its fate."""

    fate: Callable[..., Any] | None
    fields: tuple[str, ...] = ()
    why: str = ""


def kept(why: str, fate: Callable[..., Any] | None) -> Told:
    """Leave a table out of the export, with the reason."""
    return Told(fate, why=why)


CHALLENGE = (
    "ladder__name", "status", "created_at", "answer_by", "play_by", "match__code", "costs_place",
    "won_by", "ended_at",
)  # fmt: skip

RELATIONS: dict[str, Told] = {
    "account.EmailAddress.user": Told(GOES, ("email", "verified", "primary")),
    "accounts.Preferences.user": Told(GOES, WHOLE),
    "accounts.User_groups.user": Told(GOES, ("group__name",)),
    "accounts.User_user_permissions.user": Told(GOES, ("permission__codename",)),
    "admin.LogEntry.user": Told(GOES, ("action_time", "object_repr", "change_message")),
    "broadcasts.Broadcast.started_by": Told(STAYS, ("tournament__name", "started_at", "ended_at")),
    "broadcasts.Commentator.user": Told(GOES, ("broadcast__tournament__name",)),
    "broadcasts.Drawing.author": Told(GOES, ("show__match__code", "ply", "places", "created_at")),
    "broadcasts.Watcher.user": Told(GOES, ("show__match__code",)),
    "challenges.Challenge.challenged": Told(STAYS, CHALLENGE),
    "challenges.Challenge.challenger": Told(STAYS, CHALLENGE),
    "challenges.ChallengeLadder.created_by": Told(STAYS, ("name", "game", "created_at")),
    "challenges.PlaceMove.actor": Told(NUMBER, ("ladder__name", "kind", "reason", "at")),
    "challenges.PlaceMove.user": Told(
        NUMBER, ("ladder__name", "kind", "from_place", "to_place", "reason", "at")
    ),
    "challenges.Rung.user": Told(
        GOES, ("ladder__name", "place", "active_at", "away_since", "away_until")
    ),
    "clubs.InvitationLink.created_by": Told(STAYS, ("club__name", "created_at", "expires_at")),
    "clubs.JoinRequest.user": Told(GOES, ("club__name", "message", "created_at")),
    "clubs.JournalEntry.actor": Told(STAYS, ("club__name", "verb", "created_at")),
    "clubs.Membership.user": Told(GOES, ("club__name", "role", "joined_at", "hears")),
    "clubs.NewsItem.author": Told(STAYS, ("club__name", "title", "text", "created_at")),
    "devices.Device.user": Told(GOES, ("name", "created_at", "delivered_at")),
    "faces.Picture.user": Told(GOES, ("made_at", "removed_at", "data")),
    "guests.GuestPolicy.changed_by": kept("the switch is the site's", STAYS),
    "leagues.DivisionPlayer.user": Told(
        STAYS,
        ("division__season__league__name", "division__season__number", "division__number",
         "reason", "place", "points", "is_champion"),
    ),
    "leagues.League.created_by": Told(STAYS, ("name", "game", "created_at")),
    "leagues.LeagueMember.user": Told(GOES, ("league__name", "division", "is_away", "joined_at")),
    "matches.Invitation.user": Told(GOES, ("match__code", "created_at")),
    "matches.Match.owner": Told(STAYS, ("code", "game", "status", "created_at")),
    "matches.NoShow.user": Told(GOES, ("match__code", "at")),
    "matches.Seat.offered_to": kept("the offer of a seat is the event’s", STAYS),
    "matches.Seat.starter": Told(STAYS, (
        "match__code", "match__game", "match__status", "match__started_at", "match__finished_at",
        "number", "starter_name", "taken_over_after", "rank", "score",
    )),
    "matches.Seat.user": Told(STAYS, (
        "match__code", "match__game", "match__status", "match__started_at", "match__finished_at",
        "number", "name", "taken_over_after", "rank", "score", "joined_at",
    )),
    "matches.TurnedAway.user": Told(GOES, ("match__code", "at")),
    "mfa.Authenticator.user": Told(GOES, ("type", "created_at", "last_used_at")),
    "moderation.Decision.moderator": kept("the audit is the site's, not the moderator's", NUMBER),
    "moderation.Decision.subject": Told(NUMBER, ("verb", "reason", "until", "at")),
    "moderation.Report.reporter": Told(
        STAYS, ("kind", "text", "match_code", "status", "created_at")
    ),
    "moderation.Report.subject": kept("who reported somebody stays with the moderators", STAYS),
    "moderation.Sanction.decided_by": kept("it is about the person it holds for", STAYS),
    "moderation.Sanction.user": Told(GOES, ("kind", "reason", "until", "appeal", "created_at")),
    "people.Note.about": kept("what others wrote down about a person is theirs", GOES),
    "people.Note.owner": Told(GOES, ("about__username", "text", "updated_at")),
    "people.Notice.user": Told(
        GOES, ("kind", "text", "args", "created_at", "read_at", "mailed_at", "pushed_at")
    ),
    "people.Presence.user": Told(GOES, WHOLE),
    "people.Tie.other": kept("what others decided about a person is theirs", GOES),
    "people.Tie.owner": Told(GOES, ("kind", "other__username", "created_at")),
    "puzzles.Attempt.user": Told(
        GOES, ("puzzle__code", "puzzle__game", "action", "is_right", "before", "after", "at")
    ),
    "puzzles.Review.user": Told(GOES, ("puzzle__code", "puzzle__game", "due_at")),
    "puzzles.Solver.user": Told(
        GOES, ("mu", "sigma", "tries", "solved", "streak", "best_streak", "last_daily")
    ),
    "ratings.RatingChange.player": Told(NUMBER, (
        "ladder__game", "ladder__mode", "match", "finished_at", "mu_before", "sigma_before",
        "mu_after", "sigma_after",
    )),
    "ratings.RatingCorrection.moderator": kept(
        "the record is the site's, not the moderator's", NUMBER
    ),
    "ratings.RatingShift.player": Told(NUMBER, (
        "ladder__game", "ladder__mode", "correction__reason", "correction__at", "before", "after",
    )),
    "ratings.Standing.player": Told(
        NUMBER, ("ladder__game", "ladder__mode", "mu", "sigma", "matches", "last_at")
    ),
    "reading.Read.user": Told(GOES, ("match__code", "match__game", "ply", "seat", "answers", "at")),
    "replays.Analysis.asked_by": Told(STAYS, ("match__code", "state", "created_at")),
    "replays.ChapterDone.user": Told(GOES, ("chapter__study__code", "chapter__title", "done_at")),
    "replays.Comment.author": Told(GOES, ("match__code", "ply", "text", "created_at")),
    "replays.Moment.author": Told(GOES, ("match__code", "ply", "title", "created_at")),
    "replays.Study.leader": Told(STAYS, ("code", "match__code", "ply", "touched_at")),
    "replays.Study.owner": Told(STAYS, (
        "code", "title", "chapters__title", "chapters__match__code", "chapters__notes",
        "touched_at",
    )),
    "replays.StudyAnswer.user": Told(GOES, (
        "task__chapter__study__code", "task__chapter__match__code", "task__ply", "action",
        "answered_at",
    )),
    "replays.StudyMember.user": Told(GOES, ("study__code", "study__match__code", "seen_at")),
    "replays.Tour.author": Told(GOES, (
        "match__code", "title", "published", "created_at", "stops__ply", "stops__text",
    )),
    "talk.Message.author": Told(TAKEN, (
        "room__match__code", "room__club__name", "room__event__name", "room__kind", "kind", "body",
        "is_removed", "created_at",
    )),
    "talk.RoomMute.by": kept("it is about the person it holds for", STAYS),
    "talk.RoomMute.user": Told(GOES, ("room__club__name", "room__event__name", "until")),
    "tokens.Token.user": Told(GOES, ("name", "scope", "created_at", "used_at")),
    "tournaments.Attendance.user": Told(GOES, ("tournament__name", "round", "came", "at")),
    "tournaments.DirectorAction.actor": Told(
        NUMBER, ("tournament__name", "kind", "reason", "payload__text", "at")
    ),
    "tournaments.FinalPlace.user": Told(NUMBER, ("tournament__name", "place", "came")),
    "tournaments.SeasonAward.user": Told(
        NUMBER, ("season__name", "tournament__name", "place", "points")
    ),
    "tournaments.Tournament.created_by": Told(STAYS, ("name", "game", "created_at")),
    "usersessions.UserSession.user": Told(GOES, ("created_at", "last_seen_at", "ip", "user_agent")),
}  # fmt: skip


def relations() -> dict[str, models.ForeignObjectRel]:
    """Return every relation to a person by its name in the table above.

    Includes those without a reverse accessor (`related_name="+"`).
    """
    found = User._meta.get_fields(include_hidden=True)
    return {
        f"{one.related_model._meta.label}.{one.field.name}": one
        for one in found
        if isinstance(one, models.ManyToOneRel)
    }


def copy_of(name: str, relation: models.ForeignObjectRel, user: User) -> list[dict[str, Any]]:
    """Return the exported part of a person's rows in one table."""
    told = RELATIONS[name]
    if told.why:
        return []
    fields = () if told.fields == WHOLE else told.fields
    rows = relation.related_model._default_manager.filter(**{relation.field.name: user})
    return [
        {
            key: b64encode(value).decode() if isinstance(value, BINARY) else value
            for key, value in row
        }
        for row in map(dict.items, rows.order_by("pk").values(*fields))
    ]


ABOUT = ("username", "face", "email", "first_name", "last_name", "date_joined", "last_login")


def person_export(user: User) -> dict[str, Any]:
    """Return the export, ready for JSON. The moves of finished matches are in their records."""
    tables = {name: copy_of(name, one, user) for name, one in sorted(relations().items())}
    return {
        "made_at": timezone.now(),
        "account": {name: getattr(user, name) for name in ABOUT},
        **{name: rows for name, rows in tables.items() if rows},
    }
