"""The table as HTML: it shows its viewer everything they may see, and is blind to the rest."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from django.test import Client
from markupsafe import escape

from games.engine.botplay import bot_action
from games.engine.canonical import canonical
from games.engine.chance import Chance
from games.engine.match import play_action, start_match
from games.engine.viewer import PUBLIC, Viewer
from games.matches.fragments import fill_slots, render_fragment
from games.matches.models import Seat
from games.matches.presenters import TablePosition, table_context
from games.matches.store import LoggedEvent, Position
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.rulebook import READINGS, rulebook

NAMES = ("Ada", "Bo", "Chen", "Dörte", "Eva", "Finn")


def positions(seats: int, number: int) -> Iterator[Position]:
    """Yield every position of a match between bots."""
    chance = Chance(number.to_bytes(32, "big"), "zombie_rummy")
    events, state = start_match(RULES, {"end": "rounds", "target": 2}, seats, chance)
    log = [LoggedEvent(0, event) for event in events]
    ply = 0
    yield Position(len(log), state, tuple(log))
    while state.result is None:
        dice = random.Random(ply)
        action = bot_action(RULES, state, ply, state.turn, RULES.bots["novice"], dice)
        events, state = play_action(RULES, state, state.turn, action, chance)
        ply += 1
        log += [LoggedEvent(ply, event) for event in events]
        yield Position(len(log), state, tuple(log))


def page(position: Position, viewer: Viewer) -> str:
    """Return the table's HTML for a viewer; a seat gets its controls."""
    count = position.state.seats
    seats = [Seat(number=number, name=NAMES[number]) for number in range(count)]
    ply = position.log[-1].ply
    turn = {"code": "contract"}
    shown = TablePosition(
        rules=RULES, seats=seats, position=position, ply=ply, turn=turn, is_live=True
    )
    me = None if viewer.seat is None else seats[viewer.seat]
    context = table_context(shown, viewer, me, controls=me is not None)
    outline = render_fragment("games/zombie_rummy/table.jinja", "en", context)
    return fill_slots(outline, context["regions"])


def test_everybodys_stacks_and_the_viewers_hand_are_on_the_page() -> None:
    for position in list(positions(3, 5))[::9]:
        for viewer in (PUBLIC, Viewer(0), Viewer(2)):
            html = page(position, viewer)
            for _, stack in position.state.stacks():
                assert f'id="stack-{stack.id}"' in html
            over = position.state.result is not None
            held = len(re.findall(r'id="held-', html))
            own = () if viewer.seat is None or over else position.state.hands[viewer.seat]
            assert held == len(own)


def test_only_a_card_just_discarded_comes_from_a_seat() -> None:
    seen = set()
    for position in list(positions(3, 5))[1:60]:
        last = position.log[-1].ply
        names = {one.event.name for one in position.log if one.ply == last}
        found = re.search(r'<[^>]*id="discard-top"[^>]*>', page(position, PUBLIC))
        if found is None:
            continue
        comes = re.search(r'data-flip-from="(seat-\d)"', found[0])
        assert bool(comes) == ("card_discarded" in names)
        seen |= names
    assert {"card_discarded", "discards_taken", "card_drawn"} <= seen


def test_every_legal_action_of_the_seat_in_turn_can_be_posted() -> None:
    for position in list(positions(4, 6))[::5]:
        state = position.state
        if state.turn is None:
            continue
        html = page(position, Viewer(state.turn))
        for action in RULES.legal_actions(state, state.turn):
            assert f'data-action="{escape(canonical(action))}"' in html
        waiting = page(position, Viewer((state.turn + 1) % 4))
        assert "data-move=" not in waiting
        assert "data-action" not in waiting.replace('data-action=\'{"type":"resign"}\'', "")


def test_a_finished_round_is_in_the_score_sheet() -> None:
    *_, last = positions(3, 7)
    html = page(last, PUBLIC)
    assert html.count('<tr class="is-head">') == 2
    assert "went out" in html


def test_the_goal_stands_at_the_table_and_in_the_scores() -> None:
    html = page(next(positions(3, 7)), PUBLIC)
    assert "Round 1 of 2" in html
    assert "The match ends after 2 rounds." in html
    chance = Chance(bytes(32), "zombie_rummy")
    events, state = start_match(RULES, {"end": "score", "target": 40}, 2, chance)
    html = page(Position(1, state, tuple(LoggedEvent(0, event) for event in events)), Viewer(0))
    assert "The match ends when someone reaches +40 or −40; the highest total wins." in html
    assert "The match ends when a total reaches +40 or −40." in html


def test_what_a_round_brought_is_told_beside_the_next_one_until_everybody_had_a_turn() -> None:
    told = {}
    for position in positions(3, 7):
        state = position.state
        if state.round == 2 and state.result is None:
            told[state.turns_played] = "Round 1 is over." in page(position, Viewer(0))
    assert {turns for turns, shown in told.items() if shown} == {0, 1, 2}


def test_the_rule_book_lists_every_house_reading(client: Client, db: None) -> None:
    html = client.get("/rules/zombie_rummy/").content.decode()
    for reading in READINGS:
        assert escape(reading) in html
    assert html.count("zr-example felt") == 5
    assert set(rulebook()) >= {"kinds", "verbs", "readings"}
