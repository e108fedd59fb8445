"""The tags by which a page, a Django template, shows fragments (config/fragments.py).

`{% part "x.jinja" with a=b %}` draws a part: a fragment that is given nothing but its arguments,
once for each set of them. `{% fragment "x.jinja" %}` draws a fragment with all that the page has.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.template.loader_tags import IncludeNode, do_include
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config.fragments import drawn_part
from games.matches.drawables import drawn, filled

register = Library()


class PartNode(Node):
    """A part, with the arguments that its tag names."""

    def __init__(self, parsed: IncludeNode) -> None:
        self._template, self._arguments = parsed.template, parsed.extra_context

    def render(self, context: Context) -> Any:
        """Return the part."""
        given = {name: value.resolve(context) for name, value in self._arguments.items()}
        return drawn_part(get_language() or "", self._template.resolve(context), **given)


@register.tag
def part(parser: Parser, token: Token) -> Node:
    """Draw a fragment with the arguments after `with`, and nothing else."""
    return PartNode(do_include(parser, copy(token)))


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str | list[str], **extra: Any) -> SafeString:
    """Draw a fragment with what the page has, and more."""
    here: Any = context.flatten() | extra
    language = get_language() or ""
    return filled(drawn(name, language, here), here.get("regions") or {}, language)
