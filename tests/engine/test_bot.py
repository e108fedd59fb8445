"""A bot's dice, against the words that the record format specifies."""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from games.engine.bot import BotDice

SEED = bytes(range(32))


def words() -> Iterator[int]:
    """Yield the words of seat 3 at ply 17, written down from the spec."""
    block = 0
    while True:
        message = f"kibitz-bot/1|deadline_99|3|17|{block}"
        whole = hmac.new(SEED, message.encode(), "sha256").digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(whole[start : start + 8], "big")
        block += 1


def dice() -> BotDice:
    return BotDice(SEED, "deadline_99", 3, 17)


def test_numbers_are_the_words_in_order_modulo_their_range() -> None:
    own, expected = dice(), words()
    assert [own.randrange(7) for _ in range(9)] == [next(expected) % 7 for _ in range(9)]
    assert own.randrange(1) == 0
    assert own.choice("abc") == "abc"[next(expected) % 3]
    assert own.random() == (next(expected) >> 11) / 2**53


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    own, expected, cards = dice(), words(), list(range(10))
    for last in range(9, 0, -1):
        j = next(expected) % (last + 1)
        cards[last], cards[j] = cards[j], cards[last]
    mixed = list(range(10))
    own.shuffle(mixed)
    assert mixed == cards
    assert dice().sample(range(10), 4) == cards[:4]


def test_seat_ply_and_game_each_give_other_dice() -> None:
    others = [("deadline_99", 3, 18), ("deadline_99", 4, 17), ("zombie_rummy", 3, 17)]
    drawn = {BotDice(SEED, *one).randrange(2**60) for one in others}
    assert len(drawn | {dice().randrange(2**60)}) == 4
