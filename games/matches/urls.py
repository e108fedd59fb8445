"""URLs of tables and matches; those of the lobby and of opening a table are in `urls_lobby`."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.matches.views import play
from games.matches.views.help import help_panel

app_name = "matches"
urlpatterns = [
    path("<code:code>/", play.match_page, name="match"),
    path("<code:code>/act", play.act, name="act"),
    path("<code:code>/help", help_panel, name="help"),
    path("<code:code>/sit", play.sit, name="sit"),
    path("<code:code>/stand", play.stand, name="stand"),
    path("<code:code>/ready", play.ready, name="ready"),
    path("<code:code>/unready", play.unready, name="unready"),
    path("<code:code>/reveal", play.reveal, name="reveal"),
    path("<code:code>/bots/add", play.add_bot, name="add_bot"),
    path("<code:code>/bots/remove", play.remove_bot, name="remove_bot"),
    path("<code:code>/seats/free", play.free_seat, name="free_seat"),
    path("<code:code>/invite", play.invite, name="invite"),
    path("<code:code>/return", play.return_, name="return"),
    path("<code:code>/agree", play.agree, name="agree"),
    path("<code:code>/resume", play.resume, name="resume"),
    path("<code:code>/rematch", play.rematch, name="rematch"),
]
