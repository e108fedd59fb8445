"""Web Push: the devices that a person lets the site call, and the messages to them.

Implements the application server of RFC 8030 (delivery), 8291 (encryption) and 8292 (VAPID), with
`pywebpush` for the last two. Apps above queue messages with `push_send`; a periodic job delivers
them. A message carries a title, a line and a link, and never anything hidden.
"""
