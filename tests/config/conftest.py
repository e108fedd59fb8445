"""Fixtures for the tests of the ground."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A short path that the server's system user can reach, unlike pytest's own folders."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
