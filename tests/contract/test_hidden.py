"""What a seat cannot see, what it is sure of, and dealing the rest anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine.codec import decode_event, encode_event
from games.engine.contract import Rules
from games.engine.hidden import Hidden, Memory, deal_anew
from games.engine.match import play_action
from games.engine.practice import played_on
from games.engine.replay import fold
from games.engine.rollout import imagine
from games.engine.snapshot import legal_list, snapshot
from games.engine.viewer import Viewer
from tests.contract.faces import hidden as hidden_values
from tests.contract.matches import PlayedMatch, Ply
from tests.support.deals import dice_of

pytestmark = pytest.mark.needs("hiding")
DEALS = 3
"""How often each position is dealt anew to each seat: some 30,000 positions of all games."""


def unfinished(played: PlayedMatch, count: int) -> list[Ply]:
    """Return some plies after which there is still something hidden."""
    return [ply for ply in played.sample(count) if played.rules.result(ply.state) is None]


def walk(
    rules: Rules, played: PlayedMatch, seat: int
) -> Iterator[tuple[Ply, Memory, Counter[str]]]:
    """Yield each ply with what `seat` is sure of after it, and the cards a line has told it."""
    memory, told = Memory(played.seats), Counter[str]()
    for ply in played.plies:
        for event in ply.events:
            line = event.seen_by(Viewer(seat))
            told.update(line.cards() if line else ())
            if rules.hiding.recall is not None:
                rules.hiding.recall(memory, event, seat)
        yield ply, memory, told


def test_what_is_hidden_is_what_the_view_hides(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in unfinished(played, 30):
            for seat in range(played.seats):
                view = rules.observe(ply.state, Viewer(seat))
                shown = list(hidden_values(rules.snapshot(ply.state), view))
                lists = sorted(tuple(v) for _, v in shown if isinstance(v, list) and v)
                found = rules.hiding.hidden(ply.state, seat)
                places = [*found.hands.values(), *(pile for pile in found.piles.values() if pile)]
                assert sorted(places) == lists
                secrets = sorted(v for _, v in shown if isinstance(v, str))
                assert sorted(found.secrets.values()) == secrets


def test_a_seat_is_sure_only_of_what_is_true_and_was_told(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    sure, noted = 0, False
    for played in matches:
        for seat in range(played.seats):
            for ply, memory, told in walk(rules, played, seat):
                found = rules.hiding.hidden(ply.state, seat)
                sure += len(memory.notes)
                for other, cards in enumerate(memory.hands):
                    if other != seat:
                        assert cards <= Counter(found.hands.get(other, ()))
                        assert set(cards) <= set(told)
                        sure += cards.total()
                assert all(memory.pile <= Counter(pile) for pile in found.piles.values())
                noted |= bool(memory.notes)
    assert sure or noted or rules.hiding.recall is None, "recall keeps nothing: leave it out"


def test_dealing_anew_changes_nothing_that_the_seat_sees(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    dice, changed = random.Random(7), 0
    for played in matches:
        for ply in unfinished(played, 12):
            for seat in range(played.seats):
                found = rules.hiding.hidden(ply.state, seat)
                dealt = deal_anew(found, Memory(played.seats), lambda c: dice.sample(c, len(c)))
                assert_same_places(found, dealt)
                event = played_on(seat, dealt)
                again = decode_event(rules, *encode_event(event))
                state = fold(rules, [again], ply.state)
                assert_dealt(rules.hiding.hidden(state, seat), dealt)
                view = snapshot(rules, state, ply.number, Viewer(seat))
                assert view == snapshot(rules, ply.state, ply.number, Viewer(seat))
                if seat == rules.to_act(state):
                    assert legal_list(rules, state) == legal_list(rules, ply.state)
                changed += state != ply.state
    assert changed


def assert_same_places(found: Hidden, dealt: Hidden) -> None:
    """Check that every place holds as many cards as before, and all of them the same."""
    for owner in found.piles:
        assert dealt.unseen(owner) == found.unseen(owner)
        assert len(dealt.piles[owner]) == len(found.piles[owner])
    assert {seat: len(hand) for seat, hand in dealt.hands.items()} == {
        seat: len(hand) for seat, hand in found.hands.items()
    }
    assert sorted(dealt.secrets.values()) == sorted(found.secrets.values())


def assert_dealt(now: Hidden, dealt: Hidden) -> None:
    """Check that everything hidden is what was dealt, and that every secret can be named."""
    assert {seat: Counter(hand) for seat, hand in now.hands.items()} == {
        seat: Counter(hand) for seat, hand in dealt.hands.items()
    }
    assert now.piles == dealt.piles
    assert now.secrets == dealt.secrets
    assert set(now.secrets.values()) <= set(now.words)


def test_what_a_seat_is_sure_of_stays_where_it_is(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    dice = random.Random(8)
    for played in matches:
        for seat in range(played.seats):
            for ply, memory, _ in walk(rules, played, seat):
                if ply.number % 5:
                    continue
                found = rules.hiding.hidden(ply.state, seat)
                dealt = deal_anew(found, memory, lambda c: dice.sample(c, len(c)))
                assert_same_places(found, dealt)
                for other, cards in enumerate(memory.hands):
                    if other != seat:
                        assert cards <= Counter(dealt.hands.get(other, ()))
                assert all(memory.pile <= Counter(pile) for pile in dealt.piles.values())


def test_whoever_is_to_act_in_a_position_dealt_anew_can_act(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """What the rules have found of a hidden hand, that it holds a certain set say, still holds."""
    dice = dice_of(f"dealt anew {rules.meta.key}")
    for played in matches:
        for seat in range(played.seats):
            for ply, memory, _ in walk(rules, played, seat):
                for state in [imagine(rules, ply.state, seat, memory, dice) for _ in range(DEALS)]:
                    if (actor := rules.to_act(state)) is not None:
                        assert rules.legal_actions(state, actor), (seat, ply.number)
                        default = rules.default_action(state, actor)
                        play_action(rules, state, actor, default, ply.chance(played))


def test_the_new_deal_does_not_depend_on_the_old_one(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """The same hidden faces in other places, dealt by the same dice, end in the same places."""
    played = matches[0]
    for ply in played.sample(6):
        found = rules.hiding.hidden(ply.state, 0)
        memory = Memory(played.seats)
        mixed = deal_anew(found, memory, lambda c: random.Random(3).sample(c, len(c)))
        for one in (found, mixed):
            dealt = deal_anew(one, memory, lambda c: random.Random(4).sample(c, len(c)))
            if one is found:
                first = dealt
        assert dealt == first


def test_what_was_dealt_anew_is_told_to_whoever_holds_it() -> None:
    event = played_on(0, Hidden({1: ("AS",)}, {-1: ()}, {}))
    assert event.seen_by(Viewer(1)).cards() == ("AS",)
    assert event.seen_by(Viewer(0)).cards() == ()
    assert event.seen_by(Viewer()).cards() == ()
