"""API keys. Only a digest is stored, so that a leaked database copy reveals no key."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """A key for one of a person's programs."""

    class Scope(models.TextChoices):
        """What the key allows."""

        READ = "read", _("read only")
        PLAY = "play", _("read and play")
        ORGANISE = "organise", _("read, and run events you direct")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(_("purpose"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(_("permissions"), max_length=10, choices=Scope, default=Scope.READ)
    created_at = models.DateTimeField(db_default=Now())
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("key")
        verbose_name_plural = _("keys")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.name}"
