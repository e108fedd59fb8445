"""Addresses of events."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.tournaments.views import (
    actions,
    bring_in,
    cases,
    console,
    create,
    exports,
    journal,
    pages,
    seasons,
    settings,
)

app_name = "tournaments"
urlpatterns = [
    path("", pages.tournament_list, name="list"),
    path("new/", create.new, name="new"),
    path("import/", bring_in.bring_in, name="import"),
    path("new/<slug:game>/", create.create, name="create"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/edit", seasons.change, name="season_edit"),
    path("seasons/<int:pk>/take-back", seasons.take_back, name="season_take_back"),
    path("seasons/of/<str:slug>/", seasons.begin, name="season_new"),
    path("<code:code>/", pages.overview, name="overview"),
    path("<code:code>/rounds/", pages.rounds, name="rounds"),
    path("<code:code>/standings/", pages.standings, name="standings"),
    path("<code:code>/standings/<int:entry>/", pages.reasons, name="reasons"),
    path("<code:code>/crosstable/", pages.crosstable, name="crosstable"),
    path("<code:code>/bracket/", pages.bracket, name="bracket"),
    path("<code:code>/schedule/", pages.schedule, name="schedule"),
    path("<code:code>/console/", console.console, name="console"),
    path("<code:code>/console/entry/<int:entry>/", cases.entry, name="entry"),
    path("<code:code>/console/table/<int:round>/<int:table>/", cases.table, name="table"),
    path("<code:code>/console/journal/", journal.journal, name="journal"),
    path("<code:code>/linked/", console.linked, name="linked"),
    path("<code:code>/settings/", settings.settings, name="settings"),
    path("<code:code>/draws/", pages.draws, name="draws"),
    path("<code:code>/hall/", pages.hall, name="hall"),
    path("<code:code>/embed/", pages.embed, name="embed"),
    path("<code:code>/paper/<slug:what>/", pages.paper, name="paper"),
    path("<code:code>/export/<str:what>", exports.export, name="export"),
    path("<code:code>/act", actions.act, name="act"),
    path("<code:code>/replay", actions.replay_table, name="replay_table"),
]
