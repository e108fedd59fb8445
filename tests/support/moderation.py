"""Moderators and reports for tests."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator

from accounts.models import User
from accounts.moderation.models import Report
from tests.support.tables import make_user


def make_staff(name: str) -> User:
    """Return a new person who moderates, with a second factor."""
    user = make_user(name)
    user.is_staff = True
    user.save()
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return user


def make_report(subject: User, **fields: Any) -> Report:
    """Return a new report about somebody, by somebody new unless a `reporter` is given."""
    reporter = fields.pop("reporter", None) or make_user(f"by{Report.objects.count()}")
    return Report.objects.create(reporter=reporter, subject=subject, kind="abuse", **fields)
