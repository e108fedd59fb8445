"""Leagues of clubs: their members, their seasons, and the event that each division plays.

Standings and results are those of the events; a league stores who was put where, and why, and the
places when a season closes.
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.tournaments.models import Tournament

PERSON = settings.AUTH_USER_MODEL
LARGEST_DIVISION = 24


def _between(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


class League(models.Model):
    """A club's league of a game. Services lock its row before its events.

    `table_size` 2: a division plays a round robin, `twice` or once; larger: `rounds` at such
    tables.
    """

    class Pace(models.TextChoices):
        """How a season's rounds are played."""

        TURNS = "turns", _("turn by turn, over days")
        EVENINGS = "evenings", _("live, on fixed dates")

    class Entry(models.TextChoices):
        """Where newcomers enter."""

        BOTTOM = "bottom", _("in the last division")
        RATING = "rating", _("by their rating, below the first division")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(
        pgettext_lazy("of a league", "name"), max_length=40, validators=[MinLengthValidator(2)]
    )
    game = models.CharField(max_length=40)
    length = models.CharField(max_length=20, blank=True)
    table_size = models.PositiveSmallIntegerField(_("players at a table"), default=2)
    twice = models.BooleanField(_("everyone plays everyone twice"), default=False)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=6, validators=_between(1, 20))
    division_size = models.PositiveSmallIntegerField(
        _("players in a division"),
        default=8,
        validators=_between(4, LARGEST_DIVISION),
        help_text=_("The last division takes the rest: at least half of that."),
    )
    movers = models.PositiveSmallIntegerField(
        _("promoted and relegated"),
        default=2,
        validators=_between(1, 6),
        help_text=_("How many move up and down between two divisions after a season."),
    )
    newcomers = models.CharField(
        _("newcomers start"), max_length=10, choices=Entry, default=Entry.BOTTOM
    )
    finalists = models.PositiveSmallIntegerField(
        _("final"),
        default=0,
        help_text=_("A knockout of the best of the first division decides who is champion."),
    )
    pace = models.CharField(_("matches"), max_length=10, choices=Pace, default=Pace.TURNS)
    every_days = models.PositiveSmallIntegerField(
        _("days from one date to the next"), default=14, validators=_between(1, 31)
    )
    a_date = models.PositiveSmallIntegerField(
        _("rounds on each date"), default=1, validators=_between(1, 10)
    )
    turn_seconds = models.PositiveIntegerField(default=300)
    reserve_seconds = models.PositiveIntegerField(default=7 * 86_400)
    rated = models.BooleanField(_("rated matches"), default=True)
    is_open = models.BooleanField(default=True)
    created_by = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-is_open", "-created_at"]

    def __str__(self) -> str:
        return self.name


class LeagueMember(models.Model):
    """Somebody in a league; `division` is the one they last played in, None before the first."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="league_memberships")
    division = models.PositiveSmallIntegerField(null=True)
    is_away = models.BooleanField(default=False)
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [models.UniqueConstraint("league", "user", name="league_member_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.league_id}"


class LeagueSeason(models.Model):
    """One season of a league; `closed_at` is when its places were stored, by the next one."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    final = models.OneToOneField(
        Tournament, null=True, on_delete=models.SET_NULL, related_name="final_of_league"
    )
    starts_at = models.DateTimeField()
    is_told = models.BooleanField(
        default=False, help_text="Whether the directors were told that it is over."
    )
    created_at = models.DateTimeField(db_default=Now())
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint("league", "number", name="league_season_once"),
            models.UniqueConstraint(
                fields=["league"],
                name="league_season_open_once",
                condition=models.Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.number}"


class Division(models.Model):
    """A division of a season, and the event that it plays; number 1 is the first."""

    season = models.ForeignKey(LeagueSeason, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    event = models.OneToOneField(
        Tournament, null=True, on_delete=models.SET_NULL, related_name="league_division"
    )

    class Meta:
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint("season", "number", name="division_once")]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.number}"


class DivisionPlayer(models.Model):
    """Somebody in a division, and why (`moves.py`); the place is stored when the season closes."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        PERSON, null=True, on_delete=models.SET_NULL, related_name="league_places"
    )
    reason = models.CharField(max_length=10)
    order = models.PositiveSmallIntegerField(
        help_text="Place in the list that the season began with."
    )
    place = models.PositiveSmallIntegerField(null=True)
    points = models.CharField(max_length=20, blank=True)
    is_champion = models.BooleanField(default=False)

    class Meta:
        ordering = ["division", "place", "order"]
        constraints = [models.UniqueConstraint("division", "user", name="division_player_once")]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.user_id}"
