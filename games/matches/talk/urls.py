"""URLs of the talk, under those of a match."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.matches.talk import views

app_name = "talk"
urlpatterns = [
    path("<code:code>/talk", views.say, name="say"),
    path("<code:code>/talk/tie", views.tie, name="tie"),
    path("<code:code>/report/<str:username>/", views.report, name="report"),
]
