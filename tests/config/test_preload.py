"""What a process shows is of its own version, however long it waits before it shows it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
from django.template import engines
from pytest_django import Settings

from config.preload import KINDS, read_templates

FILES = {
    "page.html": "{% extends 'frame.html' %}{% block a %}{% include 'parts/1.txt' %}{% endblock %}",
    "frame.html": "old {% block a %}{% endblock %}",
    "parts/1.txt": "old",
    "fragment.jinja": "old {% include 'parts/two.jinja' %}",
    "parts/two.jinja": "old",
}


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """A folder of templates, which the site has in the place of its own."""
    told = deepcopy(settings.TEMPLATES)
    for each in told:
        each["DIRS"] = [tmp_path]
    settings.TEMPLATES = told
    (tmp_path / "parts").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_template_that_is_replaced_is_shown_as_it_was(folder: Path) -> None:
    read_templates()
    for name in FILES:
        (folder / name).write_text("new")
    assert engines["django"].get_template("page.html").render() == "old old"
    assert engines["fragments"].get_template("fragment.jinja").render() == "old old"


def test_all_of_ours_can_be_read_and_none_is_of_another_kind(settings: Settings) -> None:
    read_templates()
    files = [path for path in (settings.BASE_DIR / "templates").rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == set().union(*KINDS.values())
