"""The example organiser against the real server: it runs a round, and a whole event."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.tokens.models import Token
from accounts.tokens.services import token_make
from config import ROOT
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.services.bring_in import event_import
from tests.support.clubs import make_club
from tests.support.events import make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.browser

PATIENCE = 200


def run(site: str, key: str, *arguments: str) -> list[str]:
    """Let it run to its end; return what it prints."""
    done = subprocess.run(
        [sys.executable, "docs/example_organiser.py", site, *arguments],
        cwd=ROOT,
        env={**os.environ, "KIBITZ_KEY": key},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout.splitlines()


def test_an_example_organiser_runs_two_rounds(site: str, tmp_path: Path) -> None:
    tag = secrets.token_hex(3)
    names = [f"{name}{tag}" for name in ("ann", "ben", "cleo", "dan")]
    director, *_ = [make_user(name) for name in (f"host{tag}", *names)]
    event = make_event(director, make_club(director, name=f"Club {tag}"), format="swiss")
    key = token_make(user=director, name="hall", scope=Token.Scope.ORGANISE)
    scores = tmp_path / "evening.csv"
    scores.write_text("".join(f"{name},{at}\n" for at, name in enumerate(names)))
    said = run(site, key, event.code, "--enter", *names, "--scores", str(scores))
    assert said[0] == "round 1"
    assert [line.split()[-1] for line in said[1:]] == ["1.00", "1.00", "0.00", "0.00"]
    assert {line.split()[1] for line in said[1:]} == set(names)
    assert any(line.endswith(f" {names[3]} 1.00") for line in said)
    said = run(site, key, event.code, "--enter", *names, "--scores", str(scores))
    assert said[:2] == ["round 2", f"1 {names[3]} 2.00"]
    done = DirectorAction.objects.filter(tournament=event, kind="override_result")
    assert done.count() == 4
    assert {row.actor_id for row in done} == {director.pk}


def test_it_makes_an_event_plays_it_and_saves_a_file_that_another_club_imports(
    site: str, tmp_path: Path
) -> None:
    tag = secrets.token_hex(3)
    names = [f"{name}{tag}" for name in ("ann", "ben", "cleo", "dan")]
    director, *_ = [make_user(name) for name in (f"host{tag}", *names)]
    club = make_club(director, name=f"Club {tag}")
    key = token_make(user=director, name="hall", scope=Token.Scope.ORGANISE)
    scores, file = tmp_path / "evening.csv", tmp_path / "friday.json"
    scores.write_text("".join(f"{name},{at}\n" for at, name in enumerate(names)))
    said = run(
        site, key, "--club", club.slug, "--name", f"Friday {tag}", "--rounds", "3",
        "--enter", *names, "--scores", str(scores), "--save", str(file),
    )  # fmt: skip
    assert said[:4] == ["round 1", "round 2", "round 3", f"1 {names[3]} 3.00"]
    event = Tournament.objects.get(club=club)
    assert (event.name, event.phase, event.rounds) == (f"Friday {tag}", "finished", 3)
    away = make_club(director, name=f"Away {tag}")
    found = event_import(actor=director, club=away, data=file.read_bytes())
    first = found.places.get(place=1)
    assert found.imported["names"][str(first.entry)] == names[3]
