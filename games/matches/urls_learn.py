"""URLs of the games' first-hand lessons."""

from __future__ import annotations

from django.urls import path

from games.matches.views import learn

app_name = "learn"
urlpatterns = [
    path("<slug:key>/", learn.lesson_page, name="lesson"),
    path("<slug:key>/act", learn.act, name="act"),
    path("<slug:key>/on", learn.read_on, name="on"),
]
