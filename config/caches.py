"""Caches for counters and rendered images, in memory or in Redis. Must not import Django."""

from __future__ import annotations

from typing import Any

# Separate and large enough that neither images nor a few minutes' flood can evict the counters.
MOST = {"default": 100_000, "pictures": 300}


def memory_caches() -> dict[str, Any]:
    """Return the caches of a single process."""
    return {
        name: {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": most},
        }
        for name, most in MOST.items()
    }


def redis_caches(url: str) -> dict[str, Any]:
    """Return the caches of several processes: one Redis, whose entries expire.

    The limits of entries apply to the fallback in memory while Redis is down.
    """
    return {
        name: {
            "BACKEND": "config.sturdy_cache.SturdyRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": name,
            "max_entries": most,
        }
        for name, most in MOST.items()
    }
