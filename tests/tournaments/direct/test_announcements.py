"""What directors announce: what stands, what is taken back, what is refused."""

from __future__ import annotations

import json

import pytest

from games.tournaments.direct.actions import ORGANISER
from games.tournaments.direct.fold import KINDS, fold, tell
from games.tournaments.direct.kinds.announcements import MOST_SIGNS
from games.tournaments.export.whole import export_event, import_event
from tests.tournaments.direct.support import NAMES, Event, config, event, refused

ROLES = {name: KINDS[name].roles for name in ("announce", "take_back_announcement")}


def announce(held, text):
    """Announce something; return its number."""
    held.do("announce", text=text)
    return held.state.no


def test_an_announcement_stands_until_it_is_taken_back():
    held = event(4)
    late, pizza = announce(held, "Round 3 begins late"), announce(held, "Pizza is here")
    assert held.state.announcements == (late, pizza)
    held.do("take_back_announcement", announcement=late)
    assert held.state.announcements == (pizza,)
    assert refused(held, "take_back_announcement", announcement=late) == "no_announcement"
    assert refused(held, "take_back_announcement", announcement=1) == "no_announcement"
    held.check()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_words"),
        (" \n\t ", "no_words"),
        ("\u200b\u200e", "no_words"),
        ("a" * (MOST_SIGNS + 1), "too_many_words"),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(text, code):
    assert refused(event(4), "announce", text=text) == code


def test_as_many_signs_as_there_may_be_are_taken_as_they_are():
    held = event(4)
    assert held.do("announce", text=f"  {'龜' * MOST_SIGNS}\n")["text"] == "龜" * MOST_SIGNS
    assert held.do("announce", text="one\n\ntwo <b>")["text"] == "one\n\ntwo <b>"


def test_what_nobody_sees_is_announced_to_nobody():
    held = Event(config())
    assert refused(held, "announce", text="soon") == "wrong_phase"
    held.do("open_registration")
    soon = announce(held, "soon")
    held.do("archive")
    assert refused(held, "announce", text="over") == "wrong_phase"
    held.do("take_back_announcement", announcement=soon)
    assert held.state.announcements == ()


def test_whoever_checks_in_can_be_told_something():
    held = Event(config(check_in=True))
    held.do("open_registration")
    held.do("close_registration")
    assert announce(held, "Check in at the door") in held.state.announcements


def test_after_the_last_round_the_prizes_can_still_be_announced():
    held = event(4, rounds=1)
    held.play_round()
    held.do("finish")
    assert announce(held, "Prizes at six") in held.state.announcements


def test_announcing_belongs_to_who_runs_the_event():
    assert set(ROLES.values()) == {ORGANISER}


def test_an_export_has_what_stands_but_no_words_that_were_taken_back():
    held = event(4)
    wrong = announce(held, "Bo cheats")
    announce(held, "Pizza is here")
    held.do("take_back_announcement", announcement=wrong)
    exported = json.dumps(export_event(held.actions, NAMES))
    assert "Pizza is here" in exported
    assert "Bo cheats" not in exported
    assert fold(import_event(json.loads(exported))) == held.state


def test_the_journal_has_a_sentence_for_both():
    held = event(4)
    held.do("take_back_announcement", announcement=announce(held, "Pizza"))
    assert [tell(one).key for one in held.actions[-2:]] == [
        "An announcement was posted.",
        "An announcement was removed.",
    ]
