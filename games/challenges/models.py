"""Challenge ladders of clubs: places, challenges, and the append-only history of every move."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.matches.models import Match

PERSON = settings.AUTH_USER_MODEL


def _between(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


class ChallengeLadder(models.Model):
    """A club's list of places, won by challenging people above. Services lock its row first.

    Matches are for two, of `game` in its length `length`. Days count by the site's calendar.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="challenge_ladders")
    name = models.CharField(
        pgettext_lazy("of a ladder", "name"), max_length=60, validators=[MinLengthValidator(2)]
    )
    game = models.CharField(max_length=40)
    length = models.CharField(max_length=20, blank=True)
    turn_seconds = models.PositiveIntegerField(default=60)
    reserve_seconds = models.PositiveIntegerField(default=120)
    rated = models.BooleanField(_("rated matches"), default=True)
    reach = models.PositiveSmallIntegerField(
        _("places up"),
        default=3,
        validators=_between(1, 50),
        help_text=_("A player can challenge up to this many places above their own."),
    )
    most_open = models.PositiveSmallIntegerField(
        _("open challenges"),
        default=1,
        validators=_between(1, 5),
        help_text=_("A player can make and receive this many at a time."),
    )
    answer_days = models.PositiveSmallIntegerField(
        _("days to answer"), default=3, validators=_between(1, 14)
    )
    play_days = models.PositiveSmallIntegerField(
        _("days to start the match"), default=7, validators=_between(1, 30)
    )
    repeat_days = models.PositiveSmallIntegerField(
        _("days before meeting again"),
        default=7,
        validators=_between(0, 60),
        help_text=_("The same two wait this long after a challenge."),
    )
    free_declines = models.PositiveSmallIntegerField(
        _("free declines"),
        default=1,
        validators=_between(0, 5),
        help_text=_(
            "A player can decline, or not answer, this many in 30 days. Then they lose by default."
        ),
    )
    idle_days = models.PositiveSmallIntegerField(
        _("days without a match"),
        default=28,
        validators=_between(0, 365),
        help_text=_("After that, a player drops one place a week. Enter 0 for never."),
    )
    away_weeks = models.PositiveSmallIntegerField(
        _("weeks away"),
        default=4,
        validators=_between(0, 12),
        help_text=_("A player can be away this long at a time and keep their place."),
    )
    is_open = models.BooleanField(default=True)
    created_by = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-is_open", "-created_at"]

    def __str__(self) -> str:
        return self.name


class Rung(models.Model):
    """A member's place on a ladder; derived from the history, apart from activity and absence.

    `active_at`: when they last played or joined; `dropped_at`: when they last lost a place for
    being idle; `away_since`, `away_until`: their latest absence, both days included.
    """

    ladder = models.ForeignKey(ChallengeLadder, on_delete=models.CASCADE, related_name="rungs")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="rungs")
    place = models.PositiveSmallIntegerField()
    active_at = models.DateTimeField(db_default=Now())
    dropped_at = models.DateTimeField(null=True)
    away_since = models.DateField(null=True)
    away_until = models.DateField(null=True)

    class Meta:
        ordering = ["ladder", "place"]
        constraints = [
            models.UniqueConstraint("ladder", "user", name="rung_once"),
            models.UniqueConstraint(
                fields=["ladder", "place"],
                name="rung_place_once",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.user_id}"


class Challenge(models.Model):
    """One challenge. `won_by`: who won it, by play or by default; empty for a draw or no result.

    `costs_place`: declining, or not answering, counted as a lost match. `result_due`: the match is
    over, and its result has yet to be recorded.
    """

    class Status(models.TextChoices):
        """How far a challenge is, or how it ended."""

        OPEN = "open", _("not answered yet")
        ACCEPTED = "accepted", _("accepted")
        PLAYED = "played", _("played")
        FORFEITED = "forfeited", _("won by default")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("not answered in time")
        WITHDRAWN = "withdrawn", _("withdrawn")
        VOID = "void", pgettext_lazy("of a challenge", "cancelled")

    class Side(models.TextChoices):
        """One of the two, who stays known as such after leaving the site."""

        CHALLENGER = "challenger"
        CHALLENGED = "challenged"

    ladder = models.ForeignKey(ChallengeLadder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(
        PERSON, null=True, on_delete=models.SET_NULL, related_name="challenges_made"
    )
    challenged = models.ForeignKey(
        PERSON, null=True, on_delete=models.SET_NULL, related_name="challenges_received"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(db_default=Now())
    answer_by = models.DateTimeField()
    play_by = models.DateTimeField(null=True)
    match = models.OneToOneField(
        Match, null=True, on_delete=models.PROTECT, related_name="challenge"
    )
    result_due = models.BooleanField(default=False)
    won_by = models.CharField(max_length=10, choices=Side, blank=True)
    costs_place = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index("ladder", "ended_at", name="challenge_ended"),
            models.Index(
                "answer_by", name="challenge_unanswered", condition=models.Q(status="open")
            ),
            models.Index(
                "play_by", name="challenge_accepted", condition=models.Q(status="accepted")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} → {self.challenged_id}: {self.status}"

    @property
    def winner(self) -> Any:
        """Return the winner, None if nobody won or the winner has left the site."""
        return getattr(self, self.won_by) if self.won_by else None

    def other(self, user: Any) -> Any:
        """Return the opponent of one of the two, None for one who has left the site."""
        return self.challenged if self.challenger == user else self.challenger


class PlaceMove(models.Model):
    """One move on a ladder; the database itself keeps rows immutable.

    Someone takes place `to_place` (none: leaves the ladder), and those between shift by one. A
    person is a plain number, so others' history stays when somebody leaves the site.
    """

    class Kind(models.TextChoices):
        """Why somebody moved."""

        JOINED = "joined"
        WON = "won"
        DEFAULT = "default"
        IDLE = "idle"
        LEFT = "left"
        CORRECTED = "corrected"
        REMOVED = "removed"

    ladder = models.ForeignKey(ChallengeLadder, on_delete=models.PROTECT, related_name="moves")
    no = models.PositiveIntegerField()
    user = models.ForeignKey(
        PERSON, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    from_place = models.PositiveSmallIntegerField(null=True)
    to_place = models.PositiveSmallIntegerField(null=True)
    challenge = models.ForeignKey(
        Challenge, null=True, on_delete=models.PROTECT, related_name="moves"
    )
    actor = models.ForeignKey(
        PERSON, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["ladder", "no"]
        constraints = [models.UniqueConstraint("ladder", "no", name="place_move_no_once")]

    def __str__(self) -> str:
        return f"{self.no}: {self.user_id} {self.from_place} → {self.to_place}"
