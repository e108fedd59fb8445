"""A receiver of webhooks on loopback, by http or TLS: it verifies each message with the library."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from standardwebhooks import Webhook as Verifier


@dataclass(frozen=True)
class Received:
    """One request: its path, headers in lower case, and body."""

    path: str
    headers: dict[str, str]
    body: bytes

    def verified(self, secret: str) -> dict[str, Any]:
        """Return the message; raises WebhookVerificationError unless signed with the secret."""
        found: dict[str, Any] = Verifier(secret).verify(self.body, self.headers)
        return found


@dataclass
class Receiver:
    """What came, and what is answered: a status and headers, after waiting for `may_answer`."""

    port: int
    scheme: str = "http"
    received: list[Received] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    status: int = 204
    location: str = ""
    drips: bool = False
    over: Event = field(default_factory=Event)

    @property
    def host(self) -> str:
        """Return its host and port."""
        return f"localhost:{self.port}"

    @property
    def url(self) -> str:
        """Return where it listens."""
        return f"{self.scheme}://{self.host}/hook"


@contextmanager
def receiver(certificate: Path | None = None) -> Iterator[Receiver]:
    """Run a receiver until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            running.received.append(Received(self.path, headers, body))
            while running.drips and not running.over.wait(0.05):
                self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.send_response(running.status)
            if running.location:
                self.send_header("Location", running.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *args: Any) -> None:
            """A client that hangs up, or distrusts the certificate, is no fault of this server."""

    server = Server(("127.0.0.1", 0), Handler)
    running = Receiver(server.server_port)
    if certificate is not None:
        running.scheme = "https"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        context.sni_callback = lambda sock, name, _: running.names.append(name)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        running.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def make_certificate(path: Path, name: str) -> Path:
    """Write a key and a certificate for `name`, signed by itself, into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + certificate.public_bytes(pem))
    return path
