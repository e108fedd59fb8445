"""Track which parts of a table a page has been sent, in order to send only changes.

The first message on a connection is the whole table as HTML. After that, a page gets the regions
that differ, by id, and new log lines. It gets the surrounding markup again only if the regions'
arrangement changes, with slots for the regions it already has. The server stores one hash per
region, with a key drawn per process.
"""

from __future__ import annotations

import orjson

from games.matches.live import LiveTable


class SentTable:
    """What one page shows of a table, according to the messages sent on this connection."""

    __slots__ = ("_frame", "_logged", "_shown")

    def __init__(self) -> None:
        self._frame: bytes | None = None
        self._shown: dict[str, int] = {}
        self._logged = -1

    def message(self, table: LiveTable, beside: str = "") -> str:
        """Return the message that makes the page show `table` and the HTML `beside` it."""
        shown = {region.id: hash(region) for region in table.regions.values()}
        is_first = self._frame is None
        told = table.html() + beside if is_first else self._changes(table, shown, beside)
        self._frame, self._shown = table.frame_key, shown
        self._logged = table.log[-1].index if table.log else self._logged
        return told

    def _changes(self, table: LiveTable, shown: dict[str, int], beside: str) -> str:
        known = self._shown.get
        changed = [table.regions[one] for one, now in shown.items() if known(one) != now]
        stands_otherwise = table.frame_key != self._frame
        new = () if stands_otherwise else table.log
        message = {
            "stage": table.attributes,
            "frame": table.outline() if stands_otherwise else "",
            "regions": {region.id: region.html(table.language) for region in changed},
            "log": {line.id: line.item for line in new if line.index > self._logged},
            "beside": beside,
        }
        return orjson.dumps(message, default=str).decode()
