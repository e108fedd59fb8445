"""URLs of privacy; at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.privacy import views

app_name = "privacy"
urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("accounts/data/", views.own_data, name="own_data"),
    path("accounts/data/export.json", views.export, name="export"),
    path("accounts/leave/", views.leave, name="leave"),
]
