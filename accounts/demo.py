"""Demo accounts for trying out a local site."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User

NAMES = ("ada", "bo", "chen")
OTHERS = ("dora", "emil", "fay", "goro", "hana")
"""Opponents. They have no password, so nobody can log in as them."""
PASSWORD = "kibitz-demo"  # noqa: S105 - published on purpose; made on local sites only


def accounts_steps() -> list[Callable[[], object]]:
    """Return the step that creates the missing demo accounts, if any."""
    there = User.objects.filter(username__in=(*NAMES, *OTHERS)).count()
    return [accounts_create] if there < len(NAMES) + len(OTHERS) else []


@transaction.atomic
def accounts_create() -> None:
    """Create the missing demo accounts, with their addresses confirmed."""
    for name in NAMES:
        if User.objects.filter(username=name).exists():
            continue
        user = User.objects.create_user(name, f"{name}@demo.invalid", PASSWORD)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    for name in OTHERS:
        if not User.objects.filter(username=name).exists():
            User.objects.create_user(name, f"{name}@demo.invalid")
