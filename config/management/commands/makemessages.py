"""`makemessages` that also reads fragments (`.jinja`)."""

from __future__ import annotations

import json
from pathlib import Path

from django.core.management.commands import makemessages
from jinja2 import Environment
from jinja2.ext import extract_from_ast


class BuildFile(makemessages.BuildFile):
    """A source prepared for gettext: a fragment is reduced to its translation calls."""

    def preprocess(self) -> None:
        """Write the file that gettext reads instead of the source."""
        if not self.path.endswith(".jinja"):
            super().preprocess()
            return
        source = Path(self.path).read_text("utf-8")
        Path(self.work_path).write_text(_translation_calls(source), "utf-8")


def _translation_calls(fragment: str) -> str:
    """Return a fragment's translation calls as Python source for gettext."""
    parsed = Environment(autoescape=True).parse(fragment)
    found = extract_from_ast(parsed, ("_", "ngettext", "pgettext"), babel_style=False)
    lines = []
    for _, function, texts in found:
        given = [texts] if isinstance(texts, str) else [text for text in texts or () if text]
        arguments = [json.dumps(text, ensure_ascii=False) for text in given]
        lines.append(f"{function}({', '.join(arguments)})\n")
    return "".join(lines)


class Command(makemessages.Command):
    """Django's own command, with fragments."""

    build_file_class = BuildFile
