"""A push service on loopback (RFC 8030): checks the sender's signature and decrypts what comes."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from py_vapid import Vapid02


def text_of(raw: bytes) -> str:
    """Return bytes as browsers write them: base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Browser:
    """One browser's subscription: its keys, and the address at which the service takes messages."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: token_bytes(16))

    @property
    def subscription(self) -> dict[str, str]:
        """Return the subscription as the page posts it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text_of(point), "auth": text_of(self.secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Return the message in an encrypted body (RFC 8291)."""
        content = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(content)
        return message


@dataclass(frozen=True)
class Received:
    """One request to the service: its path, headers, body, and the claims of its signature."""

    path: str
    headers: dict[str, str]
    body: bytes
    claims: dict[str, Any]


class PushService:
    """The service: what it has received, and what it answers, 201 unless told otherwise."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.browsers: dict[str, Browser] = {}
        self.received: list[Received] = []
        self.status = 201
        self.location = ""

    def browser(self, name: str = "one") -> Browser:
        """Return a browser that has subscribed, always the same for a name."""
        return self.browsers.setdefault(name, Browser(f"http://{self.host}/{name}"))

    def messages(self, browser: Browser) -> list[dict[str, Any]]:
        """Return what a browser was sent, in order."""
        path = browser.endpoint.removeprefix(f"http://{self.host}")
        return [browser.read(one.body) for one in self.received if one.path == path]


def claims_of(header: str) -> dict[str, Any]:
    """Return the claims of a VAPID header, whose signature must be that of the key it names."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert Vapid02.verify(header)
    claims = parts["t"].split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(claims + "=="))
    return {**found, "key": parts["k"]}


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            claims = claims_of(self.headers["Authorization"])
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.received.append(Received(self.path, headers, body, claims))
            self.send_response(service.status)
            if service.location:
                self.send_header("Location", service.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_port)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


Turned = Callable[..., tuple[Browser, Client]]
"""The fixture `turn_on`: takes a user and a name for the browser."""
