"""What tests of clubs start from."""

from __future__ import annotations

import pytest

from tests.support.clubs import make_club


@pytest.fixture
def club(ada):
    return make_club(ada)
