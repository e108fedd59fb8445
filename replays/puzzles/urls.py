"""URLs of puzzles."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from replays.puzzles import views

app_name = "puzzles"
urlpatterns = [
    path("", views.index, name="index"),
    path("daily/", views.daily, name="daily"),
    path("next/", views.onward, name="next"),
    path("due/", views.due, name="due"),
    path("<code:code>/", views.show, name="show"),
    path("<code:code>/answer", views.answer, name="answer"),
]
