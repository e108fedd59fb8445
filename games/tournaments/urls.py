"""Addresses of events, and those that events add to a club's own."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.tournaments.views import (
    actions,
    cases,
    clubs,
    console,
    door,
    entering,
    entrants,
    exports,
    pages,
    settings,
)

app_name = "tournaments"
urlpatterns = [
    path("", pages.tournament_list, name="list"),
    path("new/", settings.new, name="new"),
    path("import/", settings.bring_in, name="import"),
    path("new/<slug:game>/", settings.create, name="create"),
    path("seasons/<int:pk>/", clubs.season, name="season"),
    path("seasons/<int:pk>/edit", clubs.season_change, name="season_edit"),
    path("seasons/<int:pk>/take-back", clubs.season_remove, name="season_take_back"),
    path("seasons/of/<str:slug>/", clubs.season_begin, name="season_new"),
    path("<code:code>/", pages.overview, name="overview"),
    *(path(f"<code:code>/{tab}/", pages.tab, {"tab": tab}, name=tab) for tab in pages.TABS),
    path("<code:code>/standings/<int:entry>/", pages.reasons, name="reasons"),
    path("<code:code>/why/<int:round>/<int:table>/", pages.why, name="why"),
    path("<code:code>/why/<int:round>/bye/<int:entry>/", pages.why_bye, name="why_bye"),
    path("<code:code>/console/", console.console, name="console"),
    path("<code:code>/console/entry/<int:entry>/", cases.entry, name="entry"),
    path("<code:code>/console/table/<int:round>/<int:table>/", cases.table, name="table"),
    path("<code:code>/console/journal/", console.journal, name="journal"),
    path("<code:code>/linked/", console.linked, name="linked"),
    path("<code:code>/settings/", settings.settings, name="settings"),
    path("<code:code>/draws/", pages.draws, name="draws"),
    path("<code:code>/clock/<int:round>/<int:table>/", pages.clock, name="clock"),
    path("<code:code>/hall/", pages.hall, name="hall"),
    path("<code:code>/embed/", pages.embed, name="embed"),
    path("<code:code>/paper/<slug:what>/", pages.paper, name="paper"),
    path("<code:code>/export/<str:what>", exports.export, name="export"),
    path("<code:code>/act", actions.act, name="act"),
    path("<code:code>/enter", entering.enter, name="enter"),
    path("<code:code>/people", entering.people, name="people"),
    path("<code:code>/guest", entering.guest, name="guest"),
    path("<code:code>/at/<str:key>/", entrants.arrive, name="arrive"),
    path("<code:code>/mine/", entrants.mine, name="mine"),
    path("<code:code>/mine/act", entrants.act, name="mine_act"),
    path("<code:code>/mine/claim", entrants.claim, name="claim"),
    path("<code:code>/slips/", entrants.slips, name="slips"),
    path("<code:code>/poster/", door.poster, name="poster"),
    path("<code:code>/door/", door.door, name="door"),
    path("<code:code>/door/enter", door.enter, name="door_enter"),
    path("<code:code>/door/<str:key>/", door.arrive, name="door_key"),
    path("<code:code>/replay", actions.replay_table, name="replay_table"),
    path("<code:code>/substitute", actions.substitute, name="substitute"),
]

club_urlpatterns = [
    path("<str:slug>/ladders/", clubs.club_ladders, name="index"),
    path("<str:slug>/ladders/<slug:name>/", clubs.club_ladder, name="ladder"),
    path("<str:slug>/events.ics", clubs.club_calendar, name="calendar"),
]
