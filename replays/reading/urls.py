"""URLs of reads."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from replays.reading import views

app_name = "reading"
urlpatterns = [
    path("", views.index, name="index"),
    path("next/", views.onward, name="next"),
    path("<code:code>/<int:ply>/<int:seat>/", views.show, name="show"),
    path("<code:code>/<int:ply>/<int:seat>/answer", views.answer, name="answer"),
]
