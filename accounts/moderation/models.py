"""Reports, with the evidence as it was when they were made; decisions; sanctions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import MD5, Coalesce, Now
from django.utils.translation import gettext_lazy as _


class Report(models.Model):
    """One complaint. `evidence` is a copy, since the originals may be gone when it is read.

    `evidence` holds `messages`, those the reporter could read: a list of `{"room", "number", "at",
    "author", "kind", "body"}`; `seats`, the names at the table by number; `room` and `place`, the
    number and title of a club's or event's talk; and `picture`, the person's own picture in base64.
    It never holds a card. While a match runs, its players must not read it: spectators' messages
    may be among them.
    """

    class Kind(models.TextChoices):
        """The reason for the report."""

        ABUSE = "abuse", _("Insults or threats")
        SPAM = "spam", _("Spam or advertising")
        COLLUSION = "collusion", _("Collusion or sharing hidden cards")
        STALLING = "stalling", _("Stalling or quitting on purpose")
        NAME = "name", _("Offensive name")
        PICTURE = "picture", _("An offensive picture")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        """The state of the report."""

        OPEN = "open", _("open")
        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    match_code = models.CharField(max_length=20, blank=True)
    ply = models.PositiveIntegerField(null=True)
    text = models.TextField(blank=True)
    evidence = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(  # a text may exceed an index row
                "reporter", "subject", "kind", "match_code", Coalesce("ply", -1), MD5("text"),
                condition=models.Q(status="open"),
                name="report_once",
            )
        ]  # fmt: skip
        indexes = [
            models.Index("status", "created_at", name="report_queue"),
            models.Index("reporter", "created_at", name="report_by"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject_id} ({self.status})"


class Decision(models.Model):
    """What a moderator did, and why: the audit log. The database forbids changes to rows.

    References to people have no constraint, so that the audit keeps nobody from leaving the site.
    """

    class Verb(models.TextChoices):
        """What was done."""

        DISMISS = "dismiss", _("dismissed")
        UPHOLD = "uphold", _("upheld, no action")
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        BAN = "ban", _("banned")
        RENAME = "rename", _("renamed")
        PICTURE = "picture", _("picture removed")
        LIFT = "lift", _("lifted")
        GRANT = "grant", _("appeal granted")
        REFUSE = "refuse", _("appeal denied")
        EXPIRE = "expire", _("expired")

    report = models.ForeignKey(
        Report,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="decisions",
    )
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False,
        related_name="decisions_about",
    )  # fmt: skip
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False,
        related_name="decisions_made",
    )  # fmt: skip
    verb = models.CharField(max_length=10, choices=Verb)
    reason = models.CharField(max_length=500)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")

    def __str__(self) -> str:
        return f"{self.verb} {self.subject_id}"


class Sanction(models.Model):
    """A sanction in force: muted or barred, until when (None: for good), and why."""

    class Kind(models.TextChoices):
        """What the person may not do."""

        MUTE = "mute", _("muted")
        BAN = "ban", _("banned")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=500)
    until = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    appeal = models.CharField(max_length=2000, blank=True)
    appealed_at = models.DateTimeField(null=True)
    appeal_refused = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("user", "kind", name="sanction_once")]
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"

    @property
    def may_appeal(self) -> bool:
        """Tell whether no appeal has been made yet."""
        return self.appealed_at is None
