"""URLs of match pages about people; beside those of accounts, at the site's root."""

from __future__ import annotations

from django.urls import path

from games.matches.views import people

urlpatterns = [
    path("people/<str:one>/against/<str:other>/", people.versus, name="versus"),
]
