"""A site does not start with static files of another version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import Settings

from config.assets import packing
from config.errors import CannotStart
from config.startup.checks import check_collected


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    """A folder of static files, collected."""
    folder, settings.STATIC_ROOT = tmp_path / "source", tmp_path / "collected"
    for each in (folder, settings.STATIC_ROOT):
        each.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_PACKED = [folder], True
    (folder / "site.css").write_text("b {}")
    (settings.STATIC_ROOT / packing.FINGERPRINT_FILE).write_text(packing.fingerprint())
    return folder


CHANGES: dict[str, Callable[[Path], object]] = {
    "another text": lambda folder: (folder / "site.css").write_text("i {}"),
    "one more": lambda folder: (folder / "new.css").write_text(""),
    "one less": lambda folder: (folder / "site.css").unlink(),
    "another name": lambda folder: (folder / "site.css").rename(folder / "sight.css"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_has_changed_since_is_noticed(
    source: Path, change: Callable[[Path], object]
) -> None:
    assert packing.is_up_to_date()
    change(source)
    assert not packing.is_up_to_date()
    with pytest.raises(CannotStart, match="run collectstatic first"):
        check_collected()


def test_what_is_not_collected_changes_nothing(source: Path) -> None:
    (source / ".site.css.swp").write_text("an editor's")
    (source / "site.css~").write_text("an editor's")
    (source / "site.css").touch()
    assert packing.is_up_to_date()
