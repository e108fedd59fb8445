"""Sessions of sockets: looked up as a socket opens, never written."""

from __future__ import annotations

from typing import Any

from channels.sessions import InstanceSessionWrapper, SessionMiddleware


class ReadOnlySession(SessionMiddleware):
    """Puts the session into a socket's scope.

    Channels would ask, at everything that is sent, whether the session has changed and is to be
    saved. What a socket does changes none.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        wrapper = InstanceSessionWrapper(scope, send)
        await wrapper.resolve_session()
        return await self.inner(wrapper.scope, receive, send)
