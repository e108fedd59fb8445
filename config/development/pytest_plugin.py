"""A pytest plugin, loaded before Django's settings, that gives tests their own database.

Named in pyproject.toml with `-p`, because pytest-django reads settings before any conftest.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from zlib import crc32

import pytest
from environs import Env

from config import ROOT
from config.database.exclusive import SharedInTurn

CLUSTER = pytest.StashKey[SharedInTurn]()


@pytest.hookimpl(wrapper=True)  # a wrapper comes before pytest-django's, which reads settings
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Start the tests' own cluster, unless DATABASE_URL is set."""
    Env().read_env(str(ROOT / ".env"), recurse=False)
    os.environ["LOCAL"] = "true"
    os.environ.setdefault("BOT_PROCESSES", "0")  # tests/matches/test_bot_pool.py has some
    if "DATABASE_URL" not in os.environ:  # else the user's own server, or an xdist worker
        _start_cluster(early_config)
    return (yield)


def _start_cluster(config: pytest.Config) -> None:
    cluster = SharedInTurn()
    cluster.start()
    os.environ["DATABASE_URL"] = cluster.url
    config.stash[CLUSTER] = cluster


@pytest.hookimpl(tryfirst=True)  # before pytest-randomly draws a seed
def pytest_configure(config: pytest.Config) -> None:
    """Shuffle with a fixed seed, so that order failures repeat. Set DEALS for another order."""
    if config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = crc32(os.environ.get("DEALS", "").encode())


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the cluster."""
    cluster = config.stash.get(CLUSTER, None)
    if cluster is not None:
        cluster.stop()
