"""Sessions for sockets: read when a socket opens, never written."""

from __future__ import annotations

from typing import Any

from channels.sessions import InstanceSessionWrapper, SessionMiddleware


class ReadOnlySession(SessionMiddleware):
    """Adds the session to a socket's scope.

    Channels would check on every message sent whether the session has to be saved; sockets never
    change it.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)
