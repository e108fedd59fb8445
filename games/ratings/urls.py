"""URLs of the ladders. A ladder is named by its game and mode; game keys contain no hyphen."""

from __future__ import annotations

from django.urls import path

from games.ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.ladder_index, name="index"),
    path("rules/", views.rating_rules, name="rules"),
    path("<slug:name>/", views.ladder, name="ladder"),
]
