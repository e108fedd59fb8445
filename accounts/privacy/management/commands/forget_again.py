"""`manage.py forget_again`: whoever left goes again, after an older copy was put back."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.leaving import SENTENCES
from accounts.privacy.leave import people_leave_again


class Command(BaseCommand):
    """Carry out again what LEAVINGS_FILE tells; `restore` and the clock do so by themselves."""

    help = "Remove whoever LEAVINGS_FILE names and an older copy of the database has brought back."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say who cannot go yet, by number."""
        for number, code in people_leave_again().items():
            self.stdout.write(f"not yet, account {number}: {SENTENCES[code]}")
        self.stdout.write("whoever left is gone again")
