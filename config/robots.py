"""robots.txt: what crawlers are asked to leave alone (RFC 9309).

A replay has a URL for every ply and every seat's view: thousands per match, each rendered on
request. Its main page may be crawled, as may any other URL without a query string.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ROBOTS = """\
User-agent: *
Disallow: /*?
Disallow: /accounts/
Disallow: /admin/
Disallow: /api/
Disallow: /clubs/join/
Disallow: /matches/
Disallow: /people/*/against/
Disallow: /replays/file/
Disallow: /replays/study/
Disallow: /replays/*/embed/
Disallow: /replays/*/moving.gif
Disallow: /replays/*/operations.json
Disallow: /replays/*/picture.png
Disallow: /replays/*/proof/
Disallow: /replays/*/record.json
Disallow: /tournaments/*/embed/
Disallow: /tournaments/*/export/
Disallow: /tournaments/*/paper/
Disallow: /tournaments/*/standings/*/

# These look at a link that somebody shared, to draw a preview of it.
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot
User-agent: Twitterbot
Disallow: /accounts/
"""


@cache_control(max_age=86_400, public=True)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
