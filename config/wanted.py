"""Validators for environment variables, so that start-up refuses a wrong one in one line.

Must not import Django.
"""

from __future__ import annotations

from typing import Any

from environs import ValidationError, validate

from config.errors import CannotStart

LOG_FORMAT = validate.OneOf(("json", "text"))
LOG_LEVEL = validate.OneOf(("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
SITE_URL = validate.Regexp(r"https?://.", error="It begins with https://.")
ABOVE_NOTHING = validate.Range(min=0, min_inclusive=False)


def at_least(least: int) -> Any:
    """Return a validator that refuses a smaller number."""
    return validate.Range(min=least)


def hosts(names: list[str]) -> None:
    """Refuse what cannot be a Host header's name: a URL, or a name with a port."""
    for name in names:
        if "/" in name or name.rpartition(":")[2].isdigit():
            raise ValidationError(f"{name} is no name alone, such as cards.example.org.")


def postgres(told: dict[str, Any]) -> dict[str, Any]:
    """Return the database parsed from its URL; refuse any but Postgres."""
    if told.get("ENGINE") != "django.db.backends.postgresql":
        raise CannotStart("DATABASE_URL must name a Postgres, as postgresql://…")
    return told


def mail(told: dict[str, Any]) -> dict[str, Any]:
    """Return the mail settings parsed from their URL; refuse one that sets nothing."""
    if "EMAIL_BACKEND" not in told:
        raise CannotStart(
            "EMAIL_URL must be as submission://user:password@mail.example.org:587, or not be there."
        )
    return told
