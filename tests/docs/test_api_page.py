"""The programs' page names the words that a program may have to tell apart."""

from __future__ import annotations

import re

import pytest

from config import ROOT
from config.error_responses import CODES
from games.matches.requests import STATUS_OF
from games.tournaments.views.gate import STATUS_OF as OF_EVENTS

ROW = re.compile(r"^\| ([\d, ]+) \| (.+?) \|", re.M)
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
NAMED = {
    (int(status), code)
    for statuses, codes in ROW.findall(PAGE)
    for status in statuses.split(", ")
    for code in re.findall(r"`(\w+)`", codes)
}


OF_PAGES = {"waits", "partner_waits", "not_your_entry", "season_begun"}
"""What only those are refused who press a button for themselves, or change a club's seasons."""
HELD = [
    *CODES.items(),
    *((status, code) for code, status in STATUS_OF.items()),
    *((status, code) for code, status in OF_EVENTS.items() if code not in OF_PAGES),
]


@pytest.mark.parametrize(("status", "code"), HELD)
def test_each_refusal_that_has_a_status_of_its_own_is_named(status: int, code: str) -> None:
    assert (status, code) in NAMED
