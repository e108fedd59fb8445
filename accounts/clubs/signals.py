"""What clubs tell: the rooms above them listen, clubs know none of them."""

from __future__ import annotations

from django.dispatch import Signal

membership_changed = Signal()
"""Sent inside the transaction, with `club`, `user` (whom it is about) and the journal's `verb`:
asked, joined, accepted, declined, left, removed, made_owner, made_director, made_member."""

news_changed = Signal()
"""Sent inside the transaction, with `item` (a NewsItem) and `is_posted`: else it was taken off."""
