"""Tags for scripts and icons by name; see `config.scripts` and `config.icons`."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config import icons, scripts

register = template.Library()
TAG = '<script src="{}" defer></script>'


@register.simple_tag(name="scripts")
def script_tags(bundle: str) -> SafeString:
    """Load the scripts of a bundle: one file in production, else each on its own."""
    parts = scripts.bundle_parts(bundle)
    files = [scripts.bundle_file(bundle)] if parts and settings.STATIC_PACKED else parts
    return format_html_join("\n", TAG, ((static(name),) for name in files))


@register.simple_tag
def icon_address(name: str) -> str:
    """Return the URL of an icon in its sheet."""
    return f"{static(icons.sheet_of(name))}#{name}"


@register.simple_tag
def later(script: str, when: str, kept: str = "") -> SafeString:
    """Load a script once something on the page matches `when`, or the browser has stored `kept`."""
    tag = '<meta name="later" content="{}" data-when="{}" data-kept="{}">'
    return format_html(tag, static(script), when, kept)
