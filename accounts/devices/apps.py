"""The Django app `accounts.devices`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DevicesConfig(AppConfig):
    """Devices that receive push messages."""

    name = "accounts.devices"
    verbose_name = _("Devices")

    def ready(self) -> None:
        """Register the job that delivers messages."""
        from accounts.devices.services.deliver import pushes_deliver, pushes_forget
        from accounts.registry import periodic

        periodic(pushes_deliver, seconds=2)
        periodic(pushes_forget, seconds=600)
