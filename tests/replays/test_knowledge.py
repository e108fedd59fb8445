"""The knowledge panel: what a seat could know at a ply, and not a card more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from django.test import Client

from games.engine.hidden import SHARED, Memory, deal_anew
from games.engine.practice import played_on
from games.engine.replay import fold
from games.rules.deadline_99.cards import RANKS, unshuffled_pack
from replays.knowledge import knowledge_context, memory_at
from replays.timeline import PlyFacts, Timeline, TimelinePly, fold_timeline
from tests.replays.factories import recorded, sample, stored_match

pytestmark = pytest.mark.django_db
GAMES = recorded("hiding")


def timeline_of(game: str, number: int = 0) -> Timeline:
    record, plies = sample(game, number)
    facts = [PlyFacts(None, None, "", 0, ply.head, ply.events) for ply in plies]
    return fold_timeline(record.rules, record.options, record.holders, facts)


def samples() -> Iterator[tuple[Timeline, int, int]]:
    """Yield some positions of Deadline 99 and a seat each."""
    for number in range(9):
        timeline = timeline_of("deadline_99", number)
        for ply in range(0, timeline.last, 4):
            for seat in range(len(timeline.seats)):
                yield timeline, ply, seat


def test_out_of_sight_is_the_pack_less_the_cards_in_sight() -> None:
    for timeline, ply, seat in samples():
        options, state = timeline.options, timeline.plies[ply].state
        pack = Counter(unshuffled_pack(options["decks"], options["angel_reaper"]))
        in_sight = Counter(state.hands[seat]) + Counter(state.discard_pile)
        (unseen,) = knowledge_context(timeline, ply, seat)["knowledge"]
        assert Counter({face.code: face.count for face in unseen.faces}) == pack - in_sight


def test_the_faces_come_in_the_order_of_a_hand() -> None:
    (unseen,) = knowledge_context(timeline_of("deadline_99"), 3, 0)["knowledge"]
    ranks = [face.code[:-1] for face in unseen.faces]
    assert ranks == sorted(ranks, key=RANKS.index)


def test_a_card_taken_by_a_jack_is_remembered_by_whoever_lost_it() -> None:
    found = 0
    for timeline, ply, seat in samples():
        memory = memory_at(timeline, ply, seat)
        for other, cards in enumerate(memory.hands):
            assert cards <= Counter(timeline.plies[ply].state.hands[other])
            found += cards.total()
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_is_the_same_however_the_hidden_cards_lie(game: str) -> None:
    timeline = timeline_of(game)
    rules, ply = timeline.rules, timeline.last // 2
    for seat in range(len(timeline.seats)):
        state = timeline.plies[ply].state
        dealt = deal_anew(
            rules.hiding.hidden(state, seat), Memory(9), lambda cards: list(reversed(cards))
        )
        other = fold(rules, [played_on(seat, dealt)], state)
        assert other != state
        plies = list(timeline.plies)
        plies[ply] = TimelinePly(ply, plies[ply].facts, other, plies[ply].log_end)
        twin = Timeline(rules, timeline.options, timeline.holders, tuple(plies), timeline.log)
        assert knowledge_context(twin, ply, seat) == knowledge_context(timeline, ply, seat)


def test_the_roles_still_possible_are_those_nobody_has_shown() -> None:
    timeline = timeline_of("deadline_99", 2)
    roles = timeline.plies[0].state.roles
    assert roles is not None
    for seat in range(len(roles)):
        secrets = knowledge_context(timeline, 5, seat)["secrets"]
        if secrets is not None:
            assert timeline.seats[seat] not in secrets.seats
            assert sum(count for _, count in secrets.values) == len(secrets.seats)


def test_there_is_no_panel_for_all_hands_for_the_public_and_after_the_end() -> None:
    timeline = timeline_of("deadline_99")
    assert knowledge_context(timeline, 3, None) == {}
    assert knowledge_context(timeline, timeline.last, 0) == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_stands_on_the_page_of_a_seats_eyes(game: str, client: Client) -> None:
    match = stored_match(game)
    assert 'id="knowledge"' in client.get(f"/replays/{match.code}/?ply=3&as=1").content.decode()
    assert 'id="knowledge"' not in client.get(f"/replays/{match.code}/?as=all").content.decode()


def test_a_reshuffled_pile_was_in_sight() -> None:
    reshuffled = 0
    for timeline, ply, seat in samples():
        memory = memory_at(timeline, ply, seat)
        hidden = timeline.rules.hiding.hidden(timeline.plies[ply].state, seat)
        assert memory.pile <= Counter(hidden.piles[SHARED])
        reshuffled += memory.pile.total()
    assert reshuffled
