"""Broadcasts of events, their commentators, and how far each match is shown."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match
from games.matches.models.match import new_code
from games.tournaments.models import Tournament

PERSON = settings.AUTH_USER_MODEL


class Broadcast(models.Model):
    """An event's matches that began between two moments, shown to all who see the event.

    The delay never changes: a shorter one would show at once what the longer one holds back.
    """

    class Delay(models.TextChoices):
        """What the `amount` of the delay counts."""

        MINUTES = "minutes", _("minutes")
        ROUNDS = "rounds", pgettext_lazy("after a number", "rounds")

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="broadcasts")
    delay = models.CharField(max_length=10, choices=Delay)
    amount = models.PositiveSmallIntegerField()
    started_by = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("broadcast")
        verbose_name_plural = _("broadcasts")
        ordering = ["-started_at"]
        constraints = [
            models.UniqueConstraint(
                "tournament", name="broadcast_once", condition=models.Q(ended_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.amount} {self.delay}"


class Commentator(models.Model):
    """Somebody who may write and draw on what is shown; they see no more than anybody else."""

    broadcast = models.ForeignKey(Broadcast, on_delete=models.CASCADE, related_name="commentators")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("commentator")
        verbose_name_plural = _("commentators")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint("broadcast", "user", name="commentator_once")]

    def __str__(self) -> str:
        return f"{self.broadcast_id}: {self.user_id}"


class Show(models.Model):
    """One match of a broadcast, and how far it is shown.

    It is shown at the pace at which it was played, from `starts_at` on. `ply` and `version` are
    those of its newest position on show, None and 0 before the first; only `services/advance.py`
    writes them. `revision` rises with everything that its pages show.
    """

    broadcast = models.ForeignKey(Broadcast, on_delete=models.CASCADE, related_name="shows")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="show")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True)
    ply = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    is_whole = models.BooleanField(default=False)
    watched_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("match of a broadcast")
        verbose_name_plural = _("matches of broadcasts")
        ordering = ["round", "table", "pk"]
        indexes = [
            models.Index("broadcast", name="show_goes_on", condition=models.Q(is_whole=False))
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}: {self.ply}"


class Watcher(models.Model):
    """Somebody who was shown the hands of a match before all of it was: no substitute for it."""

    show = models.ForeignKey(Show, on_delete=models.CASCADE, related_name="watchers")
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint("show", "user", name="watcher_once")]

    def __str__(self) -> str:
        return f"{self.show_id}: {self.user_id}"


class Drawing(models.Model):
    """A mark on the position after `ply` actions: one place is circled, from two goes an arrow.

    A place is an element of the table and a point within it (`services/remarks.py`), so that it is
    found on every screen.
    """

    show = models.ForeignKey(Show, on_delete=models.CASCADE, related_name="drawings")
    ply = models.PositiveIntegerField()
    author = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    places = models.JSONField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("drawing")
        verbose_name_plural = _("drawings")
        indexes = [models.Index("show", "ply", name="drawing_place")]

    def __str__(self) -> str:
        return f"{self.show_id}/{self.ply}: {self.author_id}"


class Odds(models.Model):
    """The playouts of one position on show: sums by seat, as in `AnalysedPly`."""

    show = models.ForeignKey(Show, on_delete=models.CASCADE, related_name="odds")
    ply = models.PositiveIntegerField()
    rollouts = models.PositiveIntegerField()
    won = models.JSONField()
    squares = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint("show", "ply", name="odds_once")]

    def __str__(self) -> str:
        return f"{self.show_id}/{self.ply}: {self.rollouts}"
