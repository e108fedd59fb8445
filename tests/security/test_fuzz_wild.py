"""What no page of ours sends, by HTTP and on sockets: no error, and no traceback in the log.

`test_fuzz.py` sends forms as browsers do. Here are addresses that do not exist, bodies that nobody
can read, headers of nobody's, and frames that break the protocol, at a server like anybody's. The
seed is fixed: a failure comes again. `KIBITZ_FUZZ=1700` tries 50,000 with the others.
"""

from __future__ import annotations

import logging
import signal
import socket
import struct
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.security.matrix import rows
from tests.security.test_fuzz import DRAWN, EXAMPLES, FIELDS, NASTY, POSTS, ROLES
from tests.security.world import World, make_world
from tests.support.servers import Server, database_url_of_tests, start_server
from tests.support.tables import make_user

WILD, FRAMES = 5 * EXAMPLES, 20 * EXAMPLES
TEXTS = [word.encode("utf-8", "replace").decode() for word in NASTY]
METHODS = ("GET", "GET", "HEAD", "POST", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "FOO")
NOWHERE = (
    "/nowhere", "/nowhere/", "/%00", "/%ff%fe/", "//", "/..%2f..%2fetc/passwd",
    "/accounts/nowhere/",
    "/api/v1/nowhere", "/admin/nowhere/", "/static/nowhere.js", "/people/%ED%A0%80/", "/clubs/%00/",
    "/matches/" + "x" * 3000 + "/", "/tournaments/%E2%80%AE/", "/replays/%2e%2e/", "/i18n/",
    "/ws/lobby/",
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Language", "Accept-Encoding", "Authorization", "Cookie", "Host", "HX-Request",
    "HX-Current-URL", "HX-Target", "If-Modified-Since", "If-None-Match", "Origin", "Range",
    "Referer",
    "User-Agent", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Proto",
)  # fmt: skip
LENGTHS = ("x", "-1", "1e3", "0x10", "1, 2")
"""No length at all: the server refuses these before anybody is asked (`test_no_frame_…`)."""
VALUES = (
    "application/json", "true", "en;q=x,zh-hant", "bytes=9-1", "bytes=0-", "Bearer x", "Basic ==",
    "*/*",
    "evil.example", "http://[", "http://testserver/%zz", "foo", "::1, x", "Mon, 99 Foo 2026",
    "W/\"",
    "sessionid=x; csrftoken=\"", "9" * 400, "\xff\xfe", "gzip;q=0, br;q=",
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16",
    "application/json", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=" + "x" * 300, "multipart/form-data; boundary=\xff",
    "multipart/form-data; charset=none; boundary=B", "text/plain; charset=", "", ";", "x" * 500,
)  # fmt: skip
HEADS = (
    b"", b'Content-Disposition: form-data; name="%s"', b"Content-Disposition: form-data",
    b'Content-Disposition: form-data; name="record"; filename="%s"', b"X: " + b"y" * 9000,
    b"no colon",
    b"Content-Disposition: form-data; name*=utf-8''%%ff", b"Content-Transfer-Encoding: base64",
    b'Content-Disposition: form-data; name="a"; filename="../../%s"',
    b"Content-Type: x; charset=none",
    b"Content-Disposition: ;;;=", b"Content-Type: multipart/mixed; boundary=B", b"\xff\xfe: \0",
)  # fmt: skip


def multipart(rng: Random) -> bytes:
    """Return parts such as a broken browser could send, or nobody."""
    count = rng.choice((0, 1, 2, 5, 120, 1500))
    parts = []
    for _ in range(count):
        field = rng.choice(FIELDS).encode()
        head = b"\r\n".join(
            one.replace(b"%s", field) for one in rng.sample(HEADS, rng.randint(0, 3))
        )
        parts.append(b"--B\r\n" + head + rng.choice((b"\r\n\r\n", b"\r\n", b"")))
        parts.append(rng.choice(TEXTS).encode() + rng.choice((b"\r\n", b"\r\n", b"")))
    return b"".join(parts) + rng.choice((b"--B--\r\n", b"--B--", b"--B", b""))


def body(rng: Random) -> tuple[bytes, str]:
    """Return what is sent, and as what."""
    kind = rng.random()
    if kind < 0.4:
        return multipart(rng), "multipart/form-data; boundary=B"
    fields = rng.choice((0, 3, 3, 999, 1001, 2000))
    pairs = (f"{rng.choice(FIELDS)}{rng.choice(('', number))}" for number in range(fields))
    text = "&".join(f"{key}={quote(rng.choice(TEXTS)[:40])}" for key in pairs)
    if kind < 0.6:
        return (text + rng.choice(("", "&%ff=%fe", "&=&&&", "&%00"))).encode(), TYPES[0]
    return rng.choice((text, rng.choice(TEXTS))).encode(), rng.choice(TYPES)


def wild(rng: Random, addresses: list[str]) -> dict[str, Any]:
    """Return a request: a method, an address, what is sent, and headers."""
    address = rng.choice((rng.choice(addresses), rng.choice(addresses), rng.choice(NOWHERE)))
    if rng.random() < 0.2:
        address += rng.choice(
            ("x", "/", "/x/", "%00", "%ff", ";", "?", "?page=%ff&page=-1", "?next=foo")
        )
    data, content_type = body(rng)
    if rng.random() < 0.1:
        address += "?" + "&".join(f"a{number}=" for number in range(rng.choice((10, 2000))))
        content_type = TYPES[0]  # with a charset no test's request could be made; see test_views.py
    names = rng.sample(HEADERS, rng.choice((0, 0, 1, 2)))
    return {
        "method": rng.choice(METHODS),
        "path": address,
        "data": data,
        "content_type": content_type,
        "headers": {name: rng.choice(VALUES) for name in names},
    }


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Return what stands in the log as an error, or with a traceback."""
    caplog.set_level(logging.WARNING)

    def found() -> list[str]:
        bad = [one for one in caplog.records if one.levelno >= logging.ERROR or one.exc_info]
        return [one.getMessage() for one in bad]

    return found


@pytest.mark.django_db
@pytest.mark.timeout(3600)
def test_no_request_breaks_the_site(complaints: Callable[[], list[str]]) -> None:
    world, rng = make_world(), Random(9)
    addresses = [
        row.address(world) for row in rows() if row.method != "WS" and row.route not in DRAWN
    ]
    clients = {role: world.client(role) for role in ROLES}
    for _ in range(WILD):
        cache.clear()
        role, sent = rng.choice(ROLES), wild(rng, addresses)
        clients[role].handler.enforce_csrf_checks = rng.random() < 0.2
        cookies = clients[role].cookies.copy()
        said = f"{role} {str(sent)[:2000]}"
        with transaction.atomic():
            answer = clients[role].generic(**sent)
            answer.getvalue()
            assert answer.status_code < 500, said
            assert complaints() == [], said
            transaction.set_rollback(True)
        clients[role].cookies = cookies


ASTRAY = ("foo", "account_logout", "home", "people:index", "//evil.example/", "javascript:alert(1)")


def leads_astray(answer: HttpResponse) -> bool:
    """Tell whether an answer leads away from the site, or to the page of a view that was named."""
    to = urlsplit(answer.get("Location") or answer.get("HX-Redirect") or "")
    return to.scheme not in ("", "http") or to.netloc not in ("", "testserver") or (
        to.path == reverse("account_logout")
    )  # fmt: skip


@pytest.mark.django_db
@pytest.mark.timeout(3600)
def test_no_form_is_led_astray_by_next(complaints: Callable[[], list[str]]) -> None:
    world, rng = make_world(), Random(9)
    for wanted in rng.sample(ASTRAY, min(max(EXAMPLES // 80, 1), len(ASTRAY))):
        for row in POSTS:
            cache.clear()
            client = world.client("player")
            with transaction.atomic():
                address = row.address(world)
                mark = "&" if "?" in address else "?"
                answer = client.post(
                    f"{address}{mark}next={quote(rng.choice(ASTRAY))}",
                    {**row.data(world), "next": wanted},
                )
                assert answer.status_code < 500, (row.name, wanted)
                assert not leads_astray(answer), (row.name, wanted, answer.headers)
                transaction.set_rollback(True)
    assert complaints() == []


@pytest.mark.django_db
def test_who_comes_in_or_goes_out_is_led_nowhere_but_here() -> None:
    word = "four-aces-in-hand"
    ada = make_user("ada", word)
    ada.emailaddress_set.create(email=ada.email, verified=True, primary=True)
    sent = {"login": "ada", "password": word, "username": "x", "email": "x@example.org"}
    for wanted in ASTRAY:
        for name in ("account_login", "account_logout", "account_signup", "set_language"):
            cache.clear()
            client = Client()
            if name == "account_logout":
                client.force_login(ada)
            answer = client.post(reverse(name), {**sent, "next": wanted})
            assert answer.status_code in (200, 302, 422), (name, wanted)
            assert not leads_astray(answer), (name, wanted, answer.headers)


SOCKETS = (
    "lobby/",
    "me/",
    "matches/{running}/",
    "matches/{table}/",
    "studies/{room}/{chapter}/",
    "nowhere/",
)
QUERIES = (
    "",
    "?changes=1&lang=x",
    "?at=x&talk=1e9&as=-1",
    "?%ff=%fe",
    "?at=" + "9" * 90,
    "?as=1&as=2",
)
ASKS = ('{"action":%s,"version":"1","action_id":"a"}', '{"action":"%s"}', "[%s]", "%s")


def frame(rng: Random) -> bytes:
    """Return a frame as a page sends it, or one that breaks the protocol."""
    text = (rng.choice(ASKS) % rng.choice(TEXTS)).encode()
    if rng.random() < 0.7:
        return packed(0x81, text)
    code = rng.choice((0, 999, 1000, 1001, 1005, 1006, 1008, 1015, 3000, 4404, 5000, 65535))
    return rng.choice((
        packed(0x82, text), packed(0x89, text[:125]), packed(0x89, b"x" * 200), packed(0x8A, b"x"),
        packed(0x88, struct.pack("!H", code)), packed(0x88, b"x"), packed(0x88, b""),
        packed(0x01, text), packed(0x80, text), packed(0x00, text), packed(0x83, text),
        packed(0xC1, text), packed(0x81, b"\xff\xfe"), packed(0x81, b"x" * 9000), b"\x81\x05plain",
        b"\x81\xff" + b"\xff" * 8, b"\x81\xfe",
    ))  # fmt: skip


def packed(first: int, payload: bytes) -> bytes:
    """Return one frame, masked with nought."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)
    return bytes([first]) + length + bytes(4) + payload


def knock(server: Server, address: str, cookie: str) -> socket.socket:
    """Ask for a link; whether it is opened is left open."""
    link = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    link.sendall((
        f"GET /ws/{address} HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.url}\r\n"
        f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode())  # fmt: skip
    return link


def answer_to_length(server: Server, length: str) -> bytes:
    """Return how the answer to a POST begins whose body is said to be that long."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        head = f"POST / HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: {length}"
        link.sendall(f"{head}\r\n\r\n".encode())
        return link.recv(12)


def part(rng: Random, link: socket.socket) -> None:
    """Go: wait until the other end has gone, close in good order, or break the line."""
    way = rng.choice(("wait", "close", "break"))
    if way == "break":
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif way == "wait":
        link.shutdown(socket.SHUT_WR)
        while link.recv(65536):
            pass
    link.close()


def bursts(rng: Random, world: World) -> Iterator[tuple[str, list[bytes]]]:
    """Yield where to knock, and what to send there in one go, until enough was sent."""
    left = FRAMES
    while left > 0:
        frames = [frame(rng) for _ in range(rng.choice((1, 5, 30, 60)))]
        left -= len(frames)
        yield rng.choice(SOCKETS).format(**world.names) + rng.choice(QUERIES), frames


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(3600)
def test_no_frame_breaks_a_server() -> None:
    world, rng = make_world(), Random(9)
    jars = [world.client(role).cookies for role in ("player", "anonymous")]
    cookies = ["; ".join(f"{key}={one.value}" for key, one in jar.items()) for jar in jars]
    command = ["play", "--no-seed", "--port", "0"]
    server = start_server(command, {"DATABASE_URL": database_url_of_tests()})
    try:
        for address, frames in bursts(rng, world):
            link = knock(server, address, rng.choice(cookies))
            try:
                link.recv(12)
                link.sendall(b"".join(frames))
                part(rng, link)
            except OSError:  # it has gone already, as is right after what breaks the protocol
                link.close()
        for length in LENGTHS:
            assert answer_to_length(server, length) in (b"HTTP/1.1 400", b""), length
        with knock(server, "lobby/", "") as link:
            assert link.recv(12) == b"HTTP/1.1 101"
        assert server.stop(signal.SIGTERM) == 0
    finally:
        server.kill()
    bad = [line for line in server.heard.lines if "[error" in line or "Traceback" in line]
    assert bad == [], "".join(server.heard.lines)[-4000:]
