"""The matches panel of a person's page: statistics by game, and the matches played."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from accounts.panels import Panel
from accounts.people.selectors import is_blocked
from games.matches.history import figures_of, matches_of, played_matches
from games.matches.models import Match
from games.matches.staying import staying_of
from games.registry import all_rules

PER_PAGE = 20


def panel(request: HttpRequest, person: Any) -> Panel:
    """Return the statistics and one page of the history, limited to what the viewer may see."""
    page = Paginator(matches_of(person, request.user), PER_PAGE).get_page(request.GET.get("page"))
    data = {
        "figures": figures_of(person, request.user),
        "staying": staying_of(person),
        "page_obj": page,
        "played": played_matches(page, person),
        "invite": _invite(request.user, person),
    }
    return Panel("matches/_person.html", data, deed="matches/_person_invite.html")


def _invite(reader: Any, person: Any) -> dict[str, Any] | None:
    """Return the tables to which the reader may invite somebody: their open ones, or a new one."""
    may_play = reader.is_authenticated and reader != person and person.is_active
    if not may_play or is_blocked(reader, person):
        return None
    own = Match.objects.filter(owner=reader, status=Match.Status.OPEN, arranged=False)
    rules = all_rules()
    tables = [(match, rules[match.game].meta.title) for match in own if match.game in rules]
    return {"tables": tables, "games": [one.meta for one in rules.values()]}
