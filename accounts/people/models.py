"""Ties between people, notes about them, who is here now, and notices."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

PERSON = settings.AUTH_USER_MODEL


class Tie(models.Model):
    """One person following, muting or blocking another. Visible to `owner` alone."""

    class Kind(models.TextChoices):
        """Following is a bookmark; muting hides a person's words; blocking keeps both apart."""

        FOLLOW = "follow", _("follow")
        MUTE = "mute", _("mute")
        BLOCK = "block", _("block")

    owner = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="ties")
    other = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="ties_to")
    kind = models.CharField(max_length=10, choices=Kind)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint("owner", "other", "kind", name="tie_once"),
            models.CheckConstraint(
                name="tie_not_to_oneself", condition=~models.Q(owner=models.F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"


class Note(models.Model):
    """One person's note about another. Visible to `owner` alone, not even to staff."""

    owner = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="notes")
    about = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="notes_about")
    text = models.TextField(max_length=500, blank=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("owner", "about", name="note_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} about {self.about_id}"


class Presence(models.Model):
    """When a person last had a page open, and who may see that."""

    class ShownTo(models.TextChoices):
        """Who may see the person's presence."""

        EVERYBODY = "everybody", _("Everyone signed in")
        FOLLOWED = "followed", _("Only people I follow")
        NOBODY = "nobody", _("No one")

    user = models.OneToOneField(
        PERSON, on_delete=models.CASCADE, primary_key=True, related_name="presence"
    )
    seen_at = models.DateTimeField(null=True)
    shown_to = models.CharField(
        _("who can see you’re online"),
        max_length=10,
        choices=ShownTo,
        default=ShownTo.EVERYBODY,
    )

    class Meta:
        indexes = [models.Index("seen_at", name="presence_seen")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.seen_at}"


class Notice(models.Model):
    """A message to a person. `text` is a gettext key, `args` fill its placeholders.

    An argument `{"translate": key}` is itself translated; only `name` may hold a person's name.
    `subject` says what it is about: there is one notice per kind and subject, withdrawn when it no
    longer matters.
    """

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=60)
    text = models.CharField(max_length=200)
    args = models.JSONField(default=dict)
    url = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    pushed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("user", "kind", "subject", name="notice_once")]
        indexes = [
            models.Index("user", models.F("created_at").desc(), name="notice_newest"),
            models.Index("user", name="notice_unread", condition=models.Q(read_at__isnull=True)),
            models.Index("subject", name="notice_subject"),
            models.Index(
                "created_at",
                name="notice_to_mail",
                condition=models.Q(read_at__isnull=True, mailed_at__isnull=True),
            ),
            models.Index(
                "created_at",
                name="notice_to_push",
                condition=models.Q(read_at__isnull=True, pushed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {self.subject}"

    @property
    def told_at(self) -> str:
        """Return the sending time, as pages send it back: a replacement is another notice."""
        return str(int(self.created_at.timestamp() * 1_000_000))
