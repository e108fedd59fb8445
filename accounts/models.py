"""People: the user model, and each person's preferences."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import MAX_LENGTH, validate_name


class User(AbstractUser):
    """A registered person. Names are unique regardless of case, lest one pass for another."""

    username = models.CharField(
        _("username"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_name],
        help_text=_("Up to 30 letters and digits from any script, with . _ or - in between."),
        error_messages={"unique": _("A user with that username already exists.")},
    )
    face = models.CharField(max_length=40, blank=True, default="", db_default="")
    """See `accounts/faces/drawn.py`."""

    is_guest = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Somebody without an account, whom one browser's session knows.",
    )

    class Meta(AbstractUser.Meta):
        indexes = [
            models.Index("last_login", name="user_guests", condition=models.Q(is_guest=True)),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique",
                violation_error_message=_("A user with that username already exists."),
            )
        ]

    def get_absolute_url(self) -> str:
        """Return the URL of the profile."""
        return reverse("accounts:person", args=[self.username])


class Preferences(models.Model):
    """How one person wants the site to look, sound and play. No row means all defaults.

    The page shell writes these values on `<html>`, where style sheets and scripts read them
    (docs/design-language.md).
    """

    class Scheme(models.TextChoices):
        """Light or dark."""

        AUTO = "auto", _("Same as device")
        LIGHT = "light", pgettext_lazy("colour scheme", "Light")
        DARK = "dark", pgettext_lazy("colour scheme", "Dark")

    class Deck(models.TextChoices):
        """How many colours the suits have."""

        TWO = "two", _("Two colours")
        FOUR = "four", _("Four colours")

    class CardSize(models.TextChoices):
        """How large cards are drawn."""

        SMALL = "small", _("Small")
        MEDIUM = "medium", _("Medium")
        LARGE = "large", _("Large")

    class Motion(models.TextChoices):
        """How fast cards move."""

        SLOW = "slow", _("Slow")
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Fast")
        OFF = "off", _("Off")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES
    )
    scheme = models.CharField(
        _("colours"), max_length=10, choices=Scheme.choices, default=Scheme.AUTO
    )
    deck = models.CharField(_("suits"), max_length=10, choices=Deck.choices, default=Deck.TWO)
    card_size = models.CharField(
        _("card size"), max_length=10, choices=CardSize.choices, default=CardSize.MEDIUM
    )
    motion = models.CharField(
        _("animations"), max_length=10, choices=Motion.choices, default=Motion.NORMAL
    )
    sound = models.BooleanField(_("play sounds"), default=False)
    volume = models.PositiveSmallIntegerField(
        _("volume"), default=60, validators=[MaxValueValidator(100)]
    )
    confirm_play = models.BooleanField(
        _("confirm before playing a card"),
        default=False,
        help_text=_("The first click selects a card, the second plays it."),
    )
    auto_sort = models.BooleanField(
        _("keep my hand sorted"),
        default=True,
        help_text=_("If off, new cards go at the end."),
    )
    auto_pass = models.BooleanField(
        _("auto-pass when I can’t do anything else"),
        default=False,
        help_text=_("After a short pause, so no one can tell."),
    )
    bot_emotes = models.BooleanField(
        _("show me the bots’ emotes"),
        default=True,
        db_default=True,
        help_text=_("Now and then a bot reacts to what everyone saw. It never hints at its cards."),
    )
    puzzles = models.BooleanField(
        _("use my public matches for puzzles and hand reading"),
        default=True,
        db_default=True,
        help_text=_(
            "Puzzles show no names. Turn it off, and your matches disappear from both at once."
        ),
    )
    hear_searches = models.BooleanField(
        _("tell me when someone looks for players"),
        default=False,
        db_default=False,
        help_text=_(
            "People you follow and members of your clubs, while you’re online. One notification at "
            "a time, gone when their match starts."
        ),
    )
    hear_mentions = models.BooleanField(
        _("tell me when someone mentions me in a chat"),
        default=True,
        db_default=True,
        help_text=_("In your clubs and events. Not while you play at one of the event’s tables."),
    )
    push_turns = models.BooleanField(_("your turn"), default=True, db_default=True)
    push_tables = models.BooleanField(_("your table is ready"), default=True, db_default=True)
    push_invitations = models.BooleanField(_("invitations"), default=True, db_default=True)
    push_rounds = models.BooleanField(_("rounds of your events"), default=True, db_default=True)
    push_announcements = models.BooleanField(
        _("announcements of clubs and events"), default=True, db_default=True
    )
    push_mentions = models.BooleanField(_("mentions in chats"), default=True, db_default=True)
    mail_turns = models.BooleanField(
        _("e-mail me when it’s my turn in a multi-day match"),
        default=False,
        help_text=_(
            "One e-mail per turn, plus one reminder before time runs out. None while "
            "you’re watching the match."
        ),
    )
    mail_notices = models.BooleanField(
        _("e-mail me my notifications"),
        default=False,
        db_default=False,
        help_text=_(
            "Invites, event tables and club announcements: one e-mail for each you haven’t "
            "read after a minute, up to ten a day. None while you have the site open."
        ),
    )

    class Meta:
        verbose_name = verbose_name_plural = _("settings")

    def __str__(self) -> str:
        return f"{self.user_id}"
