"""Everything that writes: one verb a function, each in a transaction of its own."""

from __future__ import annotations
