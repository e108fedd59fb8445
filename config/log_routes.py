"""Makes Django's log lines about responses name the route, never the requested path.

A path may contain a name or an invitation's token. Must not import Django.
"""

from __future__ import annotations

import logging

UNKNOWN = "(no such address)"


def hide_addresses(record: logging.LogRecord) -> bool:
    """Replace the path by the route in a record about a request; a filter that passes all."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else UNKNOWN
        record.args = tuple(route if one == path else one for one in record.args)
    return True
