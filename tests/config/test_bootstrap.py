"""The first start: an environment is made once, and each obstacle is told in one line."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.bootstrap import (
    OLDEST,
    Refusal,
    Venv,
    check_packages,
    check_version,
    explain_failure,
    level_for,
)
from config.launch import ROOT

OUTSIDE = Path(sys.base_prefix) / "bin" / "python3"
STUB = "import sys\nfrom config import bootstrap\nbootstrap.enter(sys.argv)\nprint(sys.prefix)\n"
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name == "ensurepip":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: (
    None if name == "ensurepip" else found(name, package)
)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose `manage.py` prints where it runs, and which needs no packages."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "__init__.py").touch()
    shutil.copy(ROOT / "config" / "bootstrap.py", tmp_path / "config")
    (tmp_path / "manage.py").write_text(STUB)
    (tmp_path / "django.py").touch()  # stands for the packages
    (tmp_path / "requirements").mkdir()
    for name in ("base.txt", "dev.txt"):
        (tmp_path / "requirements" / name).write_text("# nothing\n")
    return tmp_path


def start(project: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Start the project as on a machine without uv, from outside any environment."""
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(project), "PIP_CONFIG_FILE": os.devnull}
    command = [str(OUTSIDE), "manage.py", *arguments]
    return subprocess.run(
        command, cwd=project, env={**clean, **env}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["manage.py", "config/bootstrap.py", "config/__init__.py"])
def test_old_pythons_can_parse_what_refuses_them(name: str) -> None:
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


def test_old_python_is_refused() -> None:
    with pytest.raises(Refusal, match=r"3\.11 or newer, and this is 3\.10\.12"):
        check_version((3, 10, 12))
    check_version((*OLDEST, 0))


def test_environment_is_made_once_and_entered(project: Path) -> None:
    first = start(project, "play")
    assert first.stdout.strip() == str(project / ".venv"), first.stderr
    assert "making its own Python environment" in first.stderr
    assert start(project, "play").stderr == ""


def test_missing_ensurepip_is_named_and_the_next_start_works(project: Path) -> None:
    (project / "sitecustomize.py").write_text(HIDE)
    refused = start(project, "play", PYTHONPATH=str(project))
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith("kibitz: this Python lacks its ensurepip")
    assert "Traceback" not in refused.stderr
    assert start(project, "play").returncode == 0


def test_first_start_without_network_says_so(project: Path) -> None:
    wanted = "kibitz-nowhere==1.0 --hash=sha256:" + "0" * 64 + "\n"
    (project / "requirements" / "base.txt").write_text(wanted)
    refused = start(project, "play", PIP_INDEX_URL="http://127.0.0.1:9/", PIP_RETRIES="0")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith("kibitz: could not download the packages")
    assert "Traceback" not in refused.stderr


def test_failed_installer_is_told_by_its_last_line() -> None:
    assert "no reason given" in explain_failure("")
    assert explain_failure("a\nERROR: wrong hash\n").endswith("ERROR: wrong hash")


def test_own_environment_without_our_packages_is_told_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Refusal, match=r"pip install --require-hashes"):
        check_packages()


def test_only_developers_need_the_development_packages() -> None:
    of_a_site = ["play", "check", "clock", "backup", "restore", "forget_again", "sendtestemail"]
    assert {level_for([command]) for command in of_a_site} == {level_for([])} == {"base"}
    assert {level_for([command]) for command in ("test", "lint", "screenshots")} == {"dev"}


@pytest.fixture
def filled(project: Path, monkeypatch: pytest.MonkeyPatch) -> Venv:
    """An environment with the development packages, as far as its marks tell."""
    venv = Venv(project / ".venv", project / "requirements")
    venv.python.parent.mkdir(parents=True)
    venv.python.touch()
    venv.made.touch()
    monkeypatch.setattr("config.bootstrap._run", lambda command: None)
    venv.prepare("dev")
    return venv


def test_development_packages_contain_those_for_playing(filled: Venv) -> None:
    assert filled.is_ready("dev")
    assert filled.is_ready("base")


def test_changed_lock_file_is_installed_again(filled: Venv) -> None:
    (filled.requirements / "base.txt").write_text("# something else\n")
    assert not filled.is_ready("base")
    filled.prepare("base")
    assert filled.is_ready("base")
    assert not filled.is_ready("dev")


def test_half_made_environment_is_not_ready(filled: Venv) -> None:
    filled.made.unlink()
    assert not filled.is_ready("base")


def test_environment_whose_python_is_gone_is_not_ready(filled: Venv) -> None:
    filled.python.unlink()
    assert not filled.is_ready("base")
