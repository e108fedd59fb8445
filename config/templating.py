"""Parts of a page that are drawn once for each set of arguments, however many pages show them.

`{% part "x.html" with a=b %}` includes a template that is given nothing but its arguments, so that
what it draws depends on these and the language alone: no part may look anything up, or at the
time. It is kept by its arguments where they are plain data; anything else is drawn as ever. The
pictures named here are such parts too, wherever they are included with `only`.
"""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from django.template import Context, Library, Node
from django.template.base import Parser, Token
from django.template.loader_tags import IncludeNode, do_include
from django.utils.translation import get_language

from games.engine.contract import Rules
from games.matches.recent import Recent

PURE = {
    "partials/icon.html",
    "partials/avatar.html",
    "cards/playing_card.html",
    "cards/zombie_card.html",
    "cards/unit_card.html",
    "cards/card_back.html",
}
PLAIN = (str, int, float, type(None), date)  # bool and datetime among them
MAX_KEPT = 4000

register = Library()
_kept: Recent[str] = Recent(MAX_KEPT)


class NotPlain(Exception):
    """A value that may change, or that no key can be made of."""


def frozen(value: Any) -> Any:
    """Return what stands for plain data in a key: equal only for what is drawn alike."""
    kind: Any = type(value)
    if isinstance(value, PLAIN):
        return kind, value  # 1 is not True, and safe text is not other text
    if kind is dict:
        return tuple([(name, frozen(entry)) for name, entry in value.items()])
    if kind is list or kind is tuple:
        return tuple([frozen(entry) for entry in value])
    if isinstance(value, Rules):
        return Rules, value.meta.key
    if _is_plain(kind):
        return value
    raise NotPlain(kind)


@cache
def _is_plain(kind: type) -> bool:
    """Tell whether this is a dataclass that cannot change and holds plain fields only."""
    if not is_dataclass(kind) or not vars(kind)["__dataclass_params__"].frozen:
        return False
    hints = get_type_hints(kind)
    types = [hints[field.name] for field in fields(kind)]
    ones = [one for hint in types for one in (get_args(hint) or [hint])]
    no_list = not any(get_origin(hint) in (list, dict, set) for hint in types)
    return no_list and all(isinstance(one, type) and issubclass(one, PLAIN) for one in ones)


class DrawnOnce(IncludeNode):
    """An include whose outcome is kept for each set of arguments."""

    def render(self, context: Context) -> Any:
        """Return what was drawn for the same arguments before, or draw it."""
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        try:
            arguments = frozen(values)
        except NotPlain:
            return super().render(context)
        key = (self.template.var, get_language(), context.autoescape, arguments)
        html = _kept.get(key)
        if html is None:
            html = super().render(context)
            _kept.put(key, html)
        return html


def _drawn_once(node: IncludeNode) -> Node:
    return DrawnOnce(node.template, extra_context=node.extra_context, isolated_context=True)


@register.tag
def part(parser: Parser, token: Token) -> Node:
    """Include a template with the arguments after `with`, and nothing else; see above."""
    alone = copy(token)
    alone.contents += " only"
    return _drawn_once(do_include(parser, alone))


@register.tag("include")
def include(parser: Parser, token: Token) -> Node:
    """Include a template; see Django's own tag."""
    node = do_include(parser, token)
    name = node.template.var
    if isinstance(name, str) and name in PURE and node.isolated_context:
        return _drawn_once(node)
    return node
