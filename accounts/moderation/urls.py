"""URLs of reports; beside those of people, at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.moderation import desk, standing, views

app_name = "moderation"
urlpatterns = [
    path("people/<str:username>/report", views.report, name="report"),
    path("accounts/standing/", standing.standing, name="standing"),
    path("moderation/", desk.desk, name="desk"),
    path("moderation/audit/", desk.audit, name="audit"),
    path("moderation/reports/<int:pk>/", desk.case, name="case"),
    path("moderation/reports/<int:pk>/decide", desk.decide, name="decide"),
    path("moderation/sanctions/<int:pk>/lift", desk.lift, name="lift"),
    path("moderation/sanctions/<int:pk>/answer", desk.answer, name="answer"),
]
