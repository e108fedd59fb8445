"""The example bot against the real server: two of them play a whole match."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from accounts.tokens.services import token_make
from config import ROOT
from games.matches.models import Match
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

PATIENCE = 200


def start(site: str, name: str, *arguments: str) -> subprocess.Popen[str]:
    key = token_make(user=make_user(name), name="bot", scope="play")
    return subprocess.Popen(
        [sys.executable, "docs/example_bot.py", site, *arguments],
        cwd=ROOT,
        env={**os.environ, "KIBITZ_KEY": key},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_example_bots_play_a_whole_match(site: str) -> None:
    opener = start(site, "botty", "--open", "deadline_99")
    assert opener.stdout is not None
    code = opener.stdout.readline().removeprefix("at table ").strip()
    guest = start(site, "robby", "--join", code)
    said = [program.communicate(timeout=PATIENCE)[0] for program in (opener, guest)]
    assert [program.returncode for program in (opener, guest)] == [0, 0]
    match = Match.objects.get(code=code)
    assert match.status == Match.Status.FINISHED
    assert [json.loads(one.splitlines()[-1]) for one in said] == [match.result] * 2
