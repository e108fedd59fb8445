"""Posts to addresses that people have typed in, without reaching into the site's own network.

A name is resolved once, here. Unless all of its addresses are public, nothing is called; otherwise
the connection goes to the very address that was checked, so a name that changes its mind between
check and connection gains nothing. Redirects aren't followed, an answer's body isn't read, and
nothing takes longer than the limits below.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Timer
from typing import Literal
from urllib.parse import SplitResult, urlsplit

import certifi
from django.conf import settings
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

PORTS = (443, 8443)
CONNECT_SECONDS = 5
TOTAL_SECONDS = 10
"""For the request and its answer together, however slowly the bytes come."""
Fault = Literal["", "bad_url", "unknown_host", "private_address", "unreachable"]


@dataclass(frozen=True)
class Target:
    """A URL whose host has been resolved and checked; `address` is the one to connect to."""

    url: SplitResult
    address: str
    port: int


@dataclass(frozen=True)
class Answer:
    """The status of an answer, or 0 and the `fault` that kept it from coming."""

    status: int
    fault: Fault = ""

    @property
    def is_accepted(self) -> bool:
        """Tell whether the receiver took the message."""
        return 200 <= self.status < 300


class OutboundRefused(Exception):
    """The URL must not be called; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        self.fault: Fault = fault
        super().__init__(fault)


def url_check(url: str) -> SplitResult:
    """Return the parts of a URL that may be stored; raises OutboundRefused. Resolves no name.

    That is https on port 443 or 8443, without a password, and no address that isn't public. A
    local site also takes the `host:port` named in WEBHOOK_HOSTS, by http too.
    """
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise OutboundRefused("bad_url") from None
    if _is_own(parts) and parts.scheme in ("http", "https"):
        return parts
    is_plain = url.isascii() and url.isprintable() and not set(url) & set(" \\@#")
    if not is_plain or parts.scheme != "https" or port not in (None, *PORTS) or not host:
        raise OutboundRefused("bad_url")
    if (address := _as_address(host)) is not None and not is_public(address):
        raise OutboundRefused("private_address")
    return parts


def target_of(url: str) -> Target:
    """Resolve a URL's host and check all of its addresses; raises OutboundRefused."""
    parts = url_check(url)
    port = parts.port or 443
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise OutboundRefused("unknown_host") from None
    addresses = [str(one[4][0]) for one in found]
    if not _is_own(parts) and not all(is_public(ip_address(one)) for one in addresses):
        raise OutboundRefused("private_address")
    return Target(parts, addresses[0], port)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address is on the internet, also inside an IPv6 address that wraps one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post to a URL; needs no database. Returns an answer whatever happens."""
    try:
        return post_to(target_of(url), body, headers)
    except OutboundRefused as refusal:
        return Answer(0, refusal.fault)
    except (OSError, HTTPException, HTTPError):
        return Answer(0, "unreachable")


def post_to(target: Target, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post to a checked target: its address, but the host's name in `Host`, SNI and certificate."""
    url = target.url
    path = f"{url.path or '/'}{'?' + url.query if url.query else ''}"
    with _connected(target) as connection:
        headers = {"Host": url.netloc, **headers}
        connection.request("POST", path, body, headers, preload_content=False)
        return Answer(connection.getresponse().status)


@contextmanager
def _connected(target: Target) -> Iterator[HTTPConnection]:
    """Connect, and cut the connection off when its time is over."""
    connection = _connection(target)
    connection.timeout = CONNECT_SECONDS
    try:
        connection.connect()
        assert connection.sock is not None
        connection.sock.settimeout(TOTAL_SECONDS)
        cut = Timer(TOTAL_SECONDS, socket.socket.shutdown, (connection.sock, socket.SHUT_RDWR))
        cut.start()
        try:
            yield connection
        finally:
            cut.cancel()
    finally:
        connection.close()


def _connection(target: Target) -> HTTPConnection:
    if target.url.scheme == "http":
        return HTTPConnection(target.address, target.port)
    return HTTPSConnection(
        target.address,
        target.port,
        server_hostname=target.url.hostname,
        ssl_context=ssl.create_default_context(cafile=certifi.where()),
    )


def _is_own(parts: SplitResult) -> bool:
    return settings.LOCAL and parts.netloc in settings.WEBHOOK_HOSTS


def _as_address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
