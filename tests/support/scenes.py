"""A position of a game's as its regions show it to somebody, without a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.engine.contract import JsonObject, Rules
from games.engine.showing import Region, Scene
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.matches.fragments import RenderedRegion, fill_slots, render_fragment
from games.matches.models import Seat
from games.matches.presenters import seat_facts, table_of


@dataclass(frozen=True)
class Page:
    """The regions of a game's table by id, and their layout."""

    rules: Rules
    regions: dict[str, Region]
    layout: JsonObject
    is_over: bool

    def __getitem__(self, name: str) -> JsonObject:
        """Return the arguments of a region."""
        return self.regions[name].arguments

    def __contains__(self, name: str) -> bool:
        """Tell whether there is such a region."""
        return name in self.regions

    def html(self, language: str = "en") -> str:
        """Return the game's own table, filled."""
        context = {**self.layout, "over": self.is_over, "code": "contract"}
        outline = render_fragment(f"games/{self.rules.meta.key}/table.jinja", language, context)
        regions = {key: RenderedRegion(one, language) for key, one in self.regions.items()}
        return fill_slots(outline, regions)


def page_of(rules: Rules, state: Any, viewer: Viewer = PUBLIC, me: int | None = None) -> Page:
    """Return what `viewer` is shown; `me` is who sits at the bottom, where that is not they."""
    everybodys = _scene(rules, state, viewer if viewer.sees_all else PUBLIC)
    own = _scene(rules, state, viewer)
    if viewer.seat is not None and not viewer.sees_all and viewer.seat == rules.to_act(state):
        own = replace(own, legal=sorted_actions(rules.legal_actions(state, viewer.seat)))
    own = replace(own, me=viewer.seat if me is None else me, controls=viewer.seat is not None)
    table = table_of(rules)
    regions = [*table.public(everybodys), *(table.private(own) if own.me is not None else ())]
    layout = {**table.layout(own), "is_open": own.is_open, "is_live": own.controls}
    return Page(rules, {region.id: region for region in regions}, layout, own.is_over)


def _scene(rules: Rules, state: Any, viewer: Viewer) -> Scene:
    view = snapshot(rules, state, 0, viewer)
    seats = [Seat(number=n, name=f"Player {n}") for n in range(len(view["resigned"]))]
    is_open = viewer.sees_all or view["finished"]
    return Scene(view=view, seats=seat_facts(seats, view), is_open=is_open)
