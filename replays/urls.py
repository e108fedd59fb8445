"""URLs of replays: the list, files, and each match by its code."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.matches import converters as converters
from replays.views import (
    beside,
    chapters,
    coach,
    course,
    fork,
    listing,
    pairs,
    picture,
    proof,
    show,
    study,
    talk,
    tasks,
    tv,
    upload,
)


class DigestConverter(StringConverter):
    """A record's digest, a SHA-256 in lower-case hex; anything else is a 404 before any query."""

    regex = "[0-9a-f]{64}"


register_converter(DigestConverter, "digest")
app_name = "replays"
urlpatterns = [
    path("", listing.replay_list, name="list"),
    path("open/", upload.record_open, name="open"),
    path("beside/", beside.beside_show, name="beside"),
    path("coach/", coach.coach_show, name="coach"),
    path("coach/ask", coach.coach_ask, name="coach_ask"),
    path("verify.py", proof.verify_script, name="verify_script"),
    path("file/<digest:digest>/", upload.file_show, name="file"),
    path("file/<digest:digest>/record.json", upload.file_download, name="file_record"),
    path("file/<digest:digest>/operations.json", proof.file_operations, name="file_operations"),
    path("file/<digest:digest>/picture.png", picture.file_picture, name="file_picture"),
    path("file/<digest:digest>/proof/", proof.file_proof, name="file_proof"),
    path("study/", study.study_list, name="studies"),
    path("study/<code:code>/", study.study_show, name="study"),
    path("study/<code:code>/<int:chapter>/", study.study_show, name="chapter"),
    path("study/<code:code>/<int:chapter>/lead", study.study_lead, name="study_lead"),
    path("study/<code:code>/<int:chapter>/rename", study.study_rename, name="study_rename"),
    path("study/<code:code>/remove", study.study_remove, name="study_remove"),
    path("study/<code:code>/<int:chapter>/edit", chapters.chapter_edit, name="chapter_edit"),
    path("study/<code:code>/<int:chapter>/up", chapters.chapter_up, name="chapter_up"),
    path("study/<code:code>/<int:chapter>/remove", chapters.chapter_remove, name="chapter_remove"),
    path("study/<code:code>/<int:chapter>/done", chapters.chapter_done, name="chapter_done"),
    path("study/<code:code>/<int:chapter>/ask", tasks.task_set, name="task_set"),
    path("study/<code:code>/<int:chapter>/answer", tasks.task_answer, name="task_answer"),
    path(
        "study/<code:code>/<int:chapter>/tasks/<int:task>/reveal",
        tasks.task_reveal,
        name="task_reveal",
    ),
    path(
        "study/<code:code>/<int:chapter>/tasks/<int:task>/remove",
        tasks.task_remove,
        name="task_remove",
    ),
    path("study/<code:code>/hand-over", study.study_hand_over, name="study_hand_over"),
    path("study/<code:code>/take", study.study_take, name="study_take"),
    path("<code:code>/", show.replay_show, name="show"),
    path("<code:code>/record.json", show.record_download, name="record"),
    path("<code:code>/operations.json", proof.match_operations, name="operations"),
    path("<code:code>/picture.png", picture.match_picture, name="picture"),
    path("<code:code>/moving.gif", picture.match_moving, name="moving"),
    path("<code:code>/analyse", talk.analysis_begin, name="analyse"),
    path("<code:code>/coach", talk.coach_begin, name="coach_match"),
    path("<code:code>/fork", fork.play_on, name="fork"),
    path("<code:code>/again", fork.play_again, name="again"),
    path("<code:code>/study", study.study_begin, name="study_begin"),
    path("<code:code>/embed/", show.replay_embed, name="embed"),
    path("<code:code>/frame/", beside.frame, name="frame"),
    path("<code:code>/proof/", proof.match_proof, name="proof"),
    path("<code:code>/comments/add", talk.comment_add, name="comment_add"),
    path("<code:code>/comments/<int:pk>/remove", talk.comment_remove, name="comment_remove"),
    path("<code:code>/moments/mark", talk.moment_mark, name="moment_mark"),
    path("<code:code>/moments/<int:pk>/remove", talk.moment_remove, name="moment_remove"),
    path("<code:code>/tours/create", talk.tour_create, name="tour_create"),
    path("<code:code>/tours/stop", talk.tour_stop, name="tour_stop"),
    path("<code:code>/tours/<int:pk>/publish", talk.tour_publish, name="tour_publish"),
    path("<code:code>/tours/<int:pk>/remove", talk.tour_remove, name="tour_remove"),
    path("<code:code>/tours/<int:pk>/<int:number>/up", talk.tour_stop_up, name="stop_up"),
    path(
        "<code:code>/tours/<int:pk>/<int:number>/remove", talk.tour_stop_remove, name="stop_remove"
    ),
]
channels = [path("", tv.tv, name="all"), path("<slug:game>/", tv.tv, name="game")]
of_moderators = [
    path("", pairs.pairs_index, name="index"),
    path("read", pairs.pairs_read, name="read"),
    path("<str:one>/<str:other>/", pairs.pair_show, name="show"),
]
of_clubs = [
    path("<str:slug>/course/", course.index, name="index"),
    path("<str:slug>/course/add", course.add, name="add"),
    path("<str:slug>/course/up", course.up, name="up"),
    path("<str:slug>/course/remove", course.remove, name="remove"),
]
