"""A per-process LRU cache, for values that can always be read or built again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """An LRU cache that never replaces a value by an older version of it."""

    def __init__(self, size: int, version: Callable[[V], int] = lambda _: 0) -> None:
        self._size, self._version, self._lock = size, version, Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """Return the value of a key if it is cached."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Hashable, value: V) -> None:
        """Cache a value, and evict the least recently used if there are too many."""
        with self._lock:
            known = self._values.get(key)
            if known is None or self._version(known) <= self._version(value):
                self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._size:
                self._values.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key, making it now if it is not cached."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._values.clear()
