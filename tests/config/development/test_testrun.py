"""`manage.py test` without a browser: told to a person, an error in CI."""

from __future__ import annotations

import pytest

from config.development import testrun


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The pytest runs that were asked for; none is made."""
    asked: list[tuple[str, ...]] = []

    def run(*arguments: str) -> int:
        asked.append(arguments)
        return int(arguments[0] == testrun.BROWSER)

    monkeypatch.setattr(testrun, "_pytest", run)
    monkeypatch.setattr(testrun, "find_chromium", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    return asked


def test_without_a_browser_the_skip_is_the_last_line(
    runs: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert testrun.run_tests([]) == 0
    assert "browser tests SKIPPED" in capsys.readouterr().out.splitlines()[-1]
    assert len(runs) == 1


def test_without_a_browser_ci_fails(
    runs: list[tuple[str, ...]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    assert testrun.run_tests([]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("browser tests FAILED")


def test_arguments_go_to_one_run(runs: list[tuple[str, ...]]) -> None:
    testrun.run_tests(["tests/config", "-k", "port"])
    assert runs == [("tests/config", "-k", "port")]
