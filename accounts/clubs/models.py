"""Clubs, their members and roles, ways to join, the journal of who did what, and webhooks."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

LINK_BYTES = 24


class Club(models.Model):
    """A group of people who meet to play. A private one is invisible to everybody else."""

    class Joining(models.TextChoices):
        """How one becomes a member."""

        OPEN = "open", _("open to everyone")
        REQUEST = "request", _("by request")
        INVITATION = "invitation", _("invite only")

    slug = models.SlugField(max_length=40, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=60, validators=[MinLengthValidator(2)])
    about = models.TextField(_("about the club"), max_length=2000, blank=True)
    place = models.CharField(_("where you meet"), max_length=80, blank=True)
    is_private = models.BooleanField(
        _("private"),
        default=False,
        help_text=_("Only members can see a private club and its events."),
    )
    joining = models.CharField(
        _("how to join"), max_length=10, choices=Joining, default=Joining.REQUEST
    )
    bars_no_shows = models.BooleanField(
        _("make no-shows wait"),
        default=False,
        db_default=False,
        help_text=_(
            "After a no-show, a player can’t enter the club’s events themselves for a day. "
            "Each further no-show doubles the wait, up to 30 days; playing again resets "
            "it. Directors can still enter them."
        ),
    )
    crest = models.CharField(max_length=60, blank=True, default="", db_default="")
    """See `accounts/clubs/crest.py`."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            # Among public clubs only: a name being taken must not reveal a private club.
            models.UniqueConstraint(
                Lower("name"),
                name="club_name_unique",
                condition=models.Q(is_private=False),
                violation_error_message=_("There’s already a club with this name. Choose another."),
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A member of a club and their role."""

    class Role(models.TextChoices):
        """What a member may do."""

        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(db_default=Now())
    hears = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Is told of the club’s news, and of its events that can be entered.",
    )

    class Meta:
        constraints = [models.UniqueConstraint("club", "user", name="member_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.role} of {self.club}"


class JoinRequest(models.Model):
    """A pending request to become a member; deleted once decided."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests"
    )
    message = models.CharField(_("a few words about you"), max_length=300, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint("club", "user", name="request_once")]

    def __str__(self) -> str:
        return f"{self.user} → {self.club}"


def new_message_id() -> str:
    """Return the id of a delivery: the same for all of its attempts."""
    return f"msg_{secrets.token_hex(12)}"


def new_token() -> str:
    """Return the secret part of an invitation link."""
    return secrets.token_urlsafe(LINK_BYTES)


class InvitationLink(models.Model):
    """A link that makes anybody who follows it a member, until it expires or is withdrawn."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=60, unique=True, default=new_token, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.club}, {self.expires_at:%Y-%m-%d}"


class NewsItem(models.Model):
    """A notice on the club's page."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    title = models.CharField(_("title"), max_length=100)
    text = models.TextField(_("text"), max_length=4000)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.title


class JournalEntry(models.Model):
    """Who did what in a club; append-only."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="journal")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    verb = models.CharField(max_length=40)
    about = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.actor} {self.verb} {self.about}"


class Webhook(models.Model):
    """An address of a club's own tools, which is told what happens in the club.

    Deliveries are signed with `secret`, and for a day after a change with `former_secret`, too.
    `failing_since`: when the first of an unbroken row of failures was; `disabled_at`: when it was
    given up.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=80)
    former_secret = models.CharField(max_length=80, blank=True)
    rotated_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    failing_since = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint("club", "url", name="webhook_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.host}"

    @property
    def host(self) -> str:
        """Return the receiver's host and port: the rest of the URL may be a secret."""
        return urlsplit(self.url).netloc


class Delivery(models.Model):
    """A message to a webhook, and what became of it. `due_at`: its next attempt, if there is one.

    It names its `subject`, as `kind` does (`webhook_events.py`), and never stores what was said: a
    body is made for each attempt, so it is never out of date.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    message_id = models.CharField(max_length=40, default=new_message_id, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(null=True, db_default=Now())
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index("due_at", name="delivery_due", condition=models.Q(due_at__isnull=False)),
            models.Index("created_at", name="delivery_created"),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.kind} {self.subject}"
