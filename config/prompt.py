"""Connections that send at once. Must not import Django, nor anything that chooses a reactor."""

from __future__ import annotations

from twisted.internet import tcp


class Prompt(tcp.Server):
    """Sends what goes out at once, and leaves to the loop what does not.

    Twisted has the loop first tell every connection that it may write, which costs more than the
    writing: two calls of the system, and a turn of the loop.
    """

    def write(self, data: bytes) -> None:
        """Send as much as goes out now, unless something waits; the loop meets what fails."""
        if self.connected and not (self.disconnecting or self.dataBuffer or self._tempDataLen):
            sent = self.writeSomeData(data)
            data = data[sent:] if isinstance(sent, int) else data
        if data:
            super().write(data)
