"""A replay embedded in another site's page: the table and its control bar, without any form.

It always shows what an anonymous visitor sees, even to signed-in people, so that the embedding page
can neither learn nor do anything in a visitor's name.
"""

from __future__ import annotations

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from replays.access import access_finished
from replays.views.answers import page_or_fragment, replay_page
from replays.views.show import match_position

ANY_SITE = {"frame-ancestors": ["*"]}


@replay_page  # outermost: its refusals are ordinary pages, which must not be framed
@csp_replace(ANY_SITE)  # type: ignore[untyped-decorator]  # csp has no types
@xframe_options_exempt
@require_safe
def replay_embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished match in a frame, at `?ply=`, from the viewpoint `?as=`."""
    access = access_finished(AnonymousUser(), code)
    base = reverse("replays:embed", args=[code])
    context = match_position(access, request.GET, base)
    context["full_url"] = context["place"].at(base=reverse("replays:show", args=[code]))
    return page_or_fragment(request, "replays/embed.html", "replays/_embedded.html", context)
