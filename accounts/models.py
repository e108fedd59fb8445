"""People: the user model of the first migration, and what each prefers."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A registered person. Two names that differ in case only would be taken for one."""

    username = models.CharField(
        _("username"),
        max_length=30,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        help_text=_("At most 30 letters and digits, and @ . + - _"),
        error_messages={"unique": _("A user with that username already exists.")},
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message=_("A user with that username already exists."),
            )
        ]


class Preferences(models.Model):
    """How one person wants the site to look and sound. Absent means all defaults."""

    class CardStyle(models.TextChoices):
        """How cards are drawn."""

        CLASSIC = "classic", _("Classic")
        FOUR_COLOURS = "four-colours", _("Four colours")
        LARGE = "large", _("Large figures")

    class ColourScheme(models.TextChoices):
        """Light or dark."""

        SYSTEM = "system", _("As the system")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True
    )
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        choices=settings.LANGUAGES,
        help_text=_("Empty: as the browser asks."),
    )
    card_style = models.CharField(
        _("card style"), max_length=20, choices=CardStyle.choices, default=CardStyle.CLASSIC
    )
    colour_scheme = models.CharField(
        _("colour scheme"), max_length=10, choices=ColourScheme.choices, default=ColourScheme.SYSTEM
    )
    sound = models.BooleanField(_("sound"), default=True)

    class Meta:
        verbose_name = verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"{self.user_id}"
