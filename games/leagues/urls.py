"""URLs of a club's leagues."""

from __future__ import annotations

from django.urls import path

from games.leagues.views import actions, pages

app_name = "leagues"
urlpatterns = [
    path("<str:slug>/leagues/", pages.index, name="index"),
    path("<str:slug>/leagues/new/<slug:game>/", pages.new, name="new"),
    path("<str:slug>/leagues/<int:pk>/", pages.league, name="league"),
    path("<str:slug>/leagues/<int:pk>/seasons/<int:number>/", pages.season, name="season"),
    path("<str:slug>/leagues/<int:pk>/next/", pages.plan, name="plan"),
    path("<str:slug>/leagues/<int:pk>/settings/", pages.settings, name="settings"),
    path("<str:slug>/leagues/<int:pk>/join", actions.join, name="join"),
    path("<str:slug>/leagues/<int:pk>/leave", actions.leave, name="leave"),
    path("<str:slug>/leagues/<int:pk>/away", actions.away, name="away"),
    path("<str:slug>/leagues/<int:pk>/add", actions.add, name="add"),
    path("<str:slug>/leagues/<int:pk>/remove", actions.remove, name="remove"),
    path("<str:slug>/leagues/<int:pk>/end", actions.end, name="end"),
    path("<str:slug>/leagues/<int:pk>/final", actions.final, name="final"),
    path("<str:slug>/leagues/<int:pk>/close", actions.close, name="close"),
]
