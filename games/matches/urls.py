"""URLs of tables and matches, of the lobby and people, of lessons and rule books."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.matches.views import bots, find, learn, lobby, people, play

app_name = "matches"
urlpatterns = [
    path("<code:code>/", play.match_page, name="match"),
    path("<code:code>/frame/", play.match_frame, name="frame"),
    path("<code:code>/act", play.act, name="act"),
    path("<code:code>/help", learn.help_panel, name="help"),
    path("<code:code>/sit", play.sit, name="sit"),
    path("<code:code>/guest", play.join_as_guest, name="guest"),
    path("<code:code>/stand", play.stand, name="stand"),
    path("<code:code>/ready", play.ready, name="ready"),
    path("<code:code>/unready", play.unready, name="unready"),
    path("<code:code>/reveal", play.reveal, name="reveal"),
    path("<code:code>/bots/add", play.add_bot, name="add_bot"),
    path("<code:code>/bots/remove", play.remove_bot, name="remove_bot"),
    path("<code:code>/seats/free", play.free_seat, name="free_seat"),
    path("<code:code>/invite", play.invite, name="invite"),
    path("<code:code>/return", play.return_, name="return"),
    path("<code:code>/seats/offer", play.offer_seat, name="offer_seat"),
    path("<code:code>/seats/keep", play.keep_seat, name="keep_seat"),
    path("<code:code>/seats/take", play.take_over, name="take_over"),
    path("<code:code>/agree", play.agree, name="agree"),
    path("<code:code>/resume", play.resume, name="resume"),
    path("<code:code>/rematch", play.rematch, name="rematch"),
]

at_the_root = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/waiting", lobby.waiting, name="waiting"),
    path("bots/", bots.bots_page, name="bots"),
    path("tables/new/<slug:game>/", lobby.table_new, name="table_new"),
    path("play-now/<slug:game>", lobby.play_now, name="play_now"),
    path("play-with-people/<slug:game>", find.find_players, name="find_players"),
    path("people/<str:one>/against/<str:other>/", people.versus, name="versus"),
]
lessons = [
    path("<slug:key>/", learn.lesson_page, name="lesson"),
    path("<slug:key>/act", learn.act, name="act"),
    path("<slug:key>/on", learn.read_on, name="on"),
]
rule_books = [
    path("", learn.rules_index, name="index"),
    path("<slug:key>/", learn.rules_page, name="game"),
]
