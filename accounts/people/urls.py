"""URLs of ties, presence and notices; beside those of accounts, at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.people import views

app_name = "people"
urlpatterns = [
    path("people/", views.index, name="index"),
    path("people/<str:username>/tie", views.tie, name="tie"),
    path("people/<str:username>/note", views.note, name="note"),
    path("accounts/presence", views.show, name="show"),
    path("notices/", views.notices, name="notices"),
    path("notices/read", views.read, name="read"),
    path("notices/<int:pk>/", views.notice, name="notice"),
    path("notices/<int:pk>/read", views.put_away, name="put_away"),
]
