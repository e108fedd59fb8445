"""URLs of the report on unusual pairs: below the moderators' desk, and in each club."""

from __future__ import annotations

from django.urls import path

from games.matches.fairness import views

app_name = "fairness"
urlpatterns = [
    path("moderation/ratings/", views.report, name="report"),
    path("moderation/ratings/<int:one>/<int:other>/", views.pair, name="pair"),
    path("moderation/ratings/preview", views.preview, name="preview"),
    path("moderation/ratings/correct", views.correct, name="correct"),
    path("moderation/ratings/corrections/", views.corrections_page, name="corrections"),
    path("moderation/ratings/corrections/<int:pk>/", views.correction, name="correction"),
    path("moderation/ratings/corrections/<int:pk>/undo", views.undo, name="undo"),
    path("clubs/<str:slug>/fairness/", views.club_report, name="club"),
    path("clubs/<str:slug>/fairness/<int:one>/<int:other>/", views.club_pair, name="club_pair"),
]
