"""URLs of faces; at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.faces import views

app_name = "faces"
urlpatterns = [
    path("accounts/face/", views.face, name="face"),
    path("pictures/<str:key>.webp", views.picture, name="picture"),
]
