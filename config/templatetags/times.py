"""Shows times on pages: `{% moment at %}`, `{% moment at "day" %}`.

Rendered here in UTC, and labelled so if it includes a time of day. `static/js/times.js` replaces it
by the reader's own time zone and language, and keeps this text as its title.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template import Library
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = Library()
FORMATS = {
    "minute": "DATETIME_FORMAT",
    "second": "H:i:s",
    "day": "DATE_FORMAT",
    "month": "M",
    "day-of-month": "j",
}
OF_THE_DAY = ("minute", "second")


@register.simple_tag
def moment(at: datetime, shown: str = "minute") -> SafeString:
    """Render a time in one of FORMATS, or as how long `ago` it was."""
    at = at.astimezone(UTC)
    words = naturaltime(at) if shown == "ago" else date_format(at, FORMATS[shown])
    if shown in OF_THE_DAY:
        words += " UTC"
    return format_html(
        '<time datetime="{}" data-shown="{}">{}</time>', at.isoformat(), shown, words
    )
