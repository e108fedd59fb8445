"""Store the log of finished matches, and the ladders computed from it.

The log is the source of truth: it is append-only, and the database refuses to change its rows.
Everything else here is a cache (`manage.py rebuild_ratings`). A player is a plain integer, not a
foreign key, so that others' ratings stay unchanged when somebody leaves.
"""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Now

from games.ratings.algorithm import Kind
from games.ratings.bound import Pair
from games.ratings.log import ALL_TIME, LadderKey, LogRow, Team
from games.ratings.state import PlayerState


class RatingLog(models.Model):
    """One row of the log: a finished match of two people or more, or a correction of one.

    `id` numbers the rows in the order they were written. `why` is the code for why the match is
    unrated (`games.ratings.eligibility`), empty if it is rated.
    """

    match = models.CharField(max_length=20)
    game = models.CharField(max_length=40)
    mode = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    kind = models.CharField(max_length=5)
    teams = models.JSONField()
    players = ArrayField(models.BigIntegerField())
    ladders = ArrayField(models.CharField(max_length=160))
    why = models.CharField(max_length=20, blank=True)
    supersedes = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    void = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)
    correction = models.ForeignKey(
        "RatingCorrection", null=True, on_delete=models.PROTECT, db_constraint=False,
        related_name="lines",
    )  # fmt: skip
    version = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "match",
                name="rating_log_match_once",
                condition=models.Q(supersedes__isnull=True),
            )
        ]
        indexes = [
            models.Index("match", name="rating_log_match"),
            GinIndex("ladders", name="rating_log_ladders"),
            GinIndex("players", name="rating_log_players"),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.game}/{self.mode}"

    @property
    def row(self) -> LogRow:
        """Return the row as the pure functions take it."""
        return LogRow(
            number=self.pk,
            match=self.match,
            finished_at=self.finished_at.timestamp(),
            kind=cast(Kind, self.kind),
            teams=tuple(Team(tuple(t["members"]), t["rank"], t["side"]) for t in self.teams),
            rated=not self.why,
            supersedes=self.supersedes_id,
            void=self.void,
            ladders=tuple(LadderKey(*key.split("/")) for key in self.ladders),
            version=self.version,
        )


class RatingCorrection(models.Model):
    """Matches taken out of the ratings together, or put back: who decided it, when and why.

    `undoes` is the correction that this one takes back. Append-only like the log, whose rows
    name the correction they belong to (without a constraint: no row of either ever goes).
    `moderator` is null for the command line.
    """

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False,
        related_name="+",
    )  # fmt: skip
    reason = models.CharField(max_length=200)
    undoes = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.reason}"


class RatingShift(models.Model):
    """What a correction did to one player's shown rating in one ladder, for good.

    `before` or `after` is null for a player who has no match that counts there.
    """

    correction = models.ForeignKey(
        RatingCorrection, on_delete=models.PROTECT, db_constraint=False, related_name="shifts"
    )
    ladder = models.ForeignKey("Ladder", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("correction", "ladder", "player", name="rating_shift_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} → {self.after}"


class Ladder(models.Model):
    """One ladder; lock its row before appending to it. `last_*` is its newest match."""

    owner = models.CharField(max_length=40)
    game = models.CharField(max_length=40)
    mode = models.CharField(max_length=40)
    season = models.CharField(max_length=30, default=ALL_TIME)
    matches = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True)
    last_match = models.CharField(max_length=20, blank=True)
    checked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("owner", "game", "mode", "season", name="ladder_key_once")
        ]

    def __str__(self) -> str:
        return str(self.key)

    @property
    def key(self) -> LadderKey:
        """Return the ladder's key as used in the log."""
        return LadderKey(self.owner, self.game, self.mode, self.season)


class Strength(models.Model):
    """An estimate of strength in a ladder after some matches."""

    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def state(self) -> PlayerState:
        """Return the estimate as the pure functions take it."""
        last = None if self.last_at is None else self.last_at.timestamp()
        return PlayerState(self.mu, self.sigma, self.matches, last)


class Standing(Strength):
    """One player's standing in one ladder. A player carried over from the last season who has not
    played in this one has no matches here."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="standings",
    )

    class Meta:
        constraints = [models.UniqueConstraint("ladder", "player", name="standing_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.ladder_id}"


class SideStanding(Strength):
    """A side's strength in a ladder, at tables of one size."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="sides")
    side = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("ladder", "side", "players", name="side_once")]

    def __str__(self) -> str:
        return f"{self.side}/{self.players} in {self.ladder_id}"


class PairStanding(models.Model):
    """What two opponents have brought each other in a ladder (`games/ratings/bound.py`), in mu."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="pairs")
    first = models.BigIntegerField()
    second = models.BigIntegerField()
    to_first = models.FloatField()
    to_second = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("ladder", "first", "second", name="pair_standing_once")
        ]

    def __str__(self) -> str:
        return f"{self.first}, {self.second} in {self.ladder_id}"

    @property
    def pair(self) -> Pair:
        """Return the row as the pure functions take it."""
        return Pair(self.to_first, self.to_second, self.at.timestamp())


class RatingChange(models.Model):
    """One match's effect on one player in one ladder."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="changes")
    match = models.CharField(max_length=20)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="rating_changes",
    )
    finished_at = models.DateTimeField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint("ladder", "match", "player", name="rating_change_once")
        ]
        indexes = [
            models.Index("match", name="rating_change_match"),
            models.Index("ladder", "player", "finished_at", name="rating_change_history"),
            models.Index("ladder", "finished_at", name="rating_change_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.match}"


class LadderSnapshot(models.Model):
    """A ladder's whole state after one of its matches; replays can start from it."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="snapshots")
    last_at = models.DateTimeField()
    last_match = models.CharField(max_length=20)
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint("ladder", "last_match", name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.ladder_id} after {self.last_match}"
