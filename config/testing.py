"""A pytest plugin that is loaded before Django's settings are: gives tests their own database.

Named in pyproject.toml with `-p`, because pytest-django reads settings before any conftest.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from environs import Env

from config.shared_cluster import SharedInTurn

ROOT = Path(__file__).resolve().parent.parent
CLUSTER = pytest.StashKey[SharedInTurn]()


@pytest.hookimpl(wrapper=True)  # a wrapper comes before pytest-django's, which reads settings
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Start the tests' own cluster, unless an address is given."""
    Env().read_env(str(ROOT / ".env"), recurse=False)
    os.environ["LOCAL"] = "true"
    if "DATABASE_URL" not in os.environ:  # else somebody's own server, or we are an xdist worker
        _start_cluster(early_config)
    return (yield)


def _start_cluster(config: pytest.Config) -> None:
    cluster = SharedInTurn()
    cluster.start()
    os.environ["DATABASE_URL"] = cluster.url
    config.stash[CLUSTER] = cluster


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the cluster."""
    cluster = config.stash.get(CLUSTER, None)
    if cluster is not None:
        cluster.stop()
