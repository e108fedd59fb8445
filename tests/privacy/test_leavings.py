"""Whoever left stays gone when an older copy of the database comes back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.checks import run_checks
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.privacy.leave import leavings, people_leave_again, person_leave
from games.matches.models import Match
from tests.support.tables import make_running, make_user, play_to_end

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def file(settings: LazySettings, tmp_path: Path) -> Path:
    settings.LEAVINGS_FILE = str(tmp_path / "leavings")
    return tmp_path / "leavings"


def left(file: Path, user: User, hours: int = 1) -> None:
    """Note that `user` had left, as if an older copy had brought them back since."""
    with file.open("a") as text:
        text.write(f"{user.pk} {(timezone.now() + timedelta(hours=hours)).isoformat()}\n")


def test_a_leaving_is_noted_by_number_once_it_is_certain(
    file: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    leonora = make_user("leonora")
    number = leonora.pk
    with django_capture_on_commit_callbacks(execute=True):
        person_leave(user=leonora)
        assert not file.exists()
    assert set(leavings()) == {number}
    assert "leonora" not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_whoever_an_older_copy_brings_back_goes_again_and_nobody_else(file: Path) -> None:
    back, newcomer = make_user("leonora"), make_user("newcomer")
    left(file, back)
    left(file, newcomer, hours=-1)  # their number belonged to somebody who left before they came
    file.write_text(file.read_text() + "17 2026-")  # a power cut
    assert people_leave_again() == {}
    assert set(User.objects.values_list("username", flat=True)) == {"newcomer"}


def test_who_sits_in_a_match_again_is_locked_out_and_goes_when_it_is_over(file: Path) -> None:
    back, bo = make_user("leonora"), make_user("bo")
    match = make_running(back, bo)
    left(file, back)
    assert people_leave_again() == {back.pk: "match_running"}
    back.refresh_from_db()
    assert not back.is_active
    play_to_end(match, back, bo)
    assert people_leave_again() == {}
    assert not User.objects.filter(pk=back.pk).exists()
    assert Match.objects.filter(pk=match.pk).exists()


def test_the_last_who_runs_the_site_stays_and_is_never_locked_out(file: Path) -> None:
    root = User.objects.create_superuser("root", "root@example.org", "four-aces-in-hand")
    with pytest.raises(LeaveRefused, match="last_superuser"):
        person_leave(user=root)
    left(file, root)
    assert people_leave_again() == {root.pk: "last_superuser"}
    root.refresh_from_db()
    assert root.is_active
    User.objects.create_superuser("second", "second@example.org", "four-aces-in-hand")
    assert people_leave_again() == {}
    assert not User.objects.filter(username="root").exists()


def test_where_nothing_is_noted_somebody_leaves_all_the_same(
    settings: LazySettings,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    for where in ("", "/nowhere/leavings"):
        settings.LEAVINGS_FILE = where
        with django_capture_on_commit_callbacks(execute=True):
            person_leave(user=make_user("leonora"))
        assert not User.objects.filter(username="leonora").exists()
        assert people_leave_again() == {}
        told = "a leaving could not be noted in LEAVINGS_FILE"
        assert (told in caplog.messages) == bool(where)


def test_a_site_that_could_not_note_it_is_told_before_it_starts(settings: LazySettings) -> None:
    told = [one.id for one in run_checks(include_deployment_checks=True)]
    assert "privacy.W001" not in told
    settings.LEAVINGS_FILE = "/nowhere/leavings"
    assert "privacy.W001" in [one.id for one in run_checks(include_deployment_checks=True)]
