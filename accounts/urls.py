"""URLs of people and of one's own account; allauth's are beside them."""

from __future__ import annotations

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("people/<str:username>/", views.person, name="person"),
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/preferences/", views.preferences, name="preferences"),
    path("accounts/mails/", views.mails, name="mails"),
]
