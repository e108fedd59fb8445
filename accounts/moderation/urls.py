"""Addresses of reports; beside those of people, at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.moderation import views

app_name = "moderation"
urlpatterns = [
    path("people/<str:username>/report", views.report, name="report"),
]
