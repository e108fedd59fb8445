"""Fixtures of the faults."""

from __future__ import annotations

from tests.config.conftest import open_folder as open_folder
