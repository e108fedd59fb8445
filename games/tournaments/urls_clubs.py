"""Addresses that events add to a club's own."""

from __future__ import annotations

from django.urls import path

from games.tournaments.views import calendars, ladders

app_name = "club_events"
urlpatterns = [
    path("<str:slug>/ladders/", ladders.club_ladders, name="index"),
    path("<str:slug>/ladders/<slug:name>/", ladders.club_ladder, name="ladder"),
    path("<str:slug>/events.ics", calendars.club_calendar, name="calendar"),
]
