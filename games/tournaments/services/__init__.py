"""Everything that writes: one function per verb, each in its own transaction."""

from __future__ import annotations
