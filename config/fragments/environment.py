"""The Jinja2 environment of the fragments: everything on a table, and the icons of every page.

A fragment is a `.jinja` file under `templates/`, which Jinja2 compiles to Python. The pages around
it are Django templates, which include it by the tags of `config/fragments/tags.py`. Lookups follow
Django's order: dictionary entries first. Everything is escaped.

`part("x.jinja", a=b)` renders a fragment from its arguments alone and caches the result for each
set of arguments and each language, for all pages (`games/matches/fragments.py`). So a part must not
query anything or read the clock. It is not cached if an argument is not plain data.

`region("seat-1")` marks the place of a region (`games/engine/showing.py`), whatever renders it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from jinja2 import ChainableUndefined, Environment, Template, Undefined

from accounts.clubs.crest import crest_of
from accounts.faces.drawn import face_of
from config.templatetags.assets import icon_address
from games.matches.fragments import (
    MAX_CACHED,
    argument_bytes,
    cached_part,
    render_fragment,
    slot,
)
from games.matches.phrases import card_text
from games.matches.templatetags import match_tags
from games.registry import current_rules

NOT_THERE = frozenset((Undefined, ChainableUndefined))


class Fragments(Environment):
    """Jinja2's environment, with Django's lookup order, and an overlay for each language.

    An overlay binds the translation functions to its language, which saves looking it up.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a dictionary's entry by that name, else the attribute."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def speaking(self, language: str) -> Fragments:
        """Return the environment for a language, which must be the active one."""
        return self.languages.get(language) or self._speaking(language)

    languages: dict[str, Fragments]
    compiled: dict[str, Template]

    def rendered(self, template: str | list[str], context: dict[str, Any]) -> str:
        """Render a template, or the first that exists of several, with the globals and `context`.

        Sharing the context saves Jinja2 a copy of the globals for each fragment.
        """
        found = (
            self.named(template) if isinstance(template, str) else self.select_template(template)
        )
        shared = found.new_context({**self.globals, **context}, shared=True)
        return self.concat(found.root_render_func(shared))

    def named(self, name: str) -> Template:
        """Return a template; a compiled one is reloaded only in development."""
        known = self.compiled.get(name)
        if known is None or self.auto_reload:
            known = self.compiled[name] = self.get_template(name)
        return known

    def _speaking(self, language: str) -> Fragments:
        one: Any = self.overlay()
        one.globals = {
            **self.globals,
            **{name: partial(words, language) for name, words in WORDS.items()},
            "part": partial(render_part, language),
            "language": language,
        }
        one.compiled = {}
        self.languages[language] = one
        found: Fragments = one
        return found


def environment(**options: Any) -> Environment:
    """Return the environment with the settings' options; undefined values render as nothing."""
    env = Fragments(**{**options, "undefined": ChainableUndefined, "cache_size": -1})
    env.languages = {}
    env.filters.update(match_tags.register.filters)
    env.tests["given"] = lambda value: not isinstance(value, Undefined) and value not in (None, "")
    env.globals.update(region=slot, sprite=sprite, url=url, icon_address=icon_address)
    env.globals.update(face_of=face_of, crest_of=crest_of, static=static)
    return env


@lru_cache(maxsize=4096)
def translated(language: str, message: str) -> str:
    """Translate a message; `language` is the active one, and part of the cache key."""
    return gettext(message)


@lru_cache(maxsize=1024)
def translated_in_context(language: str, situation: str, message: str) -> str:
    """Translate a message in its context."""
    return pgettext(situation, message)


@lru_cache(maxsize=1024)
def translated_count(language: str, one: str, many: str, count: int) -> str:
    """Translate a message in the plural form for a count."""
    return ngettext(one, many, count)


@lru_cache(maxsize=2048)
def card_name(language: str, game: str, code: str) -> str:
    """Return a card face's name, which is the same in all rulesets of a game."""
    return card_text(code, current_rules(game))


WORDS = {
    "_": translated,
    "pgettext": translated_in_context,
    "ngettext": translated_count,
    "card_name": card_name,
}


def url(name: str, *arguments: Any) -> str:
    """Return the address of a page."""
    return reverse(name, args=arguments)


def _only_given(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that are defined."""
    if NOT_THERE.isdisjoint(map(type, arguments.values())):
        return arguments
    return {name: value for name, value in arguments.items() if type(value) not in NOT_THERE}


@lru_cache(maxsize=MAX_CACHED, typed=True)
def sprite(name: str, **arguments: Any) -> SafeString:
    """Return an icon, which does not depend on the language.

    The cache key includes the arguments' types, since a safe string equals the same plain string.
    """
    return render_fragment("partials/icon.jinja", "", {"name": name, **_only_given(arguments)})


def render_part(language: str, template: str, /, **arguments: Any) -> SafeString:
    """Return a part from the cache, or render it."""
    given = _only_given(arguments)
    try:
        key = argument_bytes(given)
    except TypeError:  # an argument is mutable or has no cache key
        return render_fragment(template, language, given)
    return cached_part(template, language, key)
