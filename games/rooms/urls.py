"""URLs of the rooms of clubs and events. A place is `club/<slug>` or `event/<code>`."""

from __future__ import annotations

from django.urls import path

from games.rooms import converters as converters
from games.rooms import views

app_name = "rooms"
urlpatterns = [
    path("<place:place>/", views.room, name="room"),
    path("<place:place>/say", views.say, name="say"),
    path("<place:place>/remove", views.remove, name="remove"),
    path("<place:place>/mute", views.mute, name="mute"),
    path("<place:place>/unmute", views.unmute, name="unmute"),
    path("<place:place>/phrases", views.phrases, name="phrases"),
    path("<place:place>/people", views.people, name="people"),
    path("<place:place>/report/<int:number>/", views.report, name="report"),
]
