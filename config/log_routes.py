"""Django's lines about answers name the route, never the address somebody asked for.

An address may hold a name or the token of an invitation. Must not import Django.
"""

from __future__ import annotations

import logging

UNKNOWN = "(no such address)"


def hide_addresses(record: logging.LogRecord) -> bool:
    """Put the route in the address's place in a record about a request; a filter, lets all pass."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else UNKNOWN
        record.args = tuple(route if one == path else one for one in record.args)
    return True
