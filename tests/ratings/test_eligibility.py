"""What is rated, and where leavers rank (tournaments 1.4, "Who counts")."""

from __future__ import annotations

import pytest

from games.ratings.eligibility import SENTENCES, MatchFacts, ranks_with_leavers, unrated_reason


def test_an_ordinary_match_is_rated():
    assert unrated_reason(MatchFacts("ffa", (1, 2, 3))) == ""
    assert unrated_reason(MatchFacts("ffa", (1, 1))) == ""


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"guests": 1}, "guest"),
        ({"bots": 1}, "bot"),
        ({"aborted": True}, "aborted"),
        ({"first_turn_taken": False}, "not_begun"),
        ({"marked_unrated": True}, "marked"),
        ({"casual": True}, "casual"),
    ],
)
def test_what_is_not_rated_says_why(facts, reason):
    assert unrated_reason(MatchFacts("ffa", (1, 2), **facts)) == reason
    assert SENTENCES[reason].startswith("Not rated: ")


def test_a_group_match_without_a_winning_side_is_not_rated():
    assert unrated_reason(MatchFacts("group", (1, 1, 1))) == "no_winner"
    assert unrated_reason(MatchFacts("group", (1, 2, 2))) == ""


@pytest.mark.parametrize(
    ("ranks", "left", "expected"),
    [
        ([1, 2, 3, 4], [None] * 4, [1, 2, 3, 4]),
        ([1, 2, 3, 4], [10.0, None, None, None], [4, 1, 2, 3]),
        ([1, 2, 3, 4], [10.0, 20.0, None, None], [4, 3, 1, 2]),
        ([1, 1, 3, 4], [None, None, 5.0, 5.0], [1, 1, 3, 3]),
    ],
)
def test_leavers_rank_behind_all_who_stayed_later_ones_first(ranks, left, expected):
    assert ranks_with_leavers(ranks, left) == expected
