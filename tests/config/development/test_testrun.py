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


def test_options_go_to_both_runs(
    runs: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testrun, "find_chromium", lambda: "chromium")
    testrun.run_tests(["-k", "port"])
    assert [run[-2:] for run in runs] == [("-k", "port")] * 2
    assert [run[0] for run in runs] == [f"--ignore={testrun.BROWSER}", testrun.BROWSER]


@pytest.mark.parametrize(
    ("units", "browser", "status"), [(0, 5, 0), (5, 0, 0), (1, 5, 1), (5, 1, 1), (5, 5, 5)]
)
def test_only_one_of_the_runs_needs_a_test(
    monkeypatch: pytest.MonkeyPatch, units: int, browser: int, status: int
) -> None:
    monkeypatch.setattr(testrun, "find_chromium", lambda: "chromium")
    monkeypatch.setattr(
        testrun, "_pytest", lambda first, *_: browser if first == testrun.BROWSER else units
    )
    assert testrun.run_tests(["-k", "port"]) == status


def test_arguments_with_a_path_go_to_one_run(runs: list[tuple[str, ...]]) -> None:
    testrun.run_tests(["tests/config", "-k", "port"])
    assert runs == [("tests/config", "-k", "port")]
