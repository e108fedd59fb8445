"""Puzzles, who tried them, and which come back when."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from games.engine.contract import Action, JsonObject, Rules
from games.matches.models.match import new_code
from games.ratings.algorithm import WLBT, Rating
from games.registry import rules_of


def digest_of(game: str, seed: str, ply: int) -> str:
    """Return what makes a puzzle the same one: its game, its deal and its ply."""
    return sha256(f"{game} {seed} {ply}".encode()).hexdigest()[:32]


class Rated(models.Model):
    """Somebody or something with a rating, by the algorithm of the ladders."""

    mu = models.FloatField(default=WLBT.mu0, db_default=WLBT.mu0)
    sigma = models.FloatField(default=WLBT.sigma0, db_default=WLBT.sigma0)
    tries = models.PositiveIntegerField(default=0, db_default=0)
    solved = models.PositiveIntegerField(default=0, db_default=0)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def rating(self) -> Rating:
        """Return the rating as stored, without growth since."""
        return Rating(self.mu, self.sigma)


class Puzzle(Rated):
    """A seat's decision, with its answer.

    `cut` is a match's record up to the decision, as `mine.cut_record` takes it: it holds every
    card, so only `positions.py` reads it. `options` are the answer and its strongest rivals, as
    `sift.puzzle_at` has them. `source` is the site's match that it comes from, for nobody to see;
    null for one that bots played for the demonstration.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    digest = models.CharField(max_length=32, unique=True)
    game = models.CharField(max_length=40)
    ruleset = models.PositiveIntegerField()
    theme = models.CharField(max_length=40)
    cut = models.JSONField()
    options: Any = models.JSONField()
    deals = models.PositiveIntegerField()
    source = models.ForeignKey(
        "matches.Match", null=True, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index("game", "theme", name="puzzle_theme")]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def rules(self) -> Rules:
        """Return the rules of its match; raises UnknownRules."""
        return rules_of(self.game, self.ruleset)

    @property
    def answer(self) -> Action:
        """Return the best action."""
        found: JsonObject = self.options[0]["action"]
        return found

    def is_answer(self, action: Action) -> bool:
        """Tell whether an action is the best one, or differs only in what the rules ignore."""
        return self.rules.alike(action) == self.rules.alike(self.answer)


class Searched(models.Model):
    """A site's match that was mined, whether or not puzzles were found in it."""

    match = models.OneToOneField(
        "matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.match_id}: {self.at}"


class Daily(models.Model):
    """The puzzle of a day, the same for everybody; days are those of UTC."""

    day = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle_id}"


class Solver(Rated):
    """A person's rating and streak: on how many days in a row they solved the daily puzzle."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    streak = models.PositiveIntegerField(default=0, db_default=0)
    best_streak = models.PositiveIntegerField(default=0, db_default=0)
    last_daily = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.solved} of {self.tries}"


class Attempt(models.Model):
    """An answer of a person. The first to each puzzle is rated: then `before` and `after` are set,
    as shown."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    action = models.JSONField()
    is_right = models.BooleanField()
    before = models.IntegerField(null=True)
    after = models.IntegerField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index("user", "puzzle", name="attempt_of")]
        constraints = [
            models.UniqueConstraint(
                "user", "puzzle", name="attempt_rated_once", condition=models.Q(after__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.puzzle_id}: {self.is_right}"


class Review(models.Model):
    """A puzzle that a person got wrong, here or in the match it comes from, which comes back.

    Its `card` is that of `fsrs`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+")
    card = models.JSONField()
    due_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("user", "puzzle", name="review_once")]
        indexes = [models.Index("user", "due_at", name="review_due")]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.puzzle_id}: {self.due_at}"
