"""Divide a draw pile into stocks, one for each seat, so that nobody's draws depend on others. Pure.

A duplicate event deals the same cards at every table; with one pile for all, the first player who
draws a card more would shift everybody's next cards. A divided pile stays one tuple, seat 0's stock
first, each stock's last card on top; `sizes` says how many cards are in each. Without sizes, the
pile is everybody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from games.engine.contract import Event, Option, Options
from games.engine.text import Phrase, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

KEY = "own_stocks"
Cards = tuple[str, ...]
Sizes = tuple[int, ...]

OWN_STOCKS = Option(
    key=KEY,
    label=gettext_noop("Own stocks"),
    help=gettext_noop("Each player draws from a stock of their own."),
    values=lambda seats, chosen: (True,),
    default=lambda seats, chosen: True,
    rare=True,
)
DIVIDED = gettext_noop("Each player draws from a stock of their own.")


def has_own_stocks(options: Options) -> bool:
    """Tell whether each seat draws from its own stock; options without the key mean no."""
    return bool(options.get(KEY, False))


@value
class StocksMade(Event):
    """The draw pile was divided into stocks, in public, face down: how many cards for each seat."""

    name: ClassVar[str] = "stocks_made"
    sizes: Sizes

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(DIVIDED)


def dealt_out(pile: Sequence[str], order: Sequence[int]) -> list[Cards]:
    """Return the stocks by seat of a pile dealt from its top, card by card, in this order.

    So a game in which everybody draws one card a turn goes as it would from the undivided pile.
    """
    from_top = pile[::-1]
    dealt = {seat: tuple(from_top[at :: len(order)][::-1]) for at, seat in enumerate(order)}
    return [dealt[seat] for seat in sorted(dealt)]


def together(stocks: Sequence[Cards]) -> tuple[Cards, Sizes]:
    """Return the stocks as one pile, and their sizes."""
    return tuple(card for stock in stocks for card in stock), tuple(map(len, stocks))


def left_for(pile: Cards, sizes: Sizes, seat: int) -> int:
    """Return how many cards the seat can draw."""
    return sizes[seat] if sizes else len(pile)


def top_for(pile: Cards, sizes: Sizes, seat: int, count: int = 1) -> Cards:
    """Return the cards the seat draws next, at most `count`, the top card first."""
    end = sum(sizes[: seat + 1]) if sizes else len(pile)
    return pile[end - min(count, left_for(pile, sizes, seat)) : end][::-1]


def without_top(pile: Cards, sizes: Sizes, seat: int, count: int = 1) -> tuple[Cards, Sizes]:
    """Return pile and sizes after the seat has drawn `count` cards."""
    if not sizes:
        return pile[: len(pile) - count], sizes
    end = sum(sizes[: seat + 1])
    left = (*sizes[:seat], sizes[seat] - count, *sizes[seat + 1 :])
    return pile[: end - count] + pile[end:], left


def spread(sizes: Sequence[int]) -> str:
    """Return how many cards the stocks have, as a table shows it: “11–12”; empty without stocks."""
    least, most = min(sizes, default=0), max(sizes, default=0)
    if not sizes:
        return ""
    return str(most) if least == most else f"{least}–{most}"


def shown(sizes: Sizes) -> dict[str, Any]:
    """Return the part of a view that tells everybody the sizes; nothing for an undivided pile."""
    return {"stocks": list(sizes)} if sizes else {}
