"""WebSocket consumers of live play: each follows one thing and pushes its viewer's fragments."""
