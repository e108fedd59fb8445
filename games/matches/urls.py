"""Addresses of tables and matches; `lobby` and `new table` live beside them."""

from __future__ import annotations

from django.urls import path

from games.matches.views import play

app_name = "matches"
urlpatterns = [
    path("<str:code>/", play.match_page, name="match"),
    path("<str:code>/act", play.act, name="act"),
    path("<str:code>/sit", play.sit, name="sit"),
    path("<str:code>/stand", play.stand, name="stand"),
    path("<str:code>/ready", play.ready, name="ready"),
    path("<str:code>/unready", play.unready, name="unready"),
    path("<str:code>/reveal", play.reveal, name="reveal"),
    path("<str:code>/bots/add", play.add_bot, name="add_bot"),
    path("<str:code>/bots/remove", play.remove_bot, name="remove_bot"),
    path("<str:code>/invite", play.invite, name="invite"),
    path("<str:code>/return", play.return_, name="return"),
    path("<str:code>/rematch", play.rematch, name="rematch"),
]
