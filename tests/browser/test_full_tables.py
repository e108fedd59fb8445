"""However full a table and large a hand: nothing that may be clicked is covered or out of reach."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.engine.plain import plain_text
from games.engine.viewer import Viewer
from games.registry import all_rules
from tests.browser.people import open_match, seated
from tests.gallery.reach import out_of_reach
from tests.gallery.steps import LARGEST_HAND, fill_hand
from tests.gallery.visit import SIZES, beyond
from tests.replays.factories import GOLDEN, SAMPLES, sample, stored_match

pytestmark = pytest.mark.browser

WINDOWS = (*SIZES.values(), (844, 390))


class Full(NamedTuple):
    """A position of a record, the seat to act, and how much it sees or may do."""

    much: int
    record: int | str
    ply: int
    seat: int


def records(game: str) -> list[int | str]:
    """Return what names a game's golden records, the samples and its own."""
    samples = sorted((SAMPLES / game).glob("??.json"))
    own = sorted((GOLDEN / game).glob("*.json"))
    return [*(int(path.stem) for path in samples), *(path.stem for path in own)]


def fullest(game: str) -> dict[tuple[int, str], Full]:
    """Return, by the number of seats, where somebody sees most and where they may do most."""
    found: dict[tuple[int, str], Full] = {}
    for number in records(game):
        record, plies = sample(game, number)
        rules, seats = record.rules, len(record.seats)
        for ply, one in enumerate(plies):
            if (seat := rules.to_act(one.state)) is not None:
                seen = len(plain_text(rules.observe(one.state, Viewer(seat))))
                may = len(rules.legal_actions(one.state, seat))
                for what, much in (("seen", seen), ("may", may)):
                    if (seats, what) not in found or found[seats, what].much < much:
                        found[seats, what] = Full(much, number, ply, seat)
    return found


@pytest.mark.parametrize("game", list(all_rules()))
def test_all_that_may_be_clicked_can_be_at_the_fullest_tables(
    new_context: Any, site: str, game: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    tables, meta = fullest(game), all_rules()[game].meta
    recorded = {seats for seats, _ in tables}
    assert {meta.min_seats, meta.max_seats} <= recorded, "golden records of these seats are missing"
    wrong = []
    for (seats, _), full in sorted(tables.items()):
        match = stored_match(game, full.record, users={full.seat: ada}, plies=full.ply)
        open_match(page, site, match)
        for hand in (0, LARGEST_HAND):
            fill_hand(page, hand)
            for window in WINDOWS:
                page.set_viewport_size({"width": window[0], "height": window[1]})
                where = (
                    f"{seats} seats, {full.record} at {full.ply}, {hand or 'own'} cards, {window}"
                )
                wrong += [f"{where}: {one}" for one in (*out_of_reach(page), *beyond(page))]
    assert not wrong, "\n".join(wrong)
