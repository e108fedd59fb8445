"""A site reached over https: its headers and cookies, for every kind of answer."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import path

from config import ROOT, urls
from tests.security.answers import faults_of
from tests.support.tables import make_user

HOST = "cards.example.org"
OURS = ("SECURE_", "SESSION_", "CSRF_", "ALLOWED_", "CONTENT_SECURITY", "X_FRAME", "SAFE")


def broken(request: Any) -> Any:
    """An address at which the site fails."""
    raise RuntimeError("on purpose")


urlpatterns = [*urls.urlpatterns, path("broken/", broken)]  # this module is the site's addresses


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What settings.py makes of a production environment, as far as browsers see it."""
    for name, value in {"LOCAL": "false", "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": HOST}.items():
        monkeypatch.setenv(name, value)
    made = runpy.run_path(str(ROOT / "config" / "settings.py"))
    with override_settings(**{key: made[key] for key in made if key.startswith(OURS)}):
        yield


def browser(**choices: Any) -> Client:
    return Client(raise_request_exception=False, headers={"host": HOST}, **choices)


ADDRESSES = (
    "/", "/lobby/", "/rules/", "/accounts/login/", "/accounts/profile/", "/healthz", "/readyz",
    "/favicon.ico", "/no/such/page", "/matches/zzzzzzzzzz/", "/matches/zzzzzzzzzz/act", "/admin/",
    "/admin/login/", "/replays/verify.py", "/static/css/site.css", "/broken/",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_every_kind_of_answer_carries_every_header(production: None) -> None:
    client, faults, kinds = browser(), [], set()
    for address in ADDRESSES:
        answer = client.get(address, secure=True)
        kinds.add(answer.status_code)
        faults += faults_of(address, answer)
        if answer.streaming:
            answer.getvalue()  # a file stays open until it has been sent
        if "max-age=31536000" not in answer.headers.get("Strict-Transport-Security", ""):
            faults.append(f"{address}: strict transport")
    assert not faults
    assert kinds >= {200, 302, 404, 405, 500}


@pytest.mark.django_db
def test_a_refused_form_carries_every_header(production: None) -> None:
    client = browser(enforce_csrf_checks=True)
    answer = client.post("/accounts/login/", {"login": "ada"}, secure=True)
    assert answer.status_code == 403
    assert not faults_of("/accounts/login/", answer)


@pytest.mark.django_db
def test_cookies_are_bound_to_the_host_and_to_https(production: None) -> None:
    user = make_user("ada", "four-aces-in-hand")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    client = browser()
    client.get("/accounts/login/", secure=True)
    form = {"login": "ada", "password": "four-aces-in-hand"}
    assert client.post("/accounts/login/", form, secure=True).status_code == 302
    assert set(client.cookies) == {"__Host-session", "__Host-csrf"}
    for cookie in client.cookies.values():
        assert cookie["secure"]
        assert cookie["httponly"]
        assert cookie["path"] == "/"
        assert not cookie["domain"]
        assert cookie["samesite"] == "Lax"
    assert "no-store" in client.get("/accounts/profile/", secure=True)["Cache-Control"]


def test_plain_http_leads_to_https(production: None) -> None:
    answer = browser().get("/lobby/")
    assert answer.status_code == 301
    assert answer["Location"] == f"https://{HOST}/lobby/"
    assert browser().get("/healthz").status_code == 200


def test_another_host_is_refused(production: None) -> None:
    answer = Client(headers={"host": "evil.example"}).get("/", secure=True)
    assert answer.status_code == 400
    assert not faults_of("/", answer)
