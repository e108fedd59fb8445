"""URLs of the rule books."""

from __future__ import annotations

from django.urls import path

from games.matches.views import rules

app_name = "rules"
urlpatterns = [
    path("", rules.rules_index, name="index"),
    path("<slug:key>/", rules.rules_page, name="game"),
]
