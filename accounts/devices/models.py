"""Devices, the messages to them, and the site's signing key. No queries here."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class DeviceQuerySet(models.QuerySet["Device"]):
    """Devices by whether their browser is still logged in."""

    def logged_in(self) -> DeviceQuerySet:
        """Return the devices whose session is alive: no message goes to a logged-out browser."""
        session = Session.objects.filter(
            session_key=models.OuterRef("session_key"), expire_date__gt=Now()
        )
        return self.filter(models.Exists(session))

    def past(self) -> DeviceQuerySet:
        """Return the devices whose session has ended."""
        session = Session.objects.filter(session_key=models.OuterRef("session_key"))
        return self.filter(~models.Exists(session))


class Device(models.Model):
    """A browser that receives push messages: a push subscription, as the Push API returns it.

    `session_key` is the session it belongs to. `failures` counts failed deliveries in a row, and
    none is tried before `retry_at`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices"
    )
    session_key = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(db_default=Now())
    delivered_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    retry_at = models.DateTimeField(null=True)

    objects = DeviceQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        indexes = [models.Index("session_key", name="device_session")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.name}"


class Push(models.Model):
    """A message to a device. There is one per `tag`: a newer one replaces it, as on the device.

    `about` tells the sender which occasion it was for, such as a match's version. A row stays after
    delivery, so that the message can be withdrawn; a withdrawal is itself a message.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="pushes")
    tag = models.CharField(max_length=100)
    about = models.CharField(max_length=40, blank=True)
    title = models.CharField(max_length=200, blank=True)
    body = models.CharField(max_length=300, blank=True)
    url = models.CharField(max_length=200, blank=True)
    is_withdrawal = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_default=Now())
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("device", "tag", name="push_tag_once")]
        indexes = [
            models.Index("due_at", name="push_due", condition=models.Q(due_at__isnull=False)),
            models.Index("tag", name="push_tag"),
        ]

    def __str__(self) -> str:
        return f"{self.device_id}: {self.tag}"


class SigningKey(models.Model):
    """The site's private VAPID key, made by the first start; one row, for all processes.

    In the database, because every process must sign with the same key, and a restored backup must
    still reach the devices that subscribed with it.
    """

    pem = models.TextField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="signing_key_once", condition=models.Q(pk=1)),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
