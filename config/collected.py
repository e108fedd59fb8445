"""Checks that collectstatic has run for the current source files.

It stores a fingerprint of every source of the static files, which `serve` recomputes (some 3 MB, a
hundredth of a second). A half-updated site would show its new pages with old styles.
"""

from __future__ import annotations

import hashlib
from operator import itemgetter
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders

FILE = "fingerprint.txt"
"""The fingerprint's name in STATIC_ROOT."""
MAKERS = ("packing.py", "scripts.py")
"""Modules of this folder that transform the static files."""


def is_up_to_date() -> bool:
    """Tell whether the collected files were made from the current sources."""
    left = Path(settings.STATIC_ROOT) / FILE
    return left.exists() and left.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of all files that collectstatic collects, their names, and the packing code."""
    digest = hashlib.sha256()
    for name in MAKERS:
        _add(digest, name, Path(__file__).with_name(name).read_bytes())
    for finder in get_finders():
        listed = finder.list(StaticFilesConfig.ignore_patterns)
        for name, storage in sorted(listed, key=itemgetter(0)):
            with storage.open(name) as file:
                _add(digest, name, file.read())
    return digest.hexdigest()


def _add(digest: hashlib._Hash, name: str, data: bytes) -> None:
    digest.update(f"{name}\0{len(data)}\0".encode() + data)
