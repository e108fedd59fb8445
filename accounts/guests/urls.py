"""URLs of the moderators' switch for guests; at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.guests import views

app_name = "guests"
urlpatterns = [path("moderation/guests", views.switch, name="switch")]
