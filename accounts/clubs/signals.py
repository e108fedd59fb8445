"""Signals of clubs, for apps above them, which clubs must not import."""

from __future__ import annotations

from django.dispatch import Signal

membership_changed = Signal()
"""Sent inside the transaction, with `club`, `user` (whom it is about) and the journal's `verb`:
asked, joined, accepted, declined, left, removed, made_owner, made_director, made_member."""

news_changed = Signal()
"""Sent inside the transaction, with `item` (a NewsItem) and `is_posted`: false once removed."""
