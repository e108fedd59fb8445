"""A match from open table to result; its secret has its own database table."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Rules
from games.registry import current_rules, rules_of

CODE_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"
CODE_LENGTH = 10
DEFAULT_TURN_SECONDS = 60
DEFAULT_RESERVE_SECONDS = 120
FAILURES_TOLD = 4
MOST_FAILURES = 20
"""Failures of one turn after which staff are told, and after which (an hour) the match ends."""


def new_code() -> str:
    """Return a match id that cannot be guessed or enumerated (about 50 bits)."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


OVER = models.Q(finished_at__isnull=False)
SPAN = timedelta(minutes=5)


def span_of(moment: str) -> models.Expression:
    """Return the start of the five-minute span that contains a column's time."""
    zero = datetime(2000, 1, 1, tzinfo=UTC)
    return models.Func(
        models.Value(SPAN), models.F(moment), models.Value(zero), function="date_bin"
    )


class Progress(models.Model):
    """The columns of a match that every ply may change.

    While `paused_at` is set, `deadline_at` is the latest end of the pause. `failures` counts how
    often the current turn has failed; `retry_at` is when it is retried.
    """

    class Status(models.TextChoices):
        """The stage of the match."""

        OPEN = "open", _("open table")
        STARTING = "starting", _("starting")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")
        VOID = "void", _("no result")
        CLOSED = "closed", _("closed")

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    finished_at = models.DateTimeField(null=True)

    turn_started_at = models.DateTimeField(null=True)
    deadline_at = models.DateTimeField(null=True)
    bot_due_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    retry_at = models.DateTimeField(null=True)

    revision = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    chance_operation = models.PositiveIntegerField(default=0)
    to_act = models.PositiveSmallIntegerField(null=True)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True


class Match(Progress):
    """The row every writer locks. `version` is the last event's number; `revision` rises with every
    change that a page may show, even before the start."""

    class Visibility(models.TextChoices):
        """Who may find the match."""

        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("link only")
        PRIVATE = "private", _("invite only")

    class Absence(models.TextChoices):
        """What happens to the seat of an absent person."""

        RESIGN = "resign", _("auto-resign")
        STAND_IN = "stand_in", _("a bot takes over")

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    game = models.CharField(max_length=40)
    ruleset = models.PositiveIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="rematch"
    )
    rated = models.BooleanField(default=False)
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    club_season = models.CharField(max_length=30, blank=True)
    practice = models.BooleanField(default=False)
    arranged = models.BooleanField(
        default=False, help_text="Its seats were given by an event: it waits for those people."
    )
    is_search = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Opened by “Play with people”: nobody owns it, and bots join after a while.",
    )
    embargo_until = models.DateTimeField(null=True, blank=True)
    deal_open = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Other tables play the same deal: only those seated here see anything of it.",
    )
    on_absence = models.CharField(max_length=10, choices=Absence, default=Absence.RESIGN)
    steady_only = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whoever leaves their matches may sit down only if invited.",
    )

    without_clock = models.BooleanField(
        default=False,
        db_default=False,
        help_text="No page shows a clock: one person plays bots. A turn left for days still ends.",
    )
    guests_may_join = models.BooleanField(
        default=False, db_default=False, help_text="Whoever has the link may sit down as a guest."
    )

    created_at = models.DateTimeField(db_default=Now())
    touched_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)

    turn_seconds = models.PositiveIntegerField(default=DEFAULT_TURN_SECONDS)
    reserve_seconds = models.PositiveIntegerField(default=DEFAULT_RESERVE_SECONDS)
    due_from = models.GeneratedField(
        expression=span_of("deadline_at"), output_field=models.DateTimeField(), db_persist=True
    )
    commitment = models.CharField(max_length=64)
    result = models.JSONField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            # Not on the deadline itself, which changes with each move: Postgres updates a row in
            # place (HOT), without new index entries, only if no indexed value changes.
            models.Index(
                "due_from", name="match_due_from", condition=models.Q(due_from__isnull=False)
            ),
            models.Index(
                "bot_due_at", name="match_bot_due", condition=models.Q(bot_due_at__isnull=False)
            ),
            models.Index("id", name="match_deal_open", condition=models.Q(deal_open=True)),
            models.Index(fields=["status", "-created_at"], name="match_status_created"),
            # Partial, on finished matches only, so that moves of running matches don't touch them.
            models.Index(fields=["game", "-finished_at"], name="match_game_over", condition=OVER),
            models.Index(fields=["-finished_at", "-id"], name="match_over", condition=OVER),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def rules(self) -> Rules:
        """Return the rules the match began with and keeps for good; raises UnknownRules."""
        return rules_of(self.game, self.ruleset)

    @property
    def has_past_rules(self) -> bool:
        """Tell whether the game's rules have changed since the table was opened."""
        return self.rules is not current_rules(self.game)

    @property
    def is_private(self) -> bool:
        """Tell whether strangers cannot see the match: it or its club is private."""
        own = self.visibility == self.Visibility.PRIVATE
        return own or (self.club is not None and self.club.is_private)

    @property
    def is_held_back(self) -> bool:
        """Tell whether the match's event shows its replay to its players only, or to nobody yet."""
        under_embargo = self.embargo_until is not None and self.embargo_until > timezone.now()
        return self.deal_open or under_embargo

    @property
    def is_failing(self) -> bool:
        """Tell whether the current turn has kept failing for a while and is still retried."""
        return self.status == self.Status.RUNNING and self.failures >= FAILURES_TOLD

    @property
    def was_given_up(self) -> bool:
        """Tell whether the match ended without a result because its turn kept failing."""
        return self.status == self.Status.VOID and self.failures >= MOST_FAILURES

    @property
    def is_table(self) -> bool:
        """Tell whether people may still sit down or leave."""
        return self.status in {self.Status.OPEN, self.Status.STARTING}


class Heartbeat(models.Model):
    """One row: when a server process was last alive, and when the last outage ended."""

    at = models.DateTimeField(db_default=Now())
    back_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.at}"


class MatchSecret(models.Model):
    """A secret the server committed to; hidden from everybody until it is revealed.

    A table whose start was called off has several; the match's `commitment` tells which is in
    force. `parts` are the contributions of a duplicate event's entrants, from which its matches of
    one round have their common seed; `about` is the event's commitment. Only services read this
    table.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="secrets")
    commitment = models.CharField(max_length=64, db_index=True)
    secret = models.BinaryField(max_length=32)
    seed = models.BinaryField(max_length=32, null=True)
    about = models.CharField(max_length=64, blank=True, default="", db_default="")
    parts = models.JSONField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("match", "commitment", name="secret_once_a_match")]

    def __str__(self) -> str:
        return self.commitment
