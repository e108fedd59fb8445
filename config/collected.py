"""Whether collectstatic has run for the very files that are here.

It leaves a fingerprint of all that static files are made of, and `serve` takes it anew (some 3 MB,
a hundredth of a second). A site that was updated by half would draw its new pages in old styles.
"""

from __future__ import annotations

import hashlib
from operator import itemgetter
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders

FILE = "fingerprint.txt"
"""Where it lies, in STATIC_ROOT."""
MAKERS = ("packing.py", "scripts.py")
"""What makes others of the files that are here, in this folder."""


def is_up_to_date() -> bool:
    """Tell whether what was collected was made of the files that are here."""
    left = Path(settings.STATIC_ROOT) / FILE
    return left.exists() and left.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of every file that collectstatic collects, its name, and what packs it."""
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
