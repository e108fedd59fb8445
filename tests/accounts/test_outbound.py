"""Calls to typed-in addresses: only public ones, only the one that was checked, never for long."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest

from accounts import outbound
from accounts.outbound import (
    OutboundRefused,
    Target,
    is_public,
    post,
    post_to,
    target_of,
    url_check,
)
from tests.support.receiver import make_certificate, receiver


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("::ffff:8.8.8.8", True),
        *((one, False) for one in (
            "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1",
            "169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
            "255.255.255.255", "::", "::1", "fe80::1", "fec0::1", "fc00::1", "ff02::1",
            "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "2002:7f00:1::",
            "2002:a00:1::1", "64:ff9b::a00:1", "2001::1",
        )),
    ],
)  # fmt: skip
def test_only_addresses_on_the_internet_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://tools.example/kibitz?key=1", ""),
        ("https://tools.example:8443/", ""),
        ("https://8.8.8.8/", ""),
        ("http://tools.example/", "bad_url"),
        ("https://tools.example:22/", "bad_url"),
        ("https://tools.example:99999/", "bad_url"),
        ("https://ada:secret@tools.example/", "bad_url"),
        ("https://tools.example/#part", "bad_url"),
        ("https://tools.example\\@127.0.0.1/", "bad_url"),
        ("https://tools.example/\r\nHost: x", "bad_url"),
        ("https://", "bad_url"),
        ("https://[::1", "bad_url"),
        ("https://bücher.example/", "bad_url"),
        ("ftp://tools.example/", "bad_url"),
        ("https://127.0.0.1/", "private_address"),
        ("https://[::1]/", "private_address"),
        ("https://[::ffff:169.254.169.254]/", "private_address"),
    ],
)
def test_an_address_is_judged_before_it_is_stored(url: str, fault: str) -> None:
    if not fault:
        assert url_check(url).hostname
        return
    with pytest.raises(OutboundRefused) as refused:
        url_check(url)
    assert refused.value.fault == fault


@pytest.mark.parametrize("url", ["https://localhost/", "https://2130706433/", "https://0x7f.1/"])
def test_a_name_that_leads_inside_is_refused_when_it_is_resolved(url: str) -> None:
    assert post(url, b"{}", {}).fault == "private_address"


def test_one_private_address_among_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
        for address in ("8.8.8.8", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **named: rows)
    assert post("https://tools.example/", b"{}", {}).fault == "private_address"
    rows.pop()
    assert target_of("https://tools.example/").address == "8.8.8.8"


def test_an_unknown_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: Any, **named: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert post("https://tools.example/", b"{}", {}).fault == "unknown_host"


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate of `tools.example`, trusted like those that the system knows."""
    found = make_certificate(tmp_path / "tools.pem", "tools.example")
    monkeypatch.setattr("certifi.where", lambda: str(found))
    return found


def test_the_checked_address_is_called_under_the_hosts_name(certificate: Path) -> None:
    with receiver(certificate) as running:
        parts = urlsplit(f"https://tools.example:{running.port}/hook?key=1")
        answer = post_to(Target(parts, "127.0.0.1", running.port), b"{}", {"X-Test": "1"})
    [came] = running.received
    assert (answer.status, answer.fault) == (204, "")
    assert (came.path, came.headers["host"]) == ("/hook?key=1", f"tools.example:{running.port}")
    assert running.names == ["tools.example"]


def test_another_hosts_certificate_is_not_accepted(certificate: Path, settings: Any) -> None:
    settings.LOCAL = True
    with receiver(certificate) as running:
        settings.WEBHOOK_HOSTS = [running.host]
        assert post(running.url, b"{}", {}).fault == "unreachable"
        assert not running.received


def test_no_redirect_is_followed(settings: Any) -> None:
    settings.LOCAL = True
    with receiver() as running:
        settings.WEBHOOK_HOSTS = [running.host]
        running.status, running.location = 307, running.url
        assert post(running.url, b"{}", {}).status == 307
        assert len(running.received) == 1


def test_an_answer_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.LOCAL = True
    monkeypatch.setattr(outbound, "TOTAL_SECONDS", 0.5)
    with receiver() as running:
        settings.WEBHOOK_HOSTS = [running.host]
        running.drips = True
        began = monotonic()
        assert post(running.url, b"{}", {}).fault == "unreachable"
        assert monotonic() - began < 20  # without the cut it would never end


def test_a_site_for_strangers_calls_nothing_of_its_own(settings: Any) -> None:
    settings.LOCAL, settings.WEBHOOK_HOSTS = False, ["localhost:9"]
    assert post("http://localhost:9/", b"{}", {}).fault == "bad_url"
