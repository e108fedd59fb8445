"""The secret key of a site without configuration. Must not import Django."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def own_key(path: Path) -> str:
    """Read the key at `path`, creating it if missing. Only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)  # unlike rename, it never replaces another process's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
