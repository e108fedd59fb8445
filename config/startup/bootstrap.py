"""Makes the project's own environment in `.venv` and continues inside it.

Runs on the Python that started `manage.py`, before anything is installed. So: standard library
only, and no syntax that an old Python cannot parse, or its users would see a traceback instead of
a sentence (hence the quoted annotations and the missing `from __future__`).
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import typing
from pathlib import Path

from config import ROOT

OLDEST = (3, 11)
OPT_OUT = "KIBITZ_NO_VENV"
# Commands that work on the sources. Any other is for people who play or run a site.
DEVELOPING = ("test", "lint", "screenshots")
# How pip reports an index that the user's configuration sets.
INDEX = re.compile(r"Looking in indexes: ([^\s,]+)")
NO_NETWORK = (
    "failed to establish a new connection",
    "name resolution",
    "network is unreachable",
    "connection refused",
    "dns error",
    "error sending request",
    "timed out",
    "max retries exceeded",
)


class Refusal(Exception):
    """The environment cannot be created; the text says in one line why and what to do."""


def enter(argv: "list[str]") -> None:
    """Return if already inside a ready environment, else re-execute inside one.

    Takes the whole `sys.argv`. Exits with one line if no environment can be created.
    """
    try:
        check_version(tuple(sys.version_info[:3]))
        if _already_inside():
            check_packages()
            return
        venv = Venv(ROOT / ".venv")
        with _alone(ROOT / ".venv.lock"):
            venv.prepare(level_for(argv[1:2]))
    except PermissionError as error:
        sys.exit("kibitz: may not write to {}; run as the folder's owner.".format(error.filename))
    except Refusal as refusal:
        sys.exit(f"kibitz: {refusal}")
    _continue_in(venv.python, argv)


def check_version(version: "tuple[int, ...]") -> None:
    """Refuse a Python older than the oldest we support."""
    if version[:2] < OLDEST:
        have = ".".join(str(part) for part in version)
        raise Refusal(f"needs Python 3.11 or newer, and this is {have}. Try python3.11.")


def check_packages() -> None:
    """Refuse a user's own environment that lacks our packages."""
    if importlib.util.find_spec("django") is None:
        raise Refusal(
            "this environment lacks the packages; run: "
            "pip install --require-hashes -r requirements/base.txt"
        )


def level_for(command: "list[str]") -> str:
    """Return the lock file a command needs: `dev` to work on the sources, `base` for all else."""
    return "dev" if command and command[0] in DEVELOPING else "base"


def _already_inside() -> bool:
    """Tell whether the user manages the environment: made one, or opted out (a container)."""
    return sys.prefix != sys.base_prefix or bool(os.environ.get(OPT_OUT))


class Venv:
    """The `.venv` folder: created once, reinstalled whenever a lock file or the Python changes."""

    def __init__(self, folder: Path, requirements: Path = ROOT / "requirements") -> None:
        self.folder = folder
        self.requirements = requirements
        scripts = "Scripts" if os.name == "nt" else "bin"
        self.python = folder / scripts / ("python.exe" if os.name == "nt" else "python")
        self.made = folder / ".made"
        self.stamp = folder / ".installed"

    def prepare(self, level: str) -> None:
        """Create the environment and install the packages of `level`, unless already done."""
        if self.is_ready(level):
            return
        if not (self.made.exists() and self.python.exists()):
            self._make()
        self._install(level)

    def is_ready(self, level: str) -> bool:
        """Whether everything `level` needs is installed; `dev` contains `base`."""
        if not (self.made.exists() and self.python.exists() and self.stamp.exists()):
            return False
        have, _, fingerprint = self.stamp.read_text().partition(" ")
        return fingerprint == self._fingerprint() and have in (level, "dev")

    def _fingerprint(self) -> str:
        digest = hashlib.sha256(repr(sys.version_info[:3]).encode())
        for name in ("base.txt", "dev.txt"):
            digest.update((self.requirements / name).read_bytes())
        return digest.hexdigest()

    def _make(self) -> None:
        """Create an empty environment. The marker is written last, so a partial one is redone."""
        _say(f"making its own Python environment in {self.folder.name} (only once)")
        check_module("venv")
        shutil.rmtree(str(self.folder), ignore_errors=True)
        _run([sys.executable, "-m", "venv", "--without-pip", str(self.folder)])
        self.made.touch()

    def _install(self, level: str) -> None:
        """Install the packages with uv, or pip if uv fails. Python compiles them on import."""
        self.stamp.unlink() if self.stamp.exists() else None
        lock = ["--require-hashes", "-r", str(self.requirements / f"{level}.txt")]
        if not self._install_by_uv(lock):
            check_module("ensurepip")
            _say("installing packages by pip, which takes longer")
            _run([str(self.python), "-m", "ensurepip"])
            _run([*_pip_install(str(self.python), "-m", "pip"), *lock])
        self.stamp.write_text(f"{level} {self._fingerprint()}")

    def _install_by_uv(self, lock: "list[str]") -> bool:
        """Tell whether uv installed them: the user's uv, or one pip fetches and checks by hash."""
        uv, env = _working_uv(), dict(os.environ)
        with tempfile.TemporaryDirectory() as folder:
            try:
                if uv is None:
                    uv = str(Path(folder, "bin", "uv"))
                    env.update(self._fetch_uv(folder))
                _say(f"installing packages ({Path(lock[-1]).name})")
                _run([uv, "pip", "install", "--quiet", "--python", str(self.python), *lock], env)
            except Refusal:
                return False
        return True

    def _fetch_uv(self, folder: str) -> "dict[str, str]":
        """Have pip install uv into `folder`; return the variables that give uv pip's index."""
        _say("fetching uv, which installs packages fast")
        lock = ["--only-binary", ":all:", "--require-hashes", "-r", self.requirements / "uv.txt"]
        told = _run([*_pip_install(*outer_pip()), "--target", folder, *map(str, lock)])
        asked = INDEX.search(told)
        return {"UV_DEFAULT_INDEX": asked.group(1)} if asked else {}


def outer_pip() -> "list[str]":
    """Return how to run pip from outside the environment: this Python's, or the wheel it carries.

    Installing pip into the environment would take longer than uv takes for everything.
    """
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    check_module("ensurepip")
    import ensurepip

    folders = (ensurepip.__path__[0] + "/_bundled", sysconfig.get_config_var("WHEEL_PKG_DIR"))
    wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
    if not wheels:
        raise Refusal("this Python carries no pip.")
    return [sys.executable, str(wheels[0] / "pip")]


def _pip_install(*pip: str) -> "list[str]":
    quietly = ["--no-input", "--disable-pip-version-check", "--retries", "2", "--no-compile"]
    return [*pip, "install", *quietly]


def check_module(name: str) -> None:
    """Refuse a Python whose distribution ships `name` in a package of its own (Debian, Ubuntu)."""
    if importlib.util.find_spec(name) is None:
        raise Refusal(
            f"this Python lacks its {name} module; install it (Debian, Ubuntu: "
            "apt install python3-venv) and start again."
        )


def _working_uv() -> "str | None":
    """Return the path of `uv`, unless it is a version manager's shim with nothing behind it."""
    uv = shutil.which("uv")
    if uv is None:
        return None
    answer = subprocess.run([uv, "--version"], capture_output=True, check=False)
    return uv if answer.returncode == 0 else None


def _run(command: "list[str]", env: "typing.Optional[dict[str, str]]" = None) -> str:
    """Run an installer and return its output; if it fails, refuse with the reason in one line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    except OSError as error:
        raise Refusal(f"could not run {command[0]}: {error.strerror}.") from None
    if done.returncode != 0:
        raise Refusal(explain_failure(done.stderr + done.stdout))
    return done.stdout


def explain_failure(output: str) -> str:
    """Turn an installer's output into the one line that helps."""
    if any(sign in output.lower() for sign in NO_NETWORK):
        return (
            "could not download the packages: no network? "
            "The first start needs it once; afterwards none is needed."
        )
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return "could not install the packages: {}".format(lines[-1] if lines else "no reason given")


def _say(text: str) -> None:
    sys.stderr.write(f"kibitz: {text} …\n")


@contextlib.contextmanager
def _alone(path: Path) -> "typing.Iterator[None]":
    """Keep a second `manage.py` from filling the same folder at the same time."""
    with open(str(path), "w") as gate:
        if os.name != "nt":
            import fcntl

            fcntl.flock(gate, fcntl.LOCK_EX)
        yield


def _continue_in(python: Path, argv: "list[str]") -> None:
    """Become the environment's Python with the same arguments."""
    command = [str(python), *argv]
    if os.name == "nt":  # exec on Windows would return the prompt while we still run
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
