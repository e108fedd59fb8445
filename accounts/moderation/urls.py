"""URLs of reports and decisions; beside those of people, at the site's root."""

from __future__ import annotations

from django.urls import path

from accounts.moderation import views

app_name = "moderation"
urlpatterns = [
    path("people/<str:username>/report", views.report, name="report"),
    path("accounts/standing/", views.standing, name="standing"),
    path("moderation/", views.desk, name="desk"),
    path("moderation/audit/", views.audit, name="audit"),
    path("moderation/reports/<int:pk>/", views.case, name="case"),
    path("moderation/reports/<int:pk>/decide", views.decide, name="decide"),
    path("moderation/sanctions/<int:pk>/lift", views.lift, name="lift"),
    path("moderation/sanctions/<int:pk>/answer", views.answer, name="answer"),
]
