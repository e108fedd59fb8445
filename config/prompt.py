"""Connections that write immediately. Must not import Django, or anything that picks a reactor."""

from __future__ import annotations

from twisted.internet import tcp


class Prompt(tcp.Server):
    """Writes to the socket at once, and leaves only the rest to the event loop.

    Twisted waits for the loop to report every connection writable, which costs more than writing:
    two system calls and a loop iteration.
    """

    def write(self, data: bytes) -> None:
        """Send what the socket accepts now, unless data is queued; the loop handles any error."""
        if self.connected and not (self.disconnecting or self.dataBuffer or self._tempDataLen):
            sent = self.writeSomeData(data)
            data = data[sent:] if isinstance(sent, int) else data
        if data:
            super().write(data)
