"""How fragments are compiled: Jinja2 with Django's order of looking things up, and less between.

A table is some hundred calls and some hundred values for each viewer of each move. As it comes,
Jinja2 asks at every call how the function would like to be called, makes an object of its own of
every value, and copies all global names for every fragment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from jinja2 import Environment
from jinja2.compiler import CodeGenerator
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

HTML = frozenset((SafeString, Markup))


_escaped = lru_cache(maxsize=4096)(escape)  # the same names and words, time and again


def written(value: Any) -> str:
    """Return a value as it stands in a page: escaped, unless it is marked as HTML."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int:
        return str(value)
    return value if kind in HTML else escape(value)


class FragmentContext(Context):
    """The names that a fragment knows: its own, then the environment's, which are not copied."""

    environment: Fragments

    def __init__(
        self, environment: Fragments, parent: dict[str, Any], name: str | None, *_: Any, **__: Any
    ) -> None:
        """Begin with what is given. Fragments have no blocks, and all of them are escaped."""
        self.environment, self.parent, self.name = environment, parent, name
        self.vars, self.blocks = {}, {}
        self.exported_vars, self.globals_keys = set(), set()
        self.eval_ctx = environment.escaping

    def resolve_or_missing(self, key: str) -> Any:
        """Return what a name stands for."""
        if key in self.vars:
            return self.vars[key]
        if key in self.parent:
            return self.parent[key]
        return self.environment.globals.get(key, missing)

    def call(
        self, called: Any, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        """Call a function; none of ours asks its context for more than the language."""
        if called in self.environment.of_language:
            return called(self, *args, **named)
        if called in self.environment.of_arguments:
            return called(*args, **named)
        return super().call(called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **named)


class FragmentCode(CodeGenerator):
    """Code that writes values by `written`."""

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write("environment.written(")


class Fragments(Environment):
    """What fragments are compiled and drawn by."""

    context_class = FragmentContext
    code_generator_class = FragmentCode
    written = staticmethod(written)
    of_language: frozenset[Callable[..., Any]] = frozenset()
    of_arguments: frozenset[Callable[..., Any]] = frozenset()

    def __init__(self, **options: Any) -> None:
        """Make one of Jinja2's options."""
        super().__init__(**options)
        self.escaping = EvalContext(self)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of plain data by that name, else the attribute."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def make_globals(self, d: Any) -> Any:
        """Return none for a fragment: it looks the environment's up where they are."""
        return d or {}
