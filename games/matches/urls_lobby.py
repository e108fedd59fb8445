"""URLs of the front page, the lobby and opening a table; at the site's root."""

from __future__ import annotations

from django.urls import path

from games.matches.views import lobby

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/new/<slug:game>/", lobby.table_new, name="table_new"),
    path("play-now/<slug:game>", lobby.play_now, name="play_now"),
]
