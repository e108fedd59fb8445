"""Static files that come while a process runs: those of the next version, before its restart."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.media_types import MediaTypes

from config.assets.middleware import StaticFilesMiddleware

pytestmark = pytest.mark.django_db  # the end of an answer looks after connections
NEXT = "/static/css/site.0123456789ab.css"
Get = Callable[[str], bytes | None]


def no_file(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404)


@pytest.fixture
def get(tmp_path: Path, settings: Settings) -> Get:
    """Ask a process that started with one file in its folder; beside the folder lies another."""
    (tmp_path / "key").write_text("secret")
    settings.STATIC_ROOT = tmp_path / "files"
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    (settings.STATIC_ROOT / "css").mkdir(parents=True)
    (settings.STATIC_ROOT / "css/old.css").write_text("b{}")
    process = StaticFilesMiddleware(no_file)

    def get(path: str) -> bytes | None:
        with closing(process(RequestFactory().get(path, HTTP_ACCEPT_ENCODING="gzip"))) as answer:
            return None if answer.status_code == 404 else b"".join(answer)

    return get


def test_a_running_process_serves_the_files_of_the_next_version(
    get: Get, settings: Settings
) -> None:
    assert get(NEXT) is None
    path = settings.STATIC_ROOT / "css/site.0123456789ab.css"
    path.write_text(100 * "i{}")
    packed = gzip.compress(100 * b"i{}")
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    assert get(NEXT) == get(NEXT) == packed
    assert get("/static/css/old.css") == b"b{}"


@pytest.mark.parametrize(
    "path",
    [
        "/static/css",
        "/static/css/",
        "/static/",
        "/static/../key",
        "/static//css/old.css",
        "/static/css/../../key",
        "/static/%00",
        "/static/css/" + 300 * "x",
        "/css/old.css",
    ],
)
def test_nothing_else_is_a_file(get: Get, path: str) -> None:
    assert get(path) is None


def test_every_kind_of_file_that_browsers_ask_for_is_sent_as_what_it_is() -> None:
    types = MediaTypes()
    kinds = {path.suffix for path in (settings.BASE_DIR / "static").rglob("*.*")}
    assert kinds >= {".css", ".js"}
    unknown = "application/octet-stream"
    papers = {".md", ".LICENSE"}
    assert [kind for kind in kinds - papers if types.get_type(f"a{kind}") == unknown] == []
