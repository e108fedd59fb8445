"""The pages of events, for the list in `pages.py`."""

from __future__ import annotations

from games.broadcasts.models import Broadcast, Show
from games.tournaments.addresses import door_key, entrant_key
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.gallery.names import CHINESE, LONGEST, ME
from tests.gallery.page import Page, at, of_event
from tests.gallery.world import World


def entrant_path(world: World) -> str:
    """Return the private address of somebody who plays on paper; it leads to the own page."""
    event = Tournament.objects.get(code=world.event("paper"))
    key = entrant_key(event, load_state(event).entries[1])
    return f"/tournaments/{event.code}/at/{key}/"


def beside_path(world: World) -> str:
    """Return the address of one deal's replays, side by side."""
    codes = Tournament.objects.get(code=world.event("duplicate")).tables.order_by("table")
    of = "&".join(f"of={code}" for code in codes.values_list("match__code", flat=True))
    return f"/replays/beside/?{of}&ply=9&as=0"


def shown_path(world: World, tail: str = "") -> str:
    """Return the address of the broadcast of that evening's first table."""
    show = Show.objects.filter(broadcast__tournament__code=world.event("duplicate"))[0]
    return f"/broadcasts/{show.broadcast.code}/{show.match.code}/{tail}"


def broadcast_path(world: World, tail: str = "") -> str:
    """Return the address of that evening's broadcast."""
    shown = Broadcast.objects.get(tournament__code=world.event("duplicate"))
    return f"/broadcasts/{shown.code}/{tail}"


def why_bye_path(world: World) -> str:
    """Return why somebody skips the first round of a knockout."""
    event = Tournament.objects.get(code=world.event("knockout"))
    entry = next(iter(load_state(event).rounds[0].unplayed))
    return f"/tournaments/{event.code}/why/1/bye/{entry}/"


def door_path(world: World) -> str:
    """Return the address at an event's door; it leads to the page there."""
    event = Tournament.objects.get(code=world.event("coming"))
    return f"/tournaments/{event.code}/door/{door_key(event, load_state(event))}/"


def series(world: World) -> int:
    """Return the number of the series that goes on."""
    return world.club.seasons.get(is_series=True, is_open=True).pk


EVENTS = (
    Page("broadcast", "broadcasts:show", broadcast_path),
    Page("broadcast-table", "broadcasts:table", lambda w: shown_path(w, "?ply=9"), CHINESE),
    Page("broadcast-stream", "broadcasts:stream", lambda w: broadcast_path(w, "stream/")),
    Page(
        "broadcast-event",
        "broadcasts:event",
        lambda w: f"/broadcasts/of/{w.event('duplicate')}/",
        ME,
    ),
    Page(
        "broadcast-start", "broadcasts:event", lambda w: f"/broadcasts/of/{w.event('running')}/", ME
    ),
    Page("tournaments", "tournaments:list", at("/tournaments/")),
    Page("club-events", "tournaments:list", lambda w: f"/tournaments/?club={w.club.slug}"),
    Page(
        "tournament-new", "tournaments:new", lambda w: f"/tournaments/new/?club={w.club.slug}", ME
    ),
    Page(
        "tournament-create",
        "tournaments:create",
        lambda w: f"/tournaments/new/deadline_99/?club={w.club.slug}",
        ME,
    ),
    Page(
        "tournament-create-arena",
        "tournaments:create",
        lambda w: f"/tournaments/new/death_frontline/?club={w.club.slug}&format=arena",
        ME,
    ),
    Page(
        "tournament-create-choices",
        "tournaments:create",
        lambda w: f"/tournaments/new/zombie_rummy/?club={w.club.slug}&tie_breaks=own&half_byes=2",
        ME,
    ),
    Page(
        "tournament-import",
        "tournaments:import",
        lambda w: f"/tournaments/import/?club={w.club.slug}",
        ME,
    ),
    Page("season", "tournaments:season", lambda w: f"/tournaments/seasons/{w.season.pk}/", ME),
    Page("series", "tournaments:season", lambda w: f"/tournaments/seasons/{series(w)}/", ME),
    Page(
        "series-preview",
        "tournaments:season_preview",
        lambda w: f"/tournaments/seasons/{series(w)}/preview?points=10+6+3",
        ME,
    ),
    Page("champions", "club_events:champions", lambda w: f"/clubs/{w.club.slug}/champions/", ME),
    Page(
        "champions-visitor",
        "club_events:champions",
        lambda w: f"/clubs/{w.club.slug}/champions/",
    ),
    Page("tournament-imported", "tournaments:overview", of_event("brought"), ME),
    Page("tournament-coming", "tournaments:overview", of_event("coming"), LONGEST),
    Page("tournament-stranger", "tournaments:overview", of_event("coming")),
    Page("tournament", "tournaments:overview", of_event("running"), ME),
    Page("tournament-over", "tournaments:overview", of_event("over")),
    Page("tournament-rounds", "tournaments:rounds", of_event("running", "rounds/"), ME),
    Page(
        "tournament-rounds-ahead",
        "tournaments:rounds",
        of_event("everybody", "rounds/?round=3"),
        ME,
    ),
    Page("tournament-standings", "tournaments:standings", of_event("over", "standings/"), ME),
    Page("tournament-reasons", "tournaments:reasons", of_event("over", "standings/1/"), ME),
    Page("tournament-why", "tournaments:why", of_event("over", "why/1/1/"), ME),
    Page("tournament-why-arena", "tournaments:why", of_event("arena", "why/1/1/")),
    Page("tournament-why-bye", "tournaments:why_bye", why_bye_path, ME),
    Page("tournament-crosstable", "tournaments:crosstable", of_event("over", "crosstable/"), ME),
    Page("tournament-draws", "tournaments:draws", of_event("over", "draws/"), ME),
    Page("tournament-schedule", "tournaments:schedule", of_event("running", "schedule/"), ME),
    Page(
        "tournament-schedule-ahead",
        "tournaments:schedule",
        of_event("everybody", "schedule/"),
        ME,
    ),
    Page("tournament-console", "tournaments:console", of_event("running", "console/"), ME),
    Page(
        "tournament-console-judge",
        "tournaments:console",
        of_event("running", "console/"),
        CHINESE,
    ),
    Page("tournament-entry", "tournaments:entry", of_event("running", "console/entry/2/"), ME),
    Page("tournament-table", "tournaments:table", of_event("running", "console/table/1/1/"), ME),
    Page("tournament-journal", "tournaments:journal", of_event("over", "console/journal/"), ME),
    Page("tournament-console-coming", "tournaments:console", of_event("coming", "console/"), ME),
    Page("tournament-settings", "tournaments:settings", of_event("coming", "settings/"), ME),
    Page("tournament-console-paper", "tournaments:console", of_event("paper", "console/"), ME),
    Page("tournament-entry-guest", "tournaments:entry", of_event("paper", "console/entry/1/"), ME),
    Page("tournament-slips", "tournaments:slips", of_event("paper", "slips/"), ME),
    Page("tournament-poster", "tournaments:poster", of_event("coming", "poster/"), ME),
    Page("tournament-mine", "tournaments:mine", entrant_path),
    Page("tournament-door", "tournaments:door", door_path),
    Page("tournament-linked", "tournaments:linked", of_event("running", "linked/"), ME),
    Page("tournament-bracket", "tournaments:bracket", of_event("knockout", "bracket/")),
    Page("tournament-brackets", "tournaments:bracket", of_event("double", "bracket/"), ME),
    Page("tournament-bracket-tables", "tournaments:bracket", of_event("tables", "bracket/")),
    Page("tournament-standings-cut", "tournaments:standings", of_event("cut", "standings/"), ME),
    Page("tournament-paced", "tournaments:overview", of_event("paced"), ME),
    Page("tournament-paced-console", "tournaments:console", of_event("paced", "console/"), ME),
    Page("tournament-paced-hall", "tournaments:hall", of_event("paced", "hall/")),
    Page("tournament-arena", "tournaments:overview", of_event("arena"), ME),
    Page("tournament-arena-games", "tournaments:rounds", of_event("arena", "rounds/"), ME),
    Page("tournament-arena-standings", "tournaments:standings", of_event("arena", "standings/")),
    Page("tournament-arena-reasons", "tournaments:reasons", of_event("arena", "standings/1/")),
    Page("tournament-arena-console", "tournaments:console", of_event("arena", "console/"), ME),
    Page("tournament-arena-hall", "tournaments:hall", of_event("arena", "hall/")),
    Page("tournament-teams", "tournaments:teams", of_event("teams", "teams/"), ME),
    Page("tournament-team", "tournaments:team", of_event("teams", "teams/11/"), ME),
    Page("tournament-teams-rounds", "tournaments:rounds", of_event("teams", "rounds/"), ME),
    Page("tournament-teams-standings", "tournaments:standings", of_event("teams", "standings/")),
    Page("tournament-teams-console", "tournaments:console", of_event("teams", "console/"), ME),
    Page("tournament-teams-coming", "tournaments:teams", of_event("teams-coming", "teams/"), ME),
    Page("tournament-qualifiers", "tournaments:qualifiers", of_event("coming", "qualifiers/"), ME),
    Page("tournament-groups-standings", "tournaments:standings", of_event("groups", "standings/")),
    Page("tournament-embed", "tournaments:embed", of_event("running", "embed/")),
    Page("tournament-hall", "tournaments:hall", of_event("running", "hall/")),
    Page("tournament-hall-over", "tournaments:hall", of_event("over", "hall/")),
    Page("tournament-deal", "tournaments:deal", of_event("duplicate", "deals/1/"), ME),
    Page("tournament-luck", "tournaments:luck", of_event("duplicate", "luck/"), ME),
    Page("tournament-deal-open", "tournaments:deal", of_event("duplicate open", "deals/1/"), ME),
    Page("tournament-duplicate", "tournaments:rounds", of_event("duplicate", "rounds/"), ME),
    Page("replays-beside", "replays:beside", beside_path, ME),
    Page(
        "tournament-create-duplicate",
        "tournaments:create",
        lambda w: f"/tournaments/new/deadline_99/?club={w.club.slug}&duplicate=on&seats=4",
        ME,
    ),
    Page("paper-pairings", "tournaments:paper", of_event("running", "paper/pairings/")),
    Page("tournament-console-over", "tournaments:console", of_event("over", "console/"), ME),
    Page("paper-names", "tournaments:paper", of_event("running", "paper/names/")),
    Page("paper-plan", "tournaments:paper", of_event("everybody", "paper/plan/")),
    Page("paper-slips", "tournaments:paper", of_event("running", "paper/slips/")),
    Page("paper-crosstable", "tournaments:paper", of_event("over", "paper/crosstable/")),
    Page("paper-standings", "tournaments:paper", of_event("over", "paper/standings/")),
)
