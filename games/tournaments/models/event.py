"""Events, their directors' actions, which are the source of truth, and what serves queries."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.clubs.models import Club
from games.matches.models import Match
from games.matches.models.match import new_code
from games.tournaments.models.season import Season


class Tournament(models.Model):
    """One event. `phase`, `no`, `round` and `by_itself` are derived from its actions."""

    class Phase(models.TextChoices):
        """How far the event has progressed."""

        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration open")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    class Entry(models.TextChoices):
        """Who may enter."""

        MEMBERS = "members", _("club members")
        EVERYBODY = "everybody", _("everyone")

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="tournaments"
    )
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    series = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="series_events"
    )
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=2000, blank=True)
    prizes = models.TextField(
        max_length=1000, blank=True, default="", db_default="", help_text="A line for each place."
    )
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    format = models.CharField(max_length=20)
    bot = models.CharField(max_length=20, blank=True)
    turn_seconds = models.PositiveIntegerField(default=60)
    reserve_seconds = models.PositiveIntegerField(default=120)
    rated = models.BooleanField(default=True)
    entry = models.CharField(max_length=10, choices=Entry, default=Entry.EVERYBODY)
    starts_at = models.DateTimeField(null=True, blank=True)
    reminded_for = models.DateTimeField(
        null=True, blank=True, help_text="For which beginning those who entered were reminded."
    )
    embargo_until = models.DateTimeField(null=True, blank=True)
    imported = models.JSONField(
        null=True, blank=True, help_text="Names by entry, and the file’s hash, if it was one."
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())

    phase = models.CharField(max_length=12, choices=Phase, default=Phase.DRAFT)
    no = models.PositiveIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    rounds = models.PositiveSmallIntegerField(default=0)
    entries = models.PositiveSmallIntegerField(default=0)
    tables_due = models.BooleanField(default=False)
    by_itself = models.BooleanField(
        db_default=False, default=False, help_text="Whether the sweep carries out its next steps."
    )
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index("code", name="tournament_due", condition=models.Q(tables_due=True)),
            models.Index("code", name="tournament_by_itself", condition=models.Q(by_itself=True)),
            models.Index(fields=["phase", "-created_at"], name="tournament_phase"),
        ]

    def __str__(self) -> str:
        return self.name


class DirectorAction(models.Model):
    """One stored action with its facts; the database itself keeps rows immutable."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="actions")
    no = models.PositiveIntegerField()
    request_id = models.CharField(max_length=64, unique=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_constraint=False,
    )
    kind = models.CharField(max_length=30)
    payload: models.JSONField[Any, Any] = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tournament", "no"]
        constraints = [models.UniqueConstraint("tournament", "no", name="action_no_once")]

    def __str__(self) -> str:
        return f"{self.no}: {self.kind}"


class TournamentSecret(models.Model):
    """The secret an event's draws were committed to; each draw reveals a hash of it (`draws.py`).

    Only services read this table.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    secret = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class GuestName(models.Model):
    """The name of somebody in an event who has no account; `player` is their number, below 0.

    Not in the journal, whose rows stay for good: a name can be corrected, and is forgotten.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="guests")
    player = models.IntegerField()
    name = models.CharField(_("name"), max_length=40)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("tournament", "player", name="guest_number_once")]

    def __str__(self) -> str:
        return self.name


class TournamentTable(models.Model):
    """Which match is played at a table of a round. One is current; the others were called off.

    `chairs` are the entries by seat when the match was opened; `result_due`: the match is over and
    its result has yet to be recorded; `extra_seconds`: the extra time its clocks were given;
    `note`: the refusal code if the result was not accepted.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="tournament_table")
    chairs = models.JSONField()
    is_current = models.BooleanField(default=True)
    result_due = models.BooleanField(default=False)
    extra_seconds = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["tournament", "round", "table", "pk"]
        constraints = [
            models.UniqueConstraint(
                "tournament",
                "round",
                "table",
                name="table_opened_once",
                condition=models.Q(is_current=True),
            )
        ]
        indexes = [
            models.Index("match", name="table_result_due", condition=models.Q(result_due=True))
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}: {self.match_id}"


class Attendance(models.Model):
    """Whether a person came to their assigned table in a round; derived from the actions.

    `began_at`: when the round was published; `at`: when it was recorded.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    came = models.BooleanField()
    began_at = models.DateTimeField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", "user", "round", name="attendance_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.tournament_id}/{self.round}: {self.came}"
