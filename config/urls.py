"""All URLs. Wiring only: each app defines its own."""

from __future__ import annotations

from importlib import import_module

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from accounts.second_factor import admin_allows, admin_login
from accounts.views import language_set
from config import views
from config.api import api
from games.matches import urls as match_urls
from games.tournaments.urls import club_urlpatterns
from replays import urls as replay_urls

admin.autodiscover()
import_module("accounts.second_factor_admin")  # in place of allauth's own
admin.site.site_header = admin.site.site_title = "Kibitz"
admin.site.login = admin_login  # type: ignore[method-assign]
admin.site.has_permission = admin_allows  # type: ignore[method-assign]

handler400 = "config.error_responses.bad_request"
handler403 = "config.error_responses.forbidden"
handler404 = "config.error_responses.not_found"
handler500 = "config.error_responses.server_error"

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("favicon.ico", views.favicon),
    path("robots.txt", views.robots, name="robots"),
    path("manifest/<str:language>.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("help/", TemplateView.as_view(template_name="help/players.html"), name="help_players"),
    path(
        "help/directing/",
        TemplateView.as_view(template_name="help/directors.html"),
        name="help_directors",
    ),
    path("i18n/setlang/", language_set, name="set_language"),
    path("", include("accounts.urls")),
    path("", include("accounts.faces.urls")),
    path("", include("accounts.privacy.urls")),
    path("", include("accounts.tokens.urls")),
    path("", include("accounts.devices.urls")),
    path("api/v1/", api.urls),
    path("", include("accounts.people.urls")),
    path("", include("accounts.guests.urls")),
    path("", include("accounts.moderation.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include(match_urls.at_the_root)),
    path("matches/", include("games.matches.urls")),
    path("matches/", include("games.matches.talk.urls")),
    path("rules/", include((match_urls.rule_books, "rules"))),
    path("learn/", include((match_urls.lessons, "learn"))),
    path("ladders/", include("games.ratings.urls")),
    path("replays/", include("replays.urls")),
    path("puzzles/", include("replays.puzzles.urls")),
    path("reads/", include("replays.reading.urls")),
    path("tv/", include((replay_urls.channels, "tv"))),
    path("moderation/pairs/", include((replay_urls.of_moderators, "pairs"))),
    path("", include("games.matches.fairness.urls")),
    path("clubs/", include((club_urlpatterns, "club_events"))),
    path("clubs/", include("games.challenges.urls")),
    path("clubs/", include("games.leagues.urls")),
    path("clubs/", include((replay_urls.of_clubs, "course"))),
    path("clubs/", include("accounts.clubs.urls")),
    path("tournaments/", include("games.tournaments.urls")),
    path("talk/", include("games.rooms.urls")),
    path("broadcasts/", include("games.broadcasts.urls")),
    path("admin/", admin.site.urls),
]
