"""Seats, invitations, and people who were turned away or did not turn up."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext

from accounts.leaving import FORMER
from games.matches.labels import bot_face, shown_name

MAX_TIMEOUTS = 3
"""Consecutive timeouts after which a seat resigns or gets a stand-in bot."""


class Seat(models.Model):
    """A place at a table: empty, a person's, or a bot's.

    `user`, `name` and `own_face` are its holder's. If that is a substitute, the `starter` began,
    and `taken_over_after` is the number of actions before the change. An offer (`offered_at`) is
    open to anybody who may watch, or to one person (`offered_to`).
    """

    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="seats", db_index=False
    )  # `seat_number_once` begins with it
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=60, blank=True)
    own_face = models.CharField(max_length=40, blank=True, default="", db_default="")
    seat_commitment = models.CharField(max_length=64, blank=True)
    contribution = models.CharField(max_length=64, blank=True)
    reserve_ms = models.PositiveIntegerField(default=0)
    timeouts_in_row = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField(null=True)
    looked_at = models.DateTimeField(null=True)
    is_away = models.BooleanField(default=False)
    stand_in = models.CharField(max_length=20, blank=True)
    stood_in = models.BooleanField(default=False)
    agrees_to_pause = models.BooleanField(default=False)
    agrees_to_void = models.BooleanField(default=False)
    offered_at = models.DateTimeField(null=True)
    offered_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    starter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats_begun"
    )
    starter_name = models.CharField(max_length=60, blank=True, default="", db_default="")
    starter_face = models.CharField(max_length=40, blank=True, default="", db_default="")
    taken_over_after = models.PositiveIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["match", "number"]
        indexes = [
            # Partial; seats of finished matches count as away, so it covers only current play.
            models.Index(
                "match",
                name="seat_looked_for",
                condition=models.Q(user__isnull=False, is_away=False),
            )
        ]
        constraints = [
            models.UniqueConstraint("match", "number", name="seat_number_once"),
            models.UniqueConstraint(
                "match", "user", name="seat_user_once", condition=models.Q(user__isnull=False)
            ),
            models.CheckConstraint(
                name="seat_user_or_bot", condition=models.Q(user__isnull=True) | models.Q(bot="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name or '–'}"

    @property
    def player_bot(self) -> str:
        """Return the bot that plays this seat now: its own, or one standing in."""
        return self.bot or self.stand_in

    @property
    def shown_name(self) -> str:
        """Return the seat's name in the active language."""
        if self.bot:
            return shown_name(self.match.game, self.bot, self.name)
        return _name_of(self.name, self.user_id) or gettext("Seat %d") % (self.number + 1)

    @property
    def began_name(self) -> str:
        """Return the name of whoever began here, in the active language."""
        if self.is_taken_over:
            return _name_of(self.starter_name, self.starter_id)
        return self.shown_name

    @property
    def face(self) -> str:
        """Return the face beside the name: the icon of the seat's bot, or the person's own."""
        return bot_face(self.match.game, self.bot) if self.bot else self.own_face

    @property
    def is_taken_over(self) -> bool:
        """Tell whether a substitute holds the seat."""
        return self.taken_over_after is not None

    @property
    def first_ply(self) -> int:
        """Return the first action that its holder could make."""
        return (self.taken_over_after or 0) + 1

    @property
    def began_id(self) -> int | None:
        """Return who began here, for whom the seat counts (specification of tournaments, 1.4)."""
        return self.starter_id if self.is_taken_over else self.user_id

    def as_of(self, ply: int) -> Seat:
        """Return the seat with its holder at action number `ply`."""
        if self.taken_over_after is None or self.taken_over_after < ply:
            return self
        then = copy(self)
        then.user_id, then.name, then.own_face = (
            self.starter_id,
            self.starter_name,
            self.starter_face,
        )
        return then

    @property
    def all_names(self) -> str:
        """Return the names of who began and of the substitute: “Ada → Bo”."""
        return f"{self.began_name} → {self.shown_name}" if self.is_taken_over else self.shown_name

    @property
    def is_taken(self) -> bool:
        """Tell whether a person or a bot sits here."""
        return bool(self.name)

    @property
    def is_ready(self) -> bool:
        """Tell whether the seat has committed to its part of the shuffle."""
        return bool(self.seat_commitment)


def _name_of(name: str, user_id: int | None) -> str:
    """Return a person's name in the active language; the name of one who left is not kept."""
    return gettext("a former member") if name == FORMER and user_id is None else name


def begun_by(person: Any) -> models.Q:
    """Return a filter for the seats in which `person` began, which count for them."""
    own = models.Q(user_id=person.pk, taken_over_after=None)
    return own | models.Q(starter_id=person.pk)


def held_by(person: Any) -> models.Q:
    """Return a filter for the seats that `person` holds, or began in."""
    return models.Q(user_id=person.pk) | models.Q(starter_id=person.pk)


class Invitation(models.Model):
    """Somebody who may see and join a private table."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("match", "user", name="invited_once")]

    def __str__(self) -> str:
        return f"{self.user} → {self.match}"


class TurnedAway(models.Model):
    """Somebody whose seat the owner has freed: they may return only by invitation."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="turned_away")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turned_away"
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("match", "user", name="turned_away_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.match}"


class NoShow(models.Model):
    """Somebody who got ready but did not reveal when the match was about to start."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="no_shows")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="no_shows"
    )
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.user}, {self.match}"
