"""Addresses of replays: the list, files, and each match by its code."""

from __future__ import annotations

from django.urls import path

from replays.views import listing, picture, proof, show, upload

app_name = "replays"
urlpatterns = [
    path("", listing.replay_list, name="list"),
    path("open/", upload.record_open, name="open"),
    path("verify.py", proof.verify_script, name="verify_script"),
    path("file/<str:digest>/", upload.file_show, name="file"),
    path("file/<str:digest>/record.json", upload.file_download, name="file_record"),
    path("file/<str:digest>/operations.json", proof.file_operations, name="file_operations"),
    path("file/<str:digest>/picture.png", picture.file_picture, name="file_picture"),
    path("file/<str:digest>/proof/", proof.file_proof, name="file_proof"),
    path("<str:code>/", show.replay_show, name="show"),
    path("<str:code>/record.json", show.record_download, name="record"),
    path("<str:code>/operations.json", proof.match_operations, name="operations"),
    path("<str:code>/picture.png", picture.match_picture, name="picture"),
    path("<str:code>/proof/", proof.match_proof, name="proof"),
]
