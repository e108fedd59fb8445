"""What a table shows, as regions: whole, of the right viewer's view, and the same by every way."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.engine.canonical import canonical
from games.engine.contract import Rules
from games.engine.showing import Region, Scene
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.matches.fragments import SLOT
from games.matches.live import LiveTable, SentTable
from games.matches.log import LOG_LINES
from games.matches.presenters import project_private, project_public, table_of
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch, Ply
from tests.contract.tables import looked_at, positions, tables, with_state
from tests.contract.twins import face_groups, twin_of
from tests.support.told import Told, element

WORD = re.compile(r"\w+")
TAG = re.compile(r"<[^>]*>")
BETWEEN_TAGS = re.compile(r"(?<=>)\s+|\s+(?=<)")
LINE = re.compile(r'<li id="log-\d+">.*?</li>')
PROJECTED = re.compile(r'<span class="zr-board__now".*?</span>', re.DOTALL)
"""A total if the round ended now: a player's own counts the hand that only they see."""
ADDRESSED = {"turn", "ticker", "plan-hint", "result", "rows"}
"""Public regions that say the same to a player in other words.

"rows", of games without a table of their own, name the cards that others read the number of.
"""
NOW = re.compile(r' data-now="[^"]*"')


def looks_of(played: PlayedMatch) -> list[tuple[Viewer, int | None]]:
    """Return (whose eyes, from which seat) as pages show a position, an open replay included."""
    seated = [(viewer, viewer.seat) for viewer in viewers_of(played)]
    return [*seated, (OPEN_TABLE, None), (OPEN_TABLE, 0), (PUBLIC, 0)]


def scenes(played: PlayedMatch, count: int) -> list[Scene]:
    """Return some positions of a match as all kinds of viewers are shown them."""
    found = []
    for ply, position in positions(played, played.sample(count)):
        looked = looked_at(played, ply, position)
        for viewer, seat in looks_of(played):
            me = None if seat is None else looked.seats[seat]
            controls = viewer.seat is not None
            public = project_public(looked, viewer if viewer.sees_all else PUBLIC)
            found.append(project_private(public, viewer, me, controls=controls).scene)
    return found


def regions_of(rules: Rules, scene: Scene) -> list[list[Region]]:
    showing = table_of(rules)
    return [list(showing.public(scene)), list(showing.private(scene))]


def test_regions_are_plain_data_made_from_the_view_alone(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for scene in scenes(played, 6):
            before = canonical(scene.view)
            found = regions_of(rules, scene)
            for regions in found:
                assert len({region.id for region in regions}) == len(regions)
                assert all(canonical(region.arguments) for region in regions)
            assert canonical(table_of(rules).layout(scene))
            assert canonical(scene.view) == before
            again = replace(scene, view=copy.deepcopy(scene.view))
            assert regions_of(rules, again) == found


def standing(table: LiveTable) -> list[str]:
    """Return the ids of the regions on a page, in order: those for which there is a slot."""

    def within(html: str) -> list[str]:
        found = []
        for name in SLOT.findall(html):
            found += [name, *within(table.regions[name].html)]
        return found

    return within(table.outline())


def test_every_region_stands_once_on_the_page_and_every_place_is_taken(
    matches: tuple[PlayedMatch, ...],
) -> None:
    for played in matches:
        for ply, position in positions(played, played.sample(8)):
            for table in tables(played, ply, position, viewers_of(played)).values():
                assert sorted(standing(table)) == sorted(table.regions)


def test_a_region_is_one_element_that_has_its_id(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply, position in positions(played, played.sample(8)):
            for table in tables(played, ply, position, viewers_of(played)).values():
                for region in table.regions.values():
                    html = region.html.strip()
                    assert element(html, region.region.id) == html


def words_of(table: LiveTable, name: str) -> Counter[str]:
    """Return the words that a region shows, each as often as it stands there."""
    html = PROJECTED.sub(" ", table.regions[name].html)
    return Counter(WORD.findall(TAG.sub(" ", html)))


def test_each_seat_is_shown_all_that_a_spectator_is_shown(
    matches: tuple[PlayedMatch, ...],
) -> None:
    for played in matches:
        for ply, position in positions(played, played.sample(8)):
            everybodys = project_public(looked_at(played, ply, position)).regions
            shown = tables(played, ply, position, viewers_of(played))
            watched = shown.pop(PUBLIC)
            for table in shown.values():
                assert set(standing(watched)) <= set(standing(table))
                for name in everybodys.keys() - ADDRESSED:
                    assert words_of(watched, name) <= words_of(table, name)


def test_what_changes_makes_the_same_page_as_drawing_it_whole(
    matches: tuple[PlayedMatch, ...],
) -> None:
    """Every message of a link, each after the other, and some after others were lost."""
    for played in matches:
        viewers = viewers_of(played)
        sent, pages = [{viewer: kind() for viewer in viewers} for kind in (SentTable, Told)]
        numbers = {*range(20), *(ply.number for ply in played.sample(10))}
        plies = [ply for ply in played.plies if ply.number in numbers]
        for ply, position in positions(played, plies):
            found = tables(played, ply, position, viewers, is_first=ply is plies[0])
            for viewer, table in found.items():
                page = pages[viewer].read(sent[viewer].message(table))
                assert comparable(page) == comparable(table.html()), (viewer, ply.number)


def comparable(page: object) -> str:
    """Return a page without what two drawings differ in: time, white space, and old lines."""
    text = BETWEEN_TAGS.sub("", NOW.sub("", str(page)))
    old = LINE.findall(text)[:-LOG_LINES]
    return text.replace("".join(old), "") if old else text


def test_what_a_viewer_cannot_see_changes_nothing_on_their_page(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """Deal anew all that is hidden: every region stays, the public ones among them."""
    changed = 0
    for played in matches:
        groups, dice = face_groups(played), random.Random(played.seed)
        going_on = [ply for ply in played.sample(12) if rules.result(ply.state) is None]
        for ply, position in positions(played, going_on):
            for viewer in viewers_of(played):
                twin = twin_of(played, ply, viewer, groups, dice)
                changed += twin != ply.state
                other = with_state(position, twin)
                assert_same_page(played, ply, [position, other], viewer)
    assert changed > 50


def assert_same_page(
    played: PlayedMatch, ply: Ply, worlds: Sequence[object], viewer: Viewer
) -> None:
    one, other = [tables(played, ply, world, [viewer])[viewer] for world in worlds]
    shown, others = ([found.region for found in table.regions.values()] for table in (one, other))
    assert shown == others
    assert one.frame == other.frame
    assert one.projection.lines() == other.projection.lines()
