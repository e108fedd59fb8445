"""All URLs. Wiring only: each app defines its own."""

from __future__ import annotations

from importlib import import_module

from django.contrib import admin
from django.urls import include, path

from accounts.second_factor import admin_allows, admin_login
from accounts.views import language_set
from config import offline, robots, views
from config.api import api

admin.autodiscover()
import_module("accounts.second_factor_admin")  # in place of allauth's own
admin.site.site_header = admin.site.site_title = "Kibitz"
admin.site.login = admin_login  # type: ignore[method-assign]
admin.site.has_permission = admin_allows  # type: ignore[method-assign]

handler400 = "config.views.bad_request"
handler403 = "config.views.forbidden"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("favicon.ico", views.favicon),
    path("robots.txt", robots.robots, name="robots"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("offline/", offline.offline, name="offline"),
    path("i18n/setlang/", language_set, name="set_language"),
    path("", include("accounts.urls")),
    path("", include("accounts.privacy.urls")),
    path("", include("accounts.tokens.urls")),
    path("api/v1/", api.urls),
    path("", include("accounts.people.urls")),
    path("", include("accounts.moderation.urls")),
    path("", include("games.matches.urls_people")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.matches.urls_lobby")),
    path("matches/", include("games.matches.urls")),
    path("matches/", include("games.matches.talk.urls")),
    path("rules/", include("games.matches.urls_rules")),
    path("learn/", include("games.matches.urls_learn")),
    path("ladders/", include("games.ratings.urls")),
    path("replays/", include("replays.urls")),
    path("clubs/", include("games.tournaments.urls_clubs")),
    path("clubs/", include("accounts.clubs.urls")),
    path("tournaments/", include("games.tournaments.urls")),
    path("admin/", admin.site.urls),
]
