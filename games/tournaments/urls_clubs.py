"""Addresses of what events add to a club; beside those of clubs."""

from __future__ import annotations

from django.urls import path

from games.tournaments.views import ladders

app_name = "club_ladders"
urlpatterns = [
    path("<str:slug>/ladders/", ladders.club_ladders, name="index"),
    path("<str:slug>/ladders/<slug:name>/", ladders.club_ladder, name="ladder"),
]
