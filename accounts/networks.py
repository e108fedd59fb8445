"""Client networks: an IPv4 address, or the /64 of an IPv6 one, which has a single owner."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from django.conf import settings

NETWORK_BITS = {4: 32, 6: 64}


def network_of(address: str) -> str:
    """Return an address's network: the IPv4 address itself, or the /64 of an IPv6 one.

    A dual-stack socket reports an IPv4 address as ::ffff:203.0.113.5.
    """
    told = ip_address(address)
    meant = getattr(told, "ipv4_mapped", None) or told
    bits = meant.max_prefixlen if meant.is_loopback else NETWORK_BITS[meant.version]
    return str(ip_network(f"{meant}/{bits}", strict=False))


def network(forwarded: str, peer: str) -> str:
    """Return the client's network, from the trusted proxies' header or else the connection.

    `forwarded` is the value of X-Forwarded-For, if any; `peer` the connection's address.
    """
    proxies: int = getattr(settings, "TRUSTED_PROXIES", 0)
    told = [part.strip() for part in forwarded.split(",")] if forwarded else []
    address = told[-proxies] if proxies and len(told) >= proxies else peer
    try:
        return network_of(address)
    except ValueError:  # not an address: a unix socket, or a proxy's "unknown"
        return address
