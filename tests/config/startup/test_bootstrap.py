"""The first start: an environment is made once, and each obstacle is told in one line."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from config import ROOT
from config.startup.bootstrap import (
    OLDEST,
    Refusal,
    Venv,
    check_packages,
    check_version,
    explain_failure,
    level_for,
)

NEEDED = ("config/__init__.py", "config/startup/__init__.py", "config/startup/bootstrap.py")
OUTSIDE = Path(sys.base_prefix) / "bin" / "python3"
STUB = """\
import sys
from config.startup import bootstrap
bootstrap.enter(sys.argv)
print(sys.prefix)
"""
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


UV = """#!python
import os, pathlib, sys
where = pathlib.Path(os.environ["HOME"], "uv-was-run")
where.write_text(" ".join(sys.argv[1:]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose `manage.py` prints where it runs, and which needs no packages."""
    (tmp_path / "config" / "startup").mkdir(parents=True)
    for name in NEEDED:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "manage.py").write_text(STUB)
    (tmp_path / "django.py").touch()  # stands for the packages
    (tmp_path / "requirements").mkdir()
    for name in ("base.txt", "dev.txt", "uv.txt"):
        (tmp_path / "requirements" / name).write_text("# nothing\n")
    return tmp_path


def start(project: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Start the project as on a machine without uv, from outside any environment."""
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(project), "PIP_CONFIG_FILE": os.devnull}
    command = [str(OUTSIDE), "manage.py", *arguments]
    return subprocess.run(
        command, cwd=project, env={**clean, **env}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["manage.py", *NEEDED])
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


def test_packages_are_installed_by_a_uv_that_has_the_hash_of_its_lock(project: Path) -> None:
    env = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project)}
    lock = project / "requirements" / "uv.txt"
    lock.write_text(f"uv==1 --hash=sha256:{'0' * 64}\n")
    wheel = wheel_of_uv(project)
    by_pip = start(project, "play", **env)
    assert by_pip.returncode == 0, by_pip.stderr
    assert "by pip" in by_pip.stderr
    assert not (project / "uv-was-run").exists()
    shutil.rmtree(project / ".venv")
    lock.write_text(f"uv==1 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n")
    by_uv = start(project, "play", **env)
    assert "by pip" not in by_uv.stderr
    asked = (project / "uv-was-run").read_text()
    assert asked.startswith("pip install")
    assert asked.endswith(f"--require-hashes -r {project / 'requirements' / 'base.txt'}")
    assert not list((project / ".venv").glob("lib/*/site-packages/*pip*"))


def wheel_of_uv(folder: Path) -> Path:
    """Make a package that tells what it was asked for, and installs nothing."""
    path = folder / "uv-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        program = zipfile.ZipInfo("uv-1.data/scripts/uv")
        program.external_attr = 0o100755 << 16
        wheel.writestr(program, UV)
        wheel.writestr("uv-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: uv\nVersion: 1\n")
        wheel.writestr("uv-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr("uv-1.dist-info/RECORD", "")
    return path


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


@pytest.mark.parametrize("name", ["base.txt", "dev.txt", "uv.txt"])
def test_locks_name_one_version_and_its_hashes_as_installers_and_scanners_read_them(
    name: str,
) -> None:
    text = re.sub(r"(?m)^ *#.*\n", "", (ROOT / "requirements" / name).read_text())
    pinned = r"[\w.-]+(\[[\w,]+\])?==\S+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"({pinned})+", text)


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
    monkeypatch.setattr("config.startup.bootstrap._run", lambda *command: "")
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
