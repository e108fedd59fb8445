"""Whom tests of moderation are about."""

from __future__ import annotations

import pytest

from tests.support.moderation import make_staff
from tests.support.tables import make_user


@pytest.fixture
def rude():
    return make_user("rude")


@pytest.fixture
def mo():
    return make_staff("mo")
