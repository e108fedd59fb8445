"""What a table tells a player of the others’ moves since their own: true, and in its place."""

from __future__ import annotations

from games.engine.contract import Rules
from games.engine.viewer import PUBLIC, Viewer
from games.matches.log import MOST_TOLD, since_then
from games.matches.presenters import table_of
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch
from tests.contract.tables import looked_at, positions, tables

NOBODY = 99


def test_it_tells_lines_of_ones_own_log_after_ones_last_move_and_first_what_was_done_to_one(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    told = 0
    for played in matches[:4]:
        for ply, position in positions(played, played.sample(12)):
            looked = looked_at(played, ply, position)
            for seat in range(len(looked.seats)):
                viewer = Viewer(seat)
                own = [at for at, one in enumerate(position.log) if one.ply and acted(one) == seat]
                since = since_then(position.log, looked.lines, viewer, seat, table_of(rules))
                known = {line.index: line for line in looked.lines(viewer, 0)}
                for line in since.lines if since else ():
                    assert line.html == known[line.number].html
                    assert not own or line.number > own[-1]
                    assert line.is_mine == (seat in known[line.number].seats)
                marks = [line.is_mine for line in since.lines] if since else []
                assert marks == sorted(marks, reverse=True)
                told += len(marks)
    assert told > 20


def acted(logged: object) -> int | None:
    """Return the seat of an event that only its actor causes, on the actor's own ply."""
    event = getattr(logged, "event", None)
    alone = {"card_played", "card_discarded", "passed", "kept"}
    return getattr(event, "seat", None) if getattr(event, "name", "") in alone else None


def test_each_line_has_a_place_on_the_page(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches[:4]:
        for ply, position in positions(played, played.sample(12)):
            for viewer, table in tables(played, ply, position, viewers_of(played)).items():
                since = table.projection.scene.since
                assert since is None or viewer != PUBLIC
                html = table.html()
                for line in since.lines if since else ():
                    places = [place for place in line.places if f'id="{place}"' in html]
                    assert places or not line.places, (viewer, ply.number, line)


def test_a_long_absence_is_summed_up(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    longest = max(matches, key=lambda played: len(played.plies))
    ((ply, position),) = positions(longest, longest.plies[-1:])
    looked = looked_at(longest, ply, position)
    since = since_then(position.log, looked.lines, PUBLIC, NOBODY, table_of(rules))
    assert since is not None
    assert len(since.lines) <= MOST_TOLD
    plies = {line.ply for line in looked.lines(PUBLIC, 0)} - {0}
    told = {position.log[line.number].ply for line in since.lines}
    assert 0 < sum(count for _, count in since.rest) <= len(plies - told)
