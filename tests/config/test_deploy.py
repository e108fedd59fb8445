"""The files in deploy/ agree with each other and with the site.

What only shows when they run was tried by hand: docs/operating.md.
"""

from __future__ import annotations

import json
import re

from django.urls import reverse

from config import ROOT
from config.error_responses import SENTENCES
from replays.services.upload import MAX_BYTES

DEPLOY = ROOT / "deploy"
BRINGS_POSTGRES = {"bookworm": 15, "trixie": 17}
"""Which pg_dump a release of Debian has."""


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text()


def one(pattern: str, name: str) -> str:
    """Return the only thing in a file that fits."""
    [found] = re.findall(pattern, text_of(name))
    return str(found)


def test_the_image_can_copy_the_database_it_is_composed_with() -> None:
    release = one(r"FROM python:\S+-slim-(\w+)", "Dockerfile")
    assert BRINGS_POSTGRES[release] >= int(one(r"image: postgres:(\d+)", "compose.yaml"))


def test_containers_serve_as_a_role_that_owns_nothing() -> None:
    serving = one(r" DATABASE_URL: postgresql://(\w+):", "compose.yaml")
    owning = one(r" DATABASE_OWNER_URL: postgresql://(\w+):", "compose.yaml")
    assert owning == one(r"POSTGRES_USER: (\w+)", "compose.yaml")
    assert serving == one(r"CREATE ROLE (\w+) LOGIN PASSWORD", "roles.sh")
    assert serving != owning


def test_proxies_show_a_page_of_ours_while_nobody_answers() -> None:
    assert "error_page 502 504 /away.html" in text_of("nginx.conf")
    assert "rewrite * /away.html" in text_of("Caddyfile")
    assert "./away.html:/srv/kibitz/deploy/away.html:ro" in text_of("compose.yaml")
    away = text_of("away.html")
    assert {"en", "zh-Hant", "zh-Hans"} == set(re.findall(r'lang="([^"]+)"', away))
    assert not re.search(r"src=|href=|url\(|://", away), "there is nobody to ask for anything else"


def test_proxies_say_on_a_page_of_ours_what_is_too_large_and_to_programs_in_their_form() -> None:
    assert "error_page 413 $too_large;" in text_of("nginx.conf")
    for kind in ("html", "json"):
        assert f"/too-large.{kind};" in text_of("nginx.conf")
        assert f" /too-large.{kind}\n" in text_of("Caddyfile")
        assert f":/srv/kibitz/deploy/too-large.{kind}:ro" in text_of("compose.yaml")
    page = text_of("too-large.html")
    assert {"en", "zh-Hant", "zh-Hans"} == set(re.findall(r'lang="([^"]+)"', page))
    assert page.count('<a href="/">') == 3, "each language has the way back"
    assert json.loads(text_of("too-large.json")) == {"code": "too_large", "detail": SENTENCES[413]}


def test_proxies_take_what_may_be_uploaded_and_not_much_more() -> None:
    for size in (
        one(r"client_max_body_size (\d+)m;", "nginx.conf"),
        one(r"max_size (\d+)MB", "Caddyfile"),
    ):
        assert MAX_BYTES * 1.5 < int(size) * 1_000_000 < MAX_BYTES * 5


def test_proxies_keep_no_connection_to_a_process_that_may_be_told_to_stop() -> None:
    assert not re.search(r"^\s*keepalive ", text_of("nginx.conf"), re.MULTILINE)
    assert "keepalive off" in text_of("Caddyfile")


def test_proxies_send_all_who_look_at_one_match_to_one_process() -> None:
    addresses = [
        reverse("matches:match", args=["abcdefgh"]),
        reverse("matches:act", args=["abcdefgh"]),
        reverse("replays:show", args=["abcdefgh"]),
        "/ws/matches/abcdefgh/",
    ]
    nginx = one(r"~(\^\S+) \$match;", "nginx.conf").replace("?<match>", "?P<match>")
    caddy = one(r"path_regexp match (\S+)", "Caddyfile")
    for address in addresses:
        assert re.search(nginx, address)["match"] == "abcdefgh"  # type: ignore[index]
        assert re.search(caddy, address)[1] == "abcdefgh"  # type: ignore[index]
    assert not re.search(nginx, "/lobby/")
