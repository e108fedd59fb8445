"""Networks that people come from: whoever has one address of IPv6 has its whole /64."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from django.conf import settings

NETWORK_BITS = {4: 32, 6: 64}


def network_of(address: str) -> str:
    """Return the network an address belongs to: the address itself, or its /64 of IPv6.

    A socket that takes both kinds tells an address of IPv4 as ::ffff:203.0.113.5.
    """
    told = ip_address(address)
    meant = getattr(told, "ipv4_mapped", None) or told
    bits = meant.max_prefixlen if meant.is_loopback else NETWORK_BITS[meant.version]
    return str(ip_network(f"{meant}/{bits}", strict=False))


def network(forwarded: str, peer: str) -> str:
    """Return whose network that is: as the trusted proxies tell, else that of who is connected.

    `forwarded` is what X-Forwarded-For says, if anything; `peer` the address of the connection.
    """
    proxies: int = getattr(settings, "TRUSTED_PROXIES", 0)
    told = [part.strip() for part in forwarded.split(",")] if forwarded else []
    address = told[-proxies] if proxies and len(told) >= proxies else peer
    try:
        return network_of(address)
    except ValueError:  # no address: a socket file, or what a proxy writes that knows none
        return address
