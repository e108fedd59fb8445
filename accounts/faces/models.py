"""People's own pictures, ready to be served."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Picture(models.Model):
    """A person's own picture: `data` is a small WebP without metadata.

    Each upload gets a new random `key`, so a picture's URL never changes its content. A row whose
    picture the moderators removed has no data, and bars new uploads until retention deletes it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="picture"
    )
    key = models.CharField(max_length=32, unique=True)
    data = models.BinaryField()
    made_at = models.DateTimeField(db_default=Now())
    removed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"
