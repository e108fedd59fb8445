"""Mean performance: the opponents' ratings, 500 up or down, over the games that were played."""

from __future__ import annotations

from fractions import Fraction

from games.tournaments.rank.counts import NEWCOMER, performance
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line, played_lines


def met(other, result):
    ranks = {"won": [1, 2], "drawn": [1, 1], "lost": [2, 1]}[result]
    return played_lines(1, 1, [1, other], ranks, [0, 0])[1]


def value(*lines, **strengths):
    known = {int(name[1:]): rating for name, rating in strengths.items()}
    return performance(Field({1: lines}, rounds=1, strengths=known), 1)


def test_a_win_a_draw_and_a_loss():
    assert value(met(2, "won"), e2=1600) == 2100
    assert value(met(2, "drawn"), e2=1600) == 1600
    assert value(met(2, "lost"), e2=1600) == 1100


def test_it_is_the_mean_and_exact():
    games = [met(2, "won"), met(3, "lost"), met(2, "drawn")]
    assert value(*games, e2=1600, e3=1501) == Fraction(2100 + 1001 + 1600, 3)


def test_who_has_no_rating_counts_as_a_newcomer():
    assert value(met(2, "drawn")) == NEWCOMER


def test_what_was_not_played_is_no_game():
    forfeit = Line(2, "fwin", 0, (3,), table=2, seat=0)
    assert value(met(2, "won"), forfeit, e2=1600, e3=2500) == 2100
    assert value(forfeit, e3=2500) == 0
