"""Delete record files that nobody has uploaded for a month."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from replays.services.upload import uploads_clear


class Command(BaseCommand):
    """Run the daily clean-up by hand."""

    help = "Delete uploaded records older than 30 days."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the old uploads and print how many."""
        self.stdout.write(f"{uploads_clear()} uploaded records deleted")
