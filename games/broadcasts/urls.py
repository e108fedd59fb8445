"""URLs of broadcasts, and of an event's tab about its own."""

from __future__ import annotations

from django.urls import path

from games.broadcasts.views import event, watch
from games.matches import converters as converters

app_name = "broadcasts"
urlpatterns = [
    path("of/<code:code>/", event.event, name="event"),
    path("of/<code:code>/start", event.start, name="start"),
    path("of/<code:code>/end", event.end, name="end"),
    path("of/<code:code>/name", event.name, name="name"),
    path("of/<code:code>/dismiss", event.dismiss, name="dismiss"),
    path("<code:code>/", watch.show, name="show"),
    path("<code:code>/stream/", watch.stream, name="stream"),
    path("<code:code>/<code:match>/", watch.table, name="table"),
    path("<code:code>/<code:match>/frame/", watch.frame, name="frame"),
    path("<code:code>/<code:match>/say", watch.say, name="say"),
    path("<code:code>/<code:match>/draw", watch.draw, name="draw"),
    path("<code:code>/<code:match>/clear", watch.clear, name="clear"),
]
