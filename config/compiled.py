"""How fragments are compiled: Jinja2 with Django's order of looking things up, and less between.

A table is some hundred calls and some hundred values for each viewer of each move. As it comes,
Jinja2 asks at every call how the function would like to be called, makes an object of its own of
every value, and copies all global names for every fragment. What is included, and what a call
means, is settled before (`config/prepared.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from config.prepared import prepare

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
    """The names that a fragment knows: its own, then the environment's, which are not copied.

    And the `language` that is drawn in, looked up once for each drawing.
    """

    environment: Fragments

    def __init__(
        self, environment: Fragments, parent: dict[str, Any], name: str | None, *_: Any, **__: Any
    ) -> None:
        """Begin with what is given. Fragments have no blocks, and all of them are escaped."""
        self.environment, self.parent, self.name = environment, parent, name
        self.language = parent.get("language") or get_language() or ""
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


class FragmentCode(CodeGenerator):
    """Code that writes values by `written`, and calls what it imports by itself."""

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write("environment.written(")

    def visit_Call(self, node: Any, frame: Any, forward_caller: bool = False) -> None:  # noqa: N802
        """Call what is imported as it would like to be called, which is known already."""
        if not isinstance(node.node, nodes.ImportedName):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        first, *others = node.args
        self.visit(node.node, frame)
        self.write("(")
        self.visit(first, frame)
        self.signature(
            nodes.Call(node.node, others, node.kwargs, node.dyn_args, node.dyn_kwargs), frame
        )
        self.write(")")

    def visit_Getattr(self, node: Any, frame: Any) -> None:  # noqa: N802
        """Look into plain data without a call, where a name stands for it."""
        if isinstance(node.node, nodes.Name):
            data, key = frame.symbols.ref(node.node.name), repr(node.attr)
            self.write(f"({data}[{key}] if type({data}) is dict and {key} in {data} else ")
            super().visit_Getattr(node, frame)
            self.write(")")
        else:
            super().visit_Getattr(node, frame)


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

    def _generate(self, source: nodes.Template, *args: Any, **named: Any) -> str:
        """Return the code of a fragment, in which is settled what can be settled now."""
        prepare(self, source)
        return super()._generate(source, *args, **named)

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
