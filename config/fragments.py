"""The Jinja2 environment of the fragments: all that a table shows, and the pictures of every page.

A fragment is a `.jinja` file under `templates/`. It is compiled to Python, which draws a table in
a fraction of what a Django template takes; pages round it stay Django templates and reach it by
the tags of `config/templating.py`. Values are looked up as Django does: entries of plain data
first. Everything is escaped.

`part("x.jinja", a=b)` draws a fragment that is given nothing but its arguments, once for each set
of them and each language, however many pages show it: no part may look anything up, or at the
time. It is kept by its arguments where they are plain data; anything else is drawn as ever.

`holes={"place": 2}` names arguments that a part writes out as they are and asks nothing about but
whether they are there. It is drawn once whatever they are, and they are put in afterwards: so a
seat is drawn once for all who see it from their own side of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson
from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from jinja2 import ChainableUndefined, Environment, Undefined, pass_context

from config.compiled import FragmentContext, Fragments, written
from config.templatetags.assets import icon_address
from games.matches import generic
from games.matches.phrases import card_text
from games.matches.templatetags import match_tags, rating_tags
from games.registry import current_rules

MAX_KEPT = 4000
NOT_THERE = frozenset((Undefined, ChainableUndefined))
HOLE = "\x02%s\x03"
"""What stands for a value that is put in later: no text that people write has such characters."""

PLAIN_ONLY = (
    orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)
"""Plain data alone is a key: text that is marked as safe HTML would come back as any text."""


def environment(**options: Any) -> Environment:
    """Return the environment that settings ask for; what is not there is drawn as nothing."""
    env = Fragments(**{**options, "undefined": ChainableUndefined, "cache_size": -1})
    env.filters.update(match_tags.register.filters)
    env.tests["given"] = lambda value: not isinstance(value, Undefined) and value not in (None, "")
    env.globals.update(
        _=translated,
        pgettext=translated_in_context,
        ngettext=translated_count,
        part=part,
        sprite=sprite,
        card_name=card_name,
        url=url,
        icon_address=icon_address,
        generic_rows=match_tags.generic_rows,
        generic_choices=generic.choices,
        match_rating=rating_tags.match_rating,
    )
    env.of_language, env.of_arguments = OF_LANGUAGE, OF_ARGUMENTS
    return env


@pass_context
def translated(context: FragmentContext, message: str) -> str:
    """Return a message in the language that is drawn in."""
    return _translation(context.language, message)


@lru_cache(maxsize=4096)
def _translation(language: str, message: str) -> str:
    return gettext(message)


@pass_context
def translated_in_context(context: FragmentContext, situation: str, message: str) -> str:
    """Return a message that means something else elsewhere, in the language that is drawn in."""
    return _translation_in_context(context.language, situation, message)


@lru_cache(maxsize=1024)
def _translation_in_context(language: str, situation: str, message: str) -> str:
    return pgettext(situation, message)


@pass_context
def translated_count(context: FragmentContext, one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with a count, in the language that is drawn in."""
    return _translation_count(context.language, one, many, count)


@lru_cache(maxsize=1024)
def _translation_count(language: str, one: str, many: str, count: int) -> str:
    return ngettext(one, many, count)


@pass_context
def card_name(context: FragmentContext, game: str, code: str) -> str:
    """Return a card face's name in the language that is drawn in; all rulesets call it alike."""
    return _card_name(context.language, game, code)


@lru_cache(maxsize=2048)
def _card_name(language: str, game: str, code: str) -> str:
    return card_text(code, current_rules(game))


def url(name: str, *arguments: Any) -> str:
    """Return the address of a page."""
    return reverse(name, args=arguments)


@pass_context
def part(
    context: FragmentContext, template: str, holes: dict[str, Any] | None = None, **arguments: Any
) -> SafeString:
    """Return a fragment drawn with these arguments and nothing else, now or before."""
    if holes is not None:
        return part_with_holes(template, context.language, arguments, holes)
    return drawn_part(template, context.language, arguments)


OF_LANGUAGE: frozenset[Callable[..., Any]] = frozenset(
    (translated, translated_in_context, translated_count, card_name, part)
)
"""What asks its context for nothing but the language."""


def _only_given(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that are there."""
    if NOT_THERE.isdisjoint(map(type, arguments.values())):
        return arguments
    return {name: value for name, value in arguments.items() if type(value) not in NOT_THERE}


def part_with_holes(
    template: str, language: str, arguments: dict[str, Any], holes: dict[str, Any]
) -> SafeString:
    """Return a part that was drawn with marks where the values of `holes` go, and these put in.

    A value that is not there is an argument as any other: a part may ask for that.
    """
    filled = []
    for name, value in holes.items():
        if value is None or value == "":
            arguments[name] = value
        elif type(value) not in NOT_THERE:
            arguments[name] = mark = HOLE % name
            filled.append((mark, written(value)))
    html: str = drawn_part(template, language, arguments)
    for mark, text in filled:
        html = html.replace(mark, text)
    return SafeString(html)


@lru_cache(maxsize=MAX_KEPT, typed=True)
def sprite(name: str, **arguments: Any) -> SafeString:
    """Return one icon; it says nothing in any language.

    Kept by the types of its arguments too: text marked as safe equals the same text unmarked.
    """
    return drawn("partials/icon.jinja", {"name": name, **_only_given(arguments)})


OF_ARGUMENTS: frozenset[Callable[..., Any]] = frozenset((sprite, url, icon_address))
"""What asks for no context at all."""


def drawn_part(template: str, language: str, arguments: dict[str, Any]) -> SafeString:
    """Return a part as it was drawn before for the same arguments, or draw it."""
    try:
        key = orjson.dumps(arguments, option=PLAIN_ONLY)
    except TypeError:  # something is not there, may change, or no key can be made of it
        given = _only_given(arguments)
        if given is not arguments:
            return drawn_part(template, language, given)
        return drawn(template, {**arguments, "language": language})
    return kept_part(template, language, key)


@lru_cache(maxsize=MAX_KEPT)
def kept_part(template: str, language: str, arguments: bytes) -> SafeString:
    """Draw a part from the very key by which it is kept: it cannot show what its key lacks."""
    return drawn(template, {**orjson.loads(arguments), "language": language})


def drawn(template: str | list[str], context: dict[str, Any]) -> SafeString:
    """Return a fragment drawn anew; what it shows is escaped there."""
    backend: Any = engines["fragments"]
    return SafeString(backend.env.get_or_select_template(template).render(context))
