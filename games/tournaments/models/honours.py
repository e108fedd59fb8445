"""What remains of finished events: places, points in a season, and earlier champions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from accounts.clubs.models import Club
from games.tournaments.models.event import Tournament
from games.tournaments.models.season import Season


class FinalPlace(models.Model):
    """A player's final place in a finished event; derived from its actions.

    `player` is the number in the journal: an account's (`user`), or below 0 a guest's or a bot's.
    It stays when the account goes, as in the journal: a champion remains one.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="places")
    entry = models.PositiveIntegerField()
    player = models.IntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_constraint=False,
    )
    is_guest = models.BooleanField()
    place = models.PositiveSmallIntegerField()
    came = models.BooleanField(help_text="Whether the player sat at a table that was played.")

    class Meta:
        constraints = [models.UniqueConstraint("tournament", "player", name="final_place_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}, {self.player}: {self.place}"


class SeasonAward(models.Model):
    """A person's points in a season or series for a finished event; follows from its places.

    It stays when the account goes, so that nobody else moves up.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="awards")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="awards")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        related_name="awards",
        db_constraint=False,
    )
    place = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("season", "tournament", "user", name="season_award_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points}"


class EarlierChampion(models.Model):
    """A champion of a club from the time before its events were held here, as a director wrote."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="earlier_champions")
    year = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-year", "title", "pk"]
        constraints = [
            models.UniqueConstraint("club", "year", "title", "name", name="earlier_champion_once")
        ]

    def __str__(self) -> str:
        return f"{self.year}, {self.title}: {self.name}"
