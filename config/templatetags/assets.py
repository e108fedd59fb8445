"""Tags for scripts and icons by name."""

from __future__ import annotations

import re
from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config.assets import bundles

register = template.Library()
EVERYBODYS = "icons/site.svg"
TAG = '<script src="{}" defer></script>'


@register.simple_tag(name="scripts")
def script_tags(bundle: str) -> SafeString:
    """Load the scripts of a bundle: one file in production, else each on its own."""
    parts = bundles.bundle_parts(bundle)
    files = [bundles.bundle_file(bundle)] if parts and settings.STATIC_PACKED else parts
    return format_html_join("\n", TAG, ((static(name),) for name in files))


@register.simple_tag
def icon_address(name: str) -> str:
    """Return the URL of an icon in its sheet; of an unknown icon, in the site's own."""
    return f"{static(_sheets().get(name, EVERYBODYS))}#{name}"


@cache
def _sheets() -> dict[str, str]:
    """Return every icon's sheet, as a static file: built by tools/icons.py, or a game's faces.

    Each game has its own, and a browser loads one when its first icon is rendered.
    """
    folder = settings.BASE_DIR / "static"
    return {
        name: str(path.relative_to(folder))
        for path in sorted([*folder.glob("icons/*.svg"), *folder.glob("games/*/faces.svg")])
        for name in re.findall(r'<symbol id="([^"]+)"', path.read_text(encoding="utf-8"))
    }


@register.simple_tag
def later(script: str, when: str, kept: str = "") -> SafeString:
    """Load a script once something on the page matches `when`, or the browser has stored `kept`."""
    tag = '<meta name="later" content="{}" data-when="{}" data-kept="{}">'
    return format_html(tag, static(script), when, kept)
