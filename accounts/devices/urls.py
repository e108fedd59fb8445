"""URLs of devices; at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.devices import views

app_name = "devices"
urlpatterns = [
    path("accounts/devices/", views.devices, name="devices"),
    path("accounts/devices/add", views.add, name="add"),
    path("accounts/devices/<int:pk>/remove", views.remove, name="remove"),
    path("accounts/devices/<int:pk>/test", views.test, name="test"),
]
