"""Which sources messages are collected from, and how gettext reads a fragment.

For `manage.py translations`, `makemessages` and the test that compares the catalogues.
"""

from __future__ import annotations

import json

from jinja2 import Environment
from jinja2.ext import extract_from_ast

LOCALES = ("zh_Hant", "zh_Hans")
ENGLISH = "en"  # hand-written overrides of packages' messages; nothing is collected
IGNORED = (".venv", ".local", "staticfiles", "tests", "bench", "node_modules", "deploy")


def extraction_arguments() -> list[str]:
    """Return the arguments of makemessages, shared by the command and the test."""
    arguments = ["--no-location", "--no-obsolete", "--no-wrap", "-e", "html,txt,py,jinja"]
    for locale in LOCALES:
        arguments += ["-l", locale]
    for folder in IGNORED:
        arguments += ["-i", folder]
    return arguments


def calls_of(fragment: str) -> str:
    """Return a fragment's translation calls as Python source for gettext."""
    functions = ("_", "ngettext", "pgettext")
    parsed = Environment(autoescape=True).parse(fragment)
    found = extract_from_ast(parsed, functions, babel_style=False)
    lines = []
    for _, function, texts in found:
        words = [texts] if isinstance(texts, str) else [text for text in texts or () if text]
        arguments = [json.dumps(word, ensure_ascii=False) for word in words]
        lines.append(f"{function}({', '.join(arguments)})\n")
    return "".join(lines)
