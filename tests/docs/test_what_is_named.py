"""What the documents name is there: files, names of our code, commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from config import ROOT
from config.startup.bootstrap import DEVELOPING

NOT_OURS = re.compile(r"CHANGELOG|docs/spec/|tests/golden/|/VENDORED|/ATTRIBUTION|tools/.*tmpl")
"""What tells of the past, of things elsewhere, or was given to us."""
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.S)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)#]+)\)")
FILE = re.compile(r"[\w.<>*/-]+\.(?:py|md|js|css|html|jinja|svg|txt|conf|yaml|png|webp)(?!\w)")
COMMAND = re.compile(r"\bmanage(?:\.py)? ([a-z_]+)")
PROGRAM = re.compile(
    r"(?:\bmanage(?:\.py)? (?!test\b|check\b|collectstatic\b)\w+"
    r"|(?<!manage)\.py\b|\b(?:night|rush|try \w+) )([^&;\n]*)"
)
"""One of ours, and what it is given; what `test` is given is pytest's, some are Django's own."""
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
SNAKE = re.compile(r"\b[A-Za-z]\w*_\w*[A-Za-z0-9]\b")
PATTERNS = {"block__part", "x.jinja"}
"""How names are made, not names."""
OF_OTHERS = {"postgresql.conf"}
FOLDERS = {
    ".ci", "accounts", "bench", "config", "deploy", "docs", "games", "locale", "replays",
    "requirements", "static", "templates", "tests", "tools",
}  # fmt: skip
NOT_KEPT = (".venv/", ".local/", "/")
"""Where files lie that are made here, and those of a whole machine."""


@cache
def kept() -> frozenset[str]:
    """Return every file of the project and every folder of one; what is made here is left out."""
    tops = [path for path in ROOT.iterdir() if path.name in FOLDERS or path.is_file()]
    files = [path for top in tops for path in (top, *top.rglob("*")) if path.is_file()]
    names = [path.relative_to(ROOT) for path in files if "__pycache__" not in path.parts]
    return frozenset(str(path) for name in names for path in (name, *name.parents))


@cache
def words() -> frozenset[str]:
    """Return every word of the files that are not documents."""
    kinds = (".py", ".js", ".css", ".html", ".jinja", ".toml", ".svg", ".yaml", ".conf", ".example")
    ours = [name for name in kept() if name.endswith(kinds) and "vendor/" not in name]
    return frozenset(
        word
        for name in ours
        for word in re.findall(r"[\w-]+|\w+", (ROOT / name).read_text(encoding="utf-8"))
        for word in {word, *word.split("-")}
    )


@cache
def options() -> frozenset[str]:
    """Return every option that a program of ours takes."""
    programs = [ROOT / name for name in kept() if name.endswith(".py")]
    added = re.compile(r"add_argument\(\s*(?:\"-\w\", )?\"(--[a-z-]+)\"")
    return frozenset(one for path in programs for one in added.findall(path.read_text("utf-8")))


DOCUMENTS = sorted(name for name in kept() if name.endswith(".md") and not NOT_OURS.search(name))
each_document = pytest.mark.parametrize("name", DOCUMENTS)


def spans(name: str) -> list[str]:
    """Return what a document sets as code."""
    return CODE.findall((ROOT / name).read_text(encoding="utf-8"))


def missing(named: str, document: str) -> bool:
    """Tell whether no file is meant: by its whole path, its end, or from the document's folder."""
    any_name = re.sub(r"<[^>]+>|(?:\\\*)+", "[^/]*", re.escape(named))
    pattern = re.compile(rf"(?:.*/)?{any_name}")
    here = (Path(document).parent / named).as_posix()
    return here not in kept() and not any(map(pattern.fullmatch, kept()))


def files_in(name: str) -> Iterator[str]:
    """Yield the files that a document names or links to."""
    for span in spans(name):
        yield from FILE.findall(span)
    text = (ROOT / name).read_text(encoding="utf-8")
    yield from (to for to in LINK.findall(CODE.sub("", text)) if "://" not in to)


@each_document
def test_each_file_that_is_named_is_there(name: str) -> None:
    named = {one for one in files_in(name) if not one.startswith(NOT_KEPT)} - PATTERNS - OF_OTHERS
    assert [one for one in sorted(named) if missing(one, name)] == []


@each_document
def test_each_name_of_our_code_is_in_it(name: str) -> None:
    named = set(SNAKE.findall(" ".join(INLINE.findall((ROOT / name).read_text(encoding="utf-8")))))
    files = {Path(one).stem for one in kept()}
    assert sorted(named - words() - files - PATTERNS) == []


@each_document
def test_each_command_is_one(name: str) -> None:
    named = {command for span in spans(name) for command in COMMAND.findall(span)}
    assert named <= {*get_commands(), *DEVELOPING}


@each_document
def test_a_command_that_takes_pictures_says_where_to(name: str) -> None:
    given = [span for span in spans(name) if re.search(r"manage\.py screenshots -", span)]
    assert [span for span in given if "--out" not in span] == []


@each_document
def test_each_option_of_our_programs_is_one(name: str) -> None:
    given = [rest for span in spans(name) for rest in PROGRAM.findall(span)]
    named = {option for rest in given for option in OPTION.findall(rest)}
    assert sorted(named - options()) == []
