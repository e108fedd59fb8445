"""The sockets of live play: each follows one thing and pushes its viewer's own fragments."""
