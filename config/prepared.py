"""What is settled when a fragment is compiled, not at every drawing: includes, and our own calls.

A fragment that is included by its name is put in the place of the tag, with names of its own: as
Jinja2 draws it, it would be looked up and given a copy of all names each time, and every piece of
it would be handed on. While fragments are looked at for changes (debug), it stays where it is, or
a change of it would go unseen.

A call of what all fragments know (`part`, `sprite`, `_` …) is made an import: what it wants of the
context is then known. A fragment's own names go before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

if TYPE_CHECKING:
    from config.compiled import Fragments


def prepare(environment: Fragments, fragment: nodes.Template) -> None:
    """Settle what can be settled of a parsed fragment, in place."""
    if not environment.auto_reload:
        Including(environment).visit(fragment)
    Importing(environment, fragment).visit(fragment)


class Including(NodeTransformer):
    """Puts what is included where it is included."""

    def __init__(self, environment: Fragments) -> None:
        self._environment = environment
        self._within: list[str] = []

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802
        """Return what is included; its lines are told as that of the tag."""
        if not isinstance(node.template, nodes.Const) or node.template.value in self._within:
            return node
        body = self._parsed(node.template.value).body
        self._within.append(node.template.value)
        included = self.generic_visit(nodes.Scope(body))
        self._within.pop()
        return included.set_lineno(node.lineno, override=True)

    def _parsed(self, name: str) -> nodes.Template:
        assert self._environment.loader is not None
        source, filename, _ = self._environment.loader.get_source(self._environment, name)
        return self._environment.parse(source, name, filename)


class Importing(NodeTransformer):
    """Makes calls of our own functions import what they call."""

    def __init__(self, environment: Fragments, fragment: nodes.Template) -> None:
        self._environment = environment
        given = (name.name for name in fragment.find_all(nodes.Name) if name.ctx != "load")
        macros = (macro.name for macro in fragment.find_all(nodes.Macro))
        self._own = {*given, *macros}

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """Return the call, with the context as its first argument where that is wanted."""
        self.generic_visit(node)
        if not isinstance(node.node, nodes.Name) or node.node.name in self._own:
            return node
        function = self._environment.globals.get(node.node.name)
        if function in self._environment.of_language:
            node.args.insert(0, nodes.ContextReference())
        elif function not in self._environment.of_arguments or not node.args:
            return node
        node.node = nodes.ImportedName(f"{function.__module__}.{function.__name__}")
        return node
