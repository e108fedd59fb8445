"""Tags that include fragments in a page, which is a Django template.

`{% part "x.jinja" with a=b %}` renders a part: a fragment that gets its arguments alone, cached for
each set of them. `{% fragment "x.jinja" %}` renders a fragment with the page's whole context.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.template.loader_tags import IncludeNode, do_include
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config.fragments.environment import render_part
from games.matches.fragments import fill_slots, render_fragment

register = Library()


class PartNode(Node):
    """A part with its tag's arguments."""

    def __init__(self, parsed: IncludeNode) -> None:
        self._template, self._arguments = parsed.template, parsed.extra_context

    def render(self, context: Context) -> Any:
        """Render the part."""
        given = {name: value.resolve(context) for name, value in self._arguments.items()}
        return render_part(get_language() or "", self._template.resolve(context), **given)


@register.tag
def part(parser: Parser, token: Token) -> Node:
    """Render a fragment with the arguments after `with`, and nothing else."""
    return PartNode(do_include(parser, copy(token)))


@register.simple_tag(takes_context=True)
def fragment(context: Context, name: str | list[str], **extra: Any) -> SafeString:
    """Render a fragment with the page's context and extra arguments."""
    here: Any = context.flatten() | extra
    html = render_fragment(name, get_language() or "", here)
    return fill_slots(html, here.get("regions") or {})
