"""`manage.py forget_again`: removes people who left, after an older backup was restored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.leaving import SENTENCES
from accounts.privacy.leave import people_leave_again


class Command(BaseCommand):
    """Remove again everybody in LEAVINGS_FILE; `restore` and the clock do so automatically."""

    help = "Remove whoever LEAVINGS_FILE names and an older copy of the database has brought back."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them, and print the ids of those who cannot go yet."""
        for number, code in people_leave_again().items():
            self.stdout.write(f"not yet, account {number}: {SENTENCES[code]}")
        self.stdout.write("whoever left is gone again")
