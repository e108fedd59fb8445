"""`{% include %}` for the small pictures that a table has by the dozen: each is drawn once.

The partials named here depend on nothing but their arguments and the language. Included with `only`
and plain values, they are kept by those; anything else is included as ever.
"""

from __future__ import annotations

from typing import Any

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.template.loader_tags import IncludeNode, do_include
from django.utils.translation import get_language

PURE = {
    "partials/icon.html",
    "partials/avatar.html",
    "cards/playing_card.html",
    "cards/zombie_card.html",
    "cards/unit_card.html",
    "cards/card_back.html",
}
PLAIN = (str, int, type(None))
MAX_KEPT = 4000

register = Library()
_kept: dict[tuple[Any, ...], str] = {}


class DrawnOnce(IncludeNode):
    """An include whose outcome is kept for each set of arguments."""

    def render(self, context: Context) -> Any:
        """Return what was drawn for the same arguments before, or draw it."""
        values = [(name, value.resolve(context)) for name, value in self.extra_context.items()]
        if not all(isinstance(value, PLAIN) for _, value in values):
            return super().render(context)
        arguments = tuple((name, type(value), value) for name, value in values)
        key = (self.template.var, get_language(), context.autoescape, arguments)
        html = _kept.get(key)
        if html is None:
            if len(_kept) >= MAX_KEPT:
                _kept.clear()
            html = _kept[key] = super().render(context)
        return html


@register.tag("include")
def include(parser: Parser, token: Token) -> Node:
    """Include a template; see Django's own tag."""
    node = do_include(parser, token)
    name = node.template.var
    if isinstance(name, str) and name in PURE and node.isolated_context:
        return DrawnOnce(node.template, extra_context=node.extra_context, isolated_context=True)
    return node
