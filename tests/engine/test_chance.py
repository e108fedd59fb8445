"""The stream of chance: what each operation draws, and that each is by itself."""

from __future__ import annotations

import hmac
from collections import Counter

import pytest

from games.engine.chance import Chance, shuffle_by, uniform_of

SEED = bytes(range(32))


def words(operation, count):
    """Recompute an operation's words from the definition alone."""
    found = []
    for block in range((count + 3) // 4):
        message = f"kibitz/1|some_game|{operation}|{block}".encode()
        digest = hmac.new(SEED, message, "sha256").digest()
        found += [int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24)]
    return found[:count]


def test_a_uniform_pick_is_the_first_word_modulo_the_count():
    chance = Chance(SEED, "some_game")
    picks = [chance.uniform(10) for _ in range(5)]
    assert picks == [words(k, 1)[0] % 10 for k in range(5)]


def test_a_shuffle_swaps_from_the_last_card_down():
    cards = list("abcdefgh")
    stream = iter(words(3, 7))
    for i in range(7, 0, -1):
        j = next(stream) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert Chance(SEED, "some_game", 3).shuffle(list("abcdefgh")) == cards


def test_one_outcome_counts_as_an_operation():
    chance = Chance(SEED, "some_game")
    assert chance.uniform(1) == 0
    assert chance.shuffle(["only"]) == ["only"]
    assert chance.shuffle([]) == []
    assert chance.operation == 3


def test_a_shuffle_leaves_its_argument_alone():
    cards = [1, 2, 3, 4]
    Chance(SEED, "some_game").shuffle(cards)
    assert cards == [1, 2, 3, 4]


def test_words_beyond_the_last_multiple_are_thrown_away():
    count = (1 << 63) + 1  # nearly half of all words are too large
    chance = Chance(SEED, "some_game")
    limit = (1 << 64) // count * count
    for k in range(20):
        expected = next(word for word in words(k, 40) if word < limit) % count
        assert chance.uniform(count) == expected


@pytest.mark.parametrize("count", [3, 10, 52, 1000, (1 << 63) + 1])
def test_a_word_counts_up_to_the_last_multiple_and_no_further(count):
    limit = (1 << 64) - (1 << 64) % count
    assert uniform_of(iter([limit - 1]), count) == count - 1
    assert uniform_of(iter([limit, (1 << 64) - 1, 2]), count) == 2


def test_a_shuffle_throws_such_words_away_too():
    cards = list("abc")
    shuffle_by(iter([(1 << 64) - 1, 0, 1]), cards)
    assert cards == ["c", "b", "a"]


def test_picks_are_spread_evenly():
    chance = Chance(SEED, "some_game")
    seen = Counter(chance.uniform(6) for _ in range(6000))
    assert all(880 < seen[face] < 1120 for face in range(6))


def test_nothing_can_be_picked_from_nothing():
    with pytest.raises(ValueError, match="outcome"):
        Chance(SEED, "some_game").uniform(0)
