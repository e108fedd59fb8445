"""URLs of keys; at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.tokens import views

app_name = "tokens"
urlpatterns = [
    path("accounts/tokens/", views.tokens, name="tokens"),
    path("accounts/tokens/<int:pk>/withdraw", views.withdraw, name="withdraw"),
]
