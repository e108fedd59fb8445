"""A form field for a moment: in UTC, which static/js/times.js turns into local time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms

FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, 23, 59, tzinfo=UTC)
TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A moment between FIRST and LAST.

    The database stores values Python cannot read back: the end of the year 9999 in a zone behind
    UTC. One such row would break every page that lists it.
    """

    def __init__(self, **kwargs: Any) -> None:
        bounds = {"min": FIRST.strftime(TYPED), "max": LAST.strftime(TYPED)}
        widget = forms.DateTimeInput({"type": "datetime-local", **bounds}, format=TYPED)
        super().__init__(**{"widget": widget, **kwargs})

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment that was sent."""
        moment: datetime | None = super().to_python(value)
        if moment is not None and not FIRST <= moment <= LAST:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment

    def prepare_value(self, value: Any) -> Any:
        """Return what the widget shows; a redrawn form keeps what was sent."""
        if isinstance(value, str):
            try:
                value = self.to_python(value)
            except forms.ValidationError:
                return value
        return super().prepare_value(value)
