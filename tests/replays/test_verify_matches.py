"""`verify_matches`: what holds passes, and the first thing that was changed is named."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from games.matches import store
from games.matches.chain import first_head, next_head
from games.matches.models import Match, MatchSecret, Seat
from games.matches.services.match_play_out import Player, match_play_out
from games.registry import all_rules, all_rulesets
from tests.replays.factories import SAMPLED, STARTED, proven_match

pytestmark = pytest.mark.django_db
GAMES = SAMPLED


def verify(*codes: str, **options: bool) -> tuple[int, str]:
    """Run the command; return its exit status and what it printed."""
    out = StringIO()
    try:
        call_command("verify_matches", *codes, stdout=out, stderr=StringIO(), **options)
    except SystemExit as stop:
        return stop.code, out.getvalue()
    return 0, out.getvalue()


def meddle(table: str, sql: str, *values: object) -> None:
    """Change stored rows past the database's guard, as only its owner could."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(sql.format(table=table), values)
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


ACTIONS, EVENTS = "matches_matchaction", "matches_matchevent"


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_match_holds(game: str) -> None:
    match = proven_match(game)
    assert verify() == (0, f"ok 1 matches, {match.ply} actions\n")


def test_a_running_match_holds() -> None:
    proven_match(plies=7)
    assert verify()[0] == 0


def test_no_match_at_all_is_fine() -> None:
    assert verify() == (0, "ok 0 matches, 0 actions\n")


def test_a_match_that_is_not_there_is_refused() -> None:
    with pytest.raises(CommandError, match="no started match"):
        verify("nowhere")


def test_a_changed_action_breaks_the_chain() -> None:
    match = proven_match()
    meddle(ACTIONS, "UPDATE {table} SET at_ms = at_ms + 1 WHERE ply = 3")
    status, text = verify()
    assert status == 1
    assert text.startswith(f"{match.code} (deadline_99): the head of ply 3 is ")


def test_a_changed_event_is_what_the_rules_would_not_decide() -> None:
    proven_match()
    sql = "UPDATE {table} SET data = jsonb_set(data, %s, %s) WHERE name = 'match_begun'"
    meddle(EVENTS, sql, ["draw_pile", "0"], '"AS"')
    status, text = verify()
    assert status == 1
    assert "of ply 0: the rules now give match_begun, stored is match_begun, with other" in text


def test_events_that_cannot_follow_each_other_are_found() -> None:
    proven_match()
    sql = "UPDATE {table} SET data = jsonb_set(data, %s, %s) WHERE name = 'hand_dealt'"
    meddle(EVENTS, sql, ["cards"], '["AS"]')
    assert "the events of ply 1 cannot follow those before: ValueError" in verify()[1]


def test_a_changed_result_is_found() -> None:
    match = proven_match()
    match.result = {**match.result, "reason": "cap"}
    match.save()
    assert "the events lead to the result" in verify()[1]


def test_a_lost_event_is_found() -> None:
    match = proven_match()
    meddle(EVENTS, "DELETE FROM {table} WHERE seq = %s", match.version)
    assert f"{match.version - 1} events are stored" in verify()[1]


def test_a_lost_action_is_found() -> None:
    match = proven_match()
    meddle(ACTIONS, "DELETE FROM {table} WHERE ply = %s", match.ply)
    assert f"the action of ply {match.ply} is missing" in verify()[1]


def test_another_secret_is_found() -> None:
    proven_match()
    MatchSecret.objects.update(secret=b"\0" * 32)
    assert "the commitment is not that of the secret" in verify()[1]


def test_another_seed_is_found() -> None:
    proven_match()
    MatchSecret.objects.update(seed=b"\0" * 32)
    assert "the seed does not follow" in verify()[1]


def test_another_contribution_is_found() -> None:
    proven_match()
    Seat.objects.filter(number=1).update(contribution="another")
    assert "the commitment of seat 1 is not of its contribution" in verify()[1]


def test_an_event_that_nobody_can_read_is_named() -> None:
    proven_match()
    meddle(EVENTS, "UPDATE {table} SET name = 'never_heard' WHERE seq = 1")
    assert "its events cannot be read" in verify()[1]


def test_it_stops_at_the_first_difference_unless_told_to_go_on() -> None:
    for number in (0, 1):
        match = proven_match(number=number)
        match.head = "0" * 64
        match.save()
    assert verify()[1].count("the match's head") == 1
    status, text = verify(all=True)
    assert status == 1
    assert text.count("the match's head") == 2
    assert text.endswith("2 of 2 matches do not hold.\n")


def test_a_match_whose_rules_are_gone_does_not_hold() -> None:
    match = proven_match()
    match.ruleset = 99
    match.save()
    assert "not here: deadline_99, ruleset 99" in verify()[1]


def test_a_match_that_says_it_was_played_by_other_rules_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = proven_match()
    monkeypatch.setitem(all_rulesets(), match.game, {1: match.rules, 2: match.rules})
    match.ruleset = 2
    match.save()
    assert "the head of ply 1" in verify()[1]  # the ruleset stands in the chain's header


def bots_match(game: str) -> Match:
    """Store a match of two club bots."""
    return match_play_out(game=game, players=[Player("club")] * 2, started_at=STARTED)


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_bots_choose_the_same_again(game: str) -> None:
    ply = bots_match(game).ply
    assert verify(bots=True) == (0, f"ok 1 matches, {ply} actions, {ply} by bots\n")


def test_a_bot_whose_choice_cannot_be_checked_is_found_only_if_asked_for() -> None:
    match = bots_match("deadline_99")
    meddle(ACTIONS, "UPDATE {table} SET auto = 'bot:club/99' WHERE ply = 3")
    match.head = first_head(match)
    for ply, row in enumerate(store.read_actions(match), start=1):
        match.head = next_head(match.head, row)
        meddle(ACTIONS, "UPDATE {table} SET head = %s WHERE ply = %s", match.head, ply)
    match.save()
    assert verify()[0] == 0
    assert verify(bots=True) == (
        1,
        f"{match.code} (deadline_99): ply 3: This site doesn’t have the bot bot:club/99.\n",
    )
