"""Assign matches to site seasons: the quarter in which they ended, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime


def site_season(finished_at: datetime) -> str:
    """Return the season's key, e.g. “2026-q4”. Keys sort chronologically."""
    utc = finished_at.astimezone(UTC)
    return f"{utc.year:04}-q{(utc.month + 2) // 3}"


def season_parts(season: str) -> tuple[str, str] | None:
    """Return a site season's year and quarter, or None for any other key."""
    year, mark, quarter = season.partition("-q")
    return (year, quarter) if mark and year.isdigit() and quarter.isdigit() else None
