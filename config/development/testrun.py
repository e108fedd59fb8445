"""`manage.py test`: the unit tests, then the browser tests, each in a pytest run of its own.

Two runs, because Playwright keeps an event loop in the main thread, which async tests cannot share.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from config import ROOT

BROWSER = "tests/browser"
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal")
NONE_SELECTED = 5  # pytest.ExitCode.NO_TESTS_COLLECTED

# The headless shell first: without windows it is faster, and it always closes its pages
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROME_ON_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def run_tests(arguments: list[str]) -> int:
    """Run everything that options such as `-k` select; return the exit status.

    Arguments with a path go to one pytest run.
    """
    if any((ROOT / argument.split("::")[0]).exists() for argument in arguments):
        return _pytest(*arguments)
    units = _pytest(f"--ignore={BROWSER}", *TWO_AT_ONCE, *arguments)
    if find_chromium() is None and not os.environ.get("CI"):
        return _close(units, "browser tests SKIPPED: no Chromium found; CHROMIUM may name one")
    browser = _pytest(BROWSER, *TWO_AT_ONCE, *arguments)
    status = min(units, browser) if NONE_SELECTED in (units, browser) else units or browser
    return _close(status, f"browser tests {_verdict(browser)}", units)


def find_chromium(*names: str) -> str | None:
    """Return the path of a Chromium: set in CHROMIUM, on PATH, or in macOS's usual place.

    Looks for `names`, by default for any.
    """
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    for name in names or CHROMIUMS:
        if found := shutil.which(name):
            return found
    return str(CHROME_ON_MAC) if CHROME_ON_MAC.exists() else None


def take_screenshots(arguments: list[str]) -> int:
    """Take pictures of every page (`tests/gallery`); return the exit status."""
    command = [sys.executable, "-m", "tests.gallery", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _close(status: int, browser: str, units: int | None = None) -> int:
    """Print the final summary line, and return the status."""
    print(f"\nkibitz: unit tests {_verdict(status if units is None else units)}; {browser}")
    return status


def _verdict(status: int) -> str:
    if status == NONE_SELECTED:
        return "had nothing selected"
    return "FAILED" if status else "passed"


def _pytest(*arguments: str) -> int:
    """Run pytest, which keeps bytecode: else each worker rewrites all assertions anew."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
