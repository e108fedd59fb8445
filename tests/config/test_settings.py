"""Settings that nobody should change without noticing."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.test import Client
from environs import Env

from config import ROOT, environment
from config.environment import secret_key

READ_VARIABLES = (
    "settings.py", "startup/launch.py", "startup/bootstrap.py", "development/testrun.py",
)  # fmt: skip


def test_connections_come_from_a_pool() -> None:
    assert settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"] >= 10
    assert settings.DATABASES["default"]["CONN_MAX_AGE"] == 0


def test_policy_allows_nothing_inline_and_nothing_foreign(client: Client) -> None:
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "nonce" not in policy
    assert "http" not in policy
    assert "default-src 'none'" in policy


def test_pages_may_not_be_framed_sniffed_or_opened_from_elsewhere(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Referrer-Policy"] == "same-origin"


def test_all_three_languages_are_offered() -> None:
    assert [code for code, _ in settings.LANGUAGES] == ["en", "zh-hant", "zh-hans"]


def test_example_names_every_variable_that_settings_read() -> None:
    example = (ROOT / ".env.example").read_text()
    for name in READ_VARIABLES:
        for variable in _variables(ROOT / "config" / name) - {"CI"}:  # which CI services set
            assert f"#{variable}=" in example, variable


def _variables(path: Path) -> set[str]:
    text = path.read_text()
    reads = r"""(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)"|OPT_OUT = "([A-Z_]+)\""""
    return {first or second for first, second in re.findall(reads, text)}


def test_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret_key"
    key = secret_key(path)
    assert len(key) >= 50
    assert secret_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["secret_key"]


def test_socket_directory_survives_its_way_through_the_address() -> None:
    folder = "/srv/Card Games/遊戲/s"
    found = Env().dj_db_url("NOT_SET", f"postgresql://app@{quote(folder, safe='')}/app")
    assert found["HOST"] == folder


def test_a_mail_server_is_reached_as_the_examples_say_and_under_seal() -> None:
    for name in (".env.example", "docs/operating.md", "config/environment.py"):
        shown = re.findall(r"[\w+]+://user:password@[^\s;,'`]+", (ROOT / name).read_text())
        assert shown, name
        for address in shown:
            told = environment.mail(Env().dj_email_url("NOT_SET", address))
            assert told["EMAIL_USE_TLS"] != told["EMAIL_USE_SSL"], address
            assert (told["EMAIL_HOST"], told["EMAIL_HOST_USER"]) == ("mail.example.org", "user")
