"""Kibitz TV: the best public match of all games, or of one."""

from __future__ import annotations

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.matches.views.lobby import OWN_FRAMES, rules_or_404
from games.registry import all_rules
from replays.tv import tv_context
from replays.views.answers import page_or_fragment, replay_page


@csp_update(OWN_FRAMES)  # type: ignore[untyped-decorator]  # csp has no types
@replay_page
@require_safe
def tv(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show the match on air; the page asks again every few seconds, with the match it shows."""
    if game:
        rules_or_404(game)
    now = request.GET.get("now", "")
    context = {
        **tv_context(request.user, game, now if now.isalnum() else ""),
        "game": game,
        "channels": [(key, rules.meta.title) for key, rules in all_rules().items()],
        "nav": "replays",
    }
    return page_or_fragment(request, "replays/tv.html", "replays/_tv.html", context)
