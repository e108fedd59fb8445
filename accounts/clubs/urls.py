"""URLs of clubs."""

from __future__ import annotations

from django.urls import path

from accounts.clubs.views import actions, pages, webhooks

app_name = "clubs"
urlpatterns = [
    path("", pages.club_list, name="list"),
    path("new/", actions.found, name="new"),
    path("join/<str:token>/", actions.join_by_link, name="join_by_link"),
    path("<str:slug>/", pages.club_home, name="home"),
    path("<str:slug>/members/", pages.club_members, name="members"),
    path("<str:slug>/journal/", pages.club_journal, name="journal"),
    path("<str:slug>/edit/", actions.edit, name="edit"),
    path("<str:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("<str:slug>/webhooks/rotate", webhooks.rotate, name="rotate_webhook"),
    path("<str:slug>/webhooks/test", webhooks.test, name="test_webhook"),
    path("<str:slug>/webhooks/remove", webhooks.remove, name="remove_webhook"),
    path("<str:slug>/crest/", actions.crest, name="crest"),
    path("<str:slug>/join", actions.join, name="join"),
    path("<str:slug>/hear", actions.hear, name="hear"),
    path("<str:slug>/leave", actions.leave, name="leave"),
    path("<str:slug>/requests", actions.decide, name="decide"),
    path("<str:slug>/members/remove", actions.remove, name="remove"),
    path("<str:slug>/members/role", actions.set_role, name="set_role"),
    path("<str:slug>/links", actions.make_link, name="make_link"),
    path("<str:slug>/links/withdraw", actions.withdraw_link, name="withdraw_link"),
    path("<str:slug>/news", actions.post_news, name="post_news"),
    path("<str:slug>/news/remove", actions.remove_news, name="remove_news"),
]
