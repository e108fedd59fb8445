"""What a process shows is of its own version, however long it waits before it shows it."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from django.template import engines
from pytest_django import Settings

from config import ROOT
from config.startup.preload import KINDS, PACKAGES, UNUSED, read_templates

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


READ = """
import json, sys
import django
django.setup()
from django.utils.translation import trans_real
from config.startup.preload import read_all
from games.registry import all_rulesets
read_all()
print(json.dumps({
    "modules": sorted(sys.modules),
    "languages": sorted(trans_real._translations),
    "games": all_rulesets.cache_info().currsize,
}))
"""


def test_no_module_game_or_catalogue_of_ours_is_left_to_be_read_later(settings: Settings) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    found = json.loads(done.stdout)
    ours = [path.relative_to(ROOT) for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    wanted = {path for path in ours if path.stem != "__init__" and not UNUSED & {*path.parts}}
    assert {".".join(path.with_suffix("").parts) for path in wanted} <= {*found["modules"]}
    assert {code for code, _ in settings.LANGUAGES} <= {*found["languages"]}
    assert found["games"] == 1
