"""URLs of a club's challenge ladders."""

from __future__ import annotations

from django.urls import path

from games.challenges.views import actions, pages

app_name = "challenges"
urlpatterns = [
    path("<str:slug>/challenges/", pages.index, name="index"),
    path("<str:slug>/challenges/new/<slug:game>/", pages.new, name="new"),
    path("<str:slug>/challenges/<int:pk>/", pages.ladder, name="ladder"),
    path("<str:slug>/challenges/<int:pk>/history/", pages.history, name="history"),
    path("<str:slug>/challenges/<int:pk>/settings/", pages.settings, name="settings"),
    path("<str:slug>/challenges/<int:pk>/join", actions.join, name="join"),
    path("<str:slug>/challenges/<int:pk>/leave", actions.leave, name="leave"),
    path("<str:slug>/challenges/<int:pk>/challenge", actions.challenge, name="challenge"),
    path("<str:slug>/challenges/<int:pk>/answer", actions.answer, name="answer"),
    path("<str:slug>/challenges/<int:pk>/give-up", actions.give_up, name="give_up"),
    path("<str:slug>/challenges/<int:pk>/away", actions.away, name="away"),
    path("<str:slug>/challenges/<int:pk>/place", actions.place, name="place"),
    path("<str:slug>/challenges/<int:pk>/void", actions.void, name="void"),
    path("<str:slug>/challenges/<int:pk>/close", actions.close, name="close"),
]
