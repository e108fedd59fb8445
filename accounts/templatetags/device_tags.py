"""Names browsers and systems in the list of one's own log-ins."""

from __future__ import annotations

from django import template

register = template.Library()

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""The first match counts: Edge also calls itself Chrome, and Chrome Safari."""

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """Return browser and system of a `User-Agent` in words, such as "Firefox · Linux".

    This is for the owner to recognise; nothing depends on it. If neither is known, return the
    header unchanged.
    """
    names = [
        next((name for mark, name in known.items() if mark in user_agent), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(filter(None, names)) or user_agent
