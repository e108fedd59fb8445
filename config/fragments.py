"""The Jinja2 environment of the fragments: all that a table shows, and the pictures of every page.

A fragment is a `.jinja` file under `templates/`, which Jinja2 compiles to Python; pages round it
stay Django templates and reach it by the tags of `config/templating.py`. Values are looked up as
Django does: entries of plain data first. Everything is escaped.

`part("x.jinja", a=b)` draws a fragment that is given nothing but its arguments, once for each set
of them and each language, however many pages show it (`games/matches/drawables.py`). No part may
look anything up, nor at the time. Arguments that are no plain data make it drawn anew each time.

`region("seat-1")` says where a region stands (`games/engine/showing.py`), whoever draws it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from jinja2 import ChainableUndefined, Environment, Template, Undefined

from config.templatetags.assets import icon_address
from games.matches.drawables import MAX_KEPT, drawn, kept_part, slot, written
from games.matches.phrases import card_text
from games.matches.templatetags import match_tags
from games.registry import current_rules

NOT_THERE = frozenset((Undefined, ChainableUndefined))


class Fragments(Environment):
    """Jinja2's environment, with Django's order of looking things up, and one for each language.

    What a fragment calls for words is then bound to its language, and need not ask for it.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of plain data by that name, else the attribute."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def speaking(self, language: str) -> Fragments:
        """Return the environment that draws in a language, which has to be the active one."""
        return self.languages.get(language) or self._speaking(language)

    languages: dict[str, Fragments]
    compiled: dict[str, Template]

    def named(self, name: str) -> Template:
        """Return a template; once compiled, it is not looked for again but in development."""
        known = self.compiled.get(name)
        if known is None or self.auto_reload:
            known = self.compiled[name] = self.get_template(name)
        return known

    def _speaking(self, language: str) -> Fragments:
        one: Any = self.overlay()
        one.globals = {
            **self.globals,
            **{name: partial(words, language) for name, words in WORDS.items()},
            "part": partial(drawn_part, language),
            "language": language,
        }
        one.compiled = {}
        self.languages[language] = one
        found: Fragments = one
        return found


def environment(**options: Any) -> Environment:
    """Return the environment that settings ask for; what is not there is drawn as nothing."""
    env = Fragments(**{**options, "undefined": ChainableUndefined, "cache_size": -1})
    env.languages = {}
    env.filters.update(match_tags.register.filters)
    env.tests["given"] = lambda value: not isinstance(value, Undefined) and value not in (None, "")
    env.globals.update(region=slot, sprite=sprite, url=url, icon_address=icon_address)
    return env


@lru_cache(maxsize=4096)
def translated(language: str, message: str) -> str:
    """Return a message in the active language, which is named."""
    return gettext(message)


@lru_cache(maxsize=1024)
def translated_in_context(language: str, situation: str, message: str) -> str:
    """Return a message that means something else elsewhere."""
    return pgettext(situation, message)


@lru_cache(maxsize=1024)
def translated_count(language: str, one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with a count."""
    return ngettext(one, many, count)


@lru_cache(maxsize=2048)
def card_name(language: str, game: str, code: str) -> str:
    """Return a card face's name; all rulesets of a game call it alike."""
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
    """Return the arguments that are there."""
    if NOT_THERE.isdisjoint(map(type, arguments.values())):
        return arguments
    return {name: value for name, value in arguments.items() if type(value) not in NOT_THERE}


@lru_cache(maxsize=MAX_KEPT, typed=True)
def sprite(name: str, **arguments: Any) -> SafeString:
    """Return one icon; it says nothing in any language.

    Kept by the types of its arguments too: text marked as safe equals the same text unmarked.
    """
    return drawn("partials/icon.jinja", "", {"name": name, **_only_given(arguments)})


def drawn_part(language: str, template: str, /, **arguments: Any) -> SafeString:
    """Return a part as it was drawn before for the same arguments, or draw it."""
    given = _only_given(arguments)
    try:
        key = written(given)
    except TypeError:  # something may change, or no key can be made of it
        return drawn(template, language, given)
    return kept_part(template, language, key)
