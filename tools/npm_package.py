"""Brings one npm package at one version into a folder, by the ordinary npm client.

For the tools that refresh what the site carries of other people's work (vendor.py, icons.py).
Standard library only. Nothing of the site imports this.
"""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path


def unpack(name: str, version: str, into: Path) -> Path:
    """Fetch `name` at `version` with npm and unpack it.

    Takes the folder to work in, returns the folder that holds the package's files.
    Raises CalledProcessError when npm fails.
    """
    target = into / f"{name.replace('@', '').replace('/', '-')}-{version}"
    if target.exists():
        return target / "package"
    done = subprocess.run(
        ["npm", "pack", "--silent", f"{name}@{version}"],
        cwd=into,
        check=True,
        capture_output=True,
        text=True,
    )
    with tarfile.open(into / done.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"
