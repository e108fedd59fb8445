"""What comes next in an event, for the result of one of its matches."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.engine.contract import JsonObject
from games.matches.access import Access
from games.tournaments.access import TournamentNotFound, access_tournament
from games.tournaments.direct.elimination import last_round
from games.tournaments.models import TournamentTable
from games.tournaments.selectors.events import table_of_match
from games.tournaments.show.event import EventView, event_view
from games.tournaments.show.overview import own_table


def ending_event(access: Access) -> JsonObject:
    """Return the event of a finished match and what comes next there, if the viewer may see it."""
    link = table_of_match(access.match) if access.match.arranged else None
    if link is None:
        return {}
    try:
        view = event_view(access_tournament(access.user, link.tournament.code))
    except TournamentNotFound:
        return {}
    plays = access.seat is not None
    told = {
        "name": link.tournament.name,
        "address": _page("overview", link),
        "line": _line(view, link),
        "next": _next(view, link) if plays else None,
    }
    return {"event": told}


def _page(tab: str, link: TournamentTable) -> str:
    return reverse(f"tournaments:{tab}", args=[link.tournament.code])


def _line(view: EventView, link: TournamentTable) -> str:
    """Return how far the event is, in words."""
    state, held = view.state, view.state.current
    if state.phase in ("finished", "archived"):
        return gettext("The event is over.")
    if state.config.format == "arena" or held is None:
        return ""
    told = {"round": held.number, "rounds": last_round(state)}
    if held.number > link.round:
        return gettext("Round %(round)s of %(rounds)s has begun.") % told
    is_this = {link.table} if held.number == link.round else set()
    playing = sum(not one.decided and one.number not in is_this for one in held.tables)
    if playing:
        still = ngettext(
            "Round %(round)s of %(rounds)s: %(count)s table is still playing.",
            "Round %(round)s of %(rounds)s: %(count)s tables are still playing.",
            playing,
        )
        return still % {**told, "count": playing}
    if held.number < told["rounds"]:
        return gettext("Round %(round)s of %(rounds)s is over. The next one follows.") % told
    return gettext("That was the last round.")


def _next(view: EventView, link: TournamentTable) -> JsonObject | None:
    """Return the button that leads a player on, if there is somewhere to go."""
    if view.state.phase in ("finished", "archived"):
        return {"address": _page("standings", link), "label": gettext("Final standings")}
    if view.state.config.format == "arena":
        return {"address": _page("overview", link), "label": gettext("Next opponent")}
    held = view.state.current
    table = None if held is None else own_table(view, held)
    match = None if table is None or table["link"] is None else table["link"].match
    if match is None or match.pk == link.match_id:
        return None
    address = reverse("matches:match", args=[match.code])
    return {"address": address, "label": gettext("Go to your table")}
